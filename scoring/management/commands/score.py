"""`manage.py score` is `regild score`."""

from argparse import Namespace
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from regild.cli import score
from regild.cli.refusal import WRONG_INPUT, WrongInput


class Command(BaseCommand):
    help = score.HELP
    requires_system_checks = []

    def add_arguments(self, parser: CommandParser) -> None:
        score.add_arguments(parser)

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            score.run(Namespace(**options), self.stdout, self.stderr)
        except WrongInput as wrong:
            raise CommandError(str(wrong), returncode=WRONG_INPUT) from wrong
