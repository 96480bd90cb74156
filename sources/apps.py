from django.apps import AppConfig


class SourcesConfig(AppConfig):
    name = "sources"
    verbose_name = "Sources: what is brought in"

    def ready(self) -> None:
        from campaigns.selectors import groups
        from sources.selectors import groups_among

        groups.answer_with(groups_among)
