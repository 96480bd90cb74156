from django.apps import AppConfig


class ProposingConfig(AppConfig):
    name = "proposing"
    verbose_name = "Proposing: the first gold from its annotators"
