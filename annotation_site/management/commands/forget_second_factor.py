from typing import Any

from django.contrib.auth.models import User
from django.core.management.base import CommandError, CommandParser

from annotation_site.accounts.second_factor import forget_second_factor
from campaigns.management.pipeline import PipelineCommand


class Command(PipelineCommand):
    help = "Let a lead who has lost their second factor sign in by their password alone again."

    def add_step_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("name", help="to sign in with")

    def run_step(self, options: dict[str, Any]) -> tuple[dict[str, Any], list[str]]:
        try:
            user = User.objects.get(username=options["name"])
        except User.DoesNotExist as unknown:
            raise CommandError(f"Nobody here is called {options['name']}.") from unknown
        gone = forget_second_factor(user)
        return {"name": user.get_username(), "forgotten": gone}, [
            f"{user.get_username()}: {gone} forgotten."
        ]
