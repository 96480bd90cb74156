from django.apps import AppConfig


class ScoringConfig(AppConfig):
    name = "scoring"
    verbose_name = "Scoring: the second gold"

    def ready(self) -> None:
        from campaigns.selectors import frozen
        from scoring.selectors.releases import is_frozen

        frozen.answer_with(is_frozen)
