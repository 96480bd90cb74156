"""What the first account of a new site asks for."""

from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand
from django.urls import reverse

from annotation_site.accounts.services import accounts_exist
from annotation_site.accounts.setup_code import setup_code


class Command(BaseCommand):
    help = "Print the code that the first account asks for; nothing where there is an account."

    def handle(self, *args: Any, **options: Any) -> None:
        if accounts_exist():
            return
        page = settings.SITE_URL + reverse("first-run")
        self.stdout.write(f"This site has no account yet. Make the first one at {page}")
        self.stdout.write(f"with the setup code {setup_code()}")
