"""A site as it is served: its static files carry their content in their names."""

import os
from pathlib import Path

from tests.settings import *  # noqa: F403

STORAGES["staticfiles"] = {  # noqa: F405
    "BACKEND": "django.contrib.staticfiles.storage.ManifestStaticFilesStorage"
}
WHITENOISE_USE_FINDERS = False
STATIC_ROOT = Path(os.environ["STATIC_ROOT"])
ALLOWED_HOSTS = ["localhost", "classroom.example"]
