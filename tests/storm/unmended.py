"""Takes a mend out of the processes of a storm, to show that the storm finds its fault."""

import os

from django.apps import AppConfig


class Unmended(AppConfig):
    name = "tests.storm"
    label = "storm"

    def ready(self) -> None:
        without = os.environ.get("STORM_WITHOUT", "")
        if without:
            TAKE_OUT[without]()


TAKE_OUT = {}
