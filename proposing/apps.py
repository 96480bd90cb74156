from django.apps import AppConfig


class ProposingConfig(AppConfig):
    name = "proposing"
    verbose_name = "Proposing: the first gold from its annotators"

    def ready(self) -> None:
        from campaigns.selectors import settled
        from proposing.selectors import begun
        from proposing.services import lemmas as lemma_table
        from sources.services import lemmas

        settled.answer_with(begun)
        lemmas.ask_of(lemma_table)
