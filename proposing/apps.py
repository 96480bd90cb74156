from django.apps import AppConfig


class ProposingConfig(AppConfig):
    name = "proposing"
    verbose_name = "Proposing: the first gold from its annotators"

    def ready(self) -> None:
        from campaigns.selectors import settled
        from proposing.selectors import begun

        settled.answer_with(begun)
