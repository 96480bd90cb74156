from django.apps import AppConfig


class AnnotatorsConfig(AppConfig):
    name = "annotators"
    verbose_name = "Annotators: who takes part"

    def ready(self) -> None:
        from annotators.selectors.names import names_among
        from campaigns.selectors import named

        named.answer_with(names_among)
