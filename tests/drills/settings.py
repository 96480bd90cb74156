"""The site's own settings, but no drill waits until styles and scripts are compressed."""

from annotation_site.settings import *  # noqa: F403

STORAGES["staticfiles"] = {  # noqa: F405
    "BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"
}
