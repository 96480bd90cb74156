"""allauth's tables, there whether or not any of its pages is switched on: a backup fits every
site, and whoever deletes an account deletes what it kept in them too."""

from allauth.account.apps import AccountConfig
from allauth.mfa.apps import MFAConfig
from allauth.socialaccount.apps import SocialAccountConfig
from django.apps import AppConfig
from django.contrib import admin


def _keep_out_of_admin(config: AppConfig) -> None:
    # Operators would read there the secrets of second factors, and what a provider tells.
    for model in config.get_models():
        if admin.site.is_registered(model):
            admin.site.unregister(model)


class ProvenAddresses(AccountConfig):  # type: ignore[misc]
    def ready(self) -> None:
        # Not its own: that demands its middleware by name, for every request; ours is there
        # only where it is needed (middleware.py).
        _keep_out_of_admin(self)


class SecondFactorTables(MFAConfig):  # type: ignore[misc]
    def ready(self) -> None:
        super().ready()
        _keep_out_of_admin(self)


class UniversityTables(SocialAccountConfig):  # type: ignore[misc]
    def ready(self) -> None:
        super().ready()
        _keep_out_of_admin(self)
