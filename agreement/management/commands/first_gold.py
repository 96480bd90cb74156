"""`manage.py first_gold` is `regild first_gold`."""

from argparse import Namespace
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from regild.cli import first_gold
from regild.cli.refusal import WRONG_INPUT, WrongInput


class Command(BaseCommand):
    help = first_gold.HELP
    requires_system_checks = []

    def add_arguments(self, parser: CommandParser) -> None:
        first_gold.add_arguments(parser)

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            first_gold.run(Namespace(**options), self.stdout, self.stderr)
        except WrongInput as wrong:
            raise CommandError(str(wrong), returncode=WRONG_INPUT) from wrong
