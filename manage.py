#!/usr/bin/env python
"""Run a Regild command: `python manage.py help` lists them."""

import os
import sys

from django.core.exceptions import ImproperlyConfigured
from django.core.management import execute_from_command_line


def main() -> None:
    if sys.argv[1:2] == ["score"]:
        # It needs no site, so it must not ask for one's secret.
        from scoring.management.commands.score import Command

        Command().run_from_argv(sys.argv)
        return
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "annotation_site.settings")
    try:
        execute_from_command_line(sys.argv)
    except ImproperlyConfigured as error:
        # A wrong setting is the operator's to mend: name it, spare them the traceback.
        sys.exit(f"regild: {error}")


if __name__ == "__main__":
    main()
