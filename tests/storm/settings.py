"""The settings of tests, for the processes of a storm; a mend may be taken out of them."""

from tests.settings import *  # noqa: F403

INSTALLED_APPS = [*INSTALLED_APPS, "tests.storm.unmended.Unmended"]  # noqa: F405
