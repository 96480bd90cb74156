"""What `celery -A annotation_site.beat beat` runs: the clock alone.

It sends a task by its name and never does one, so it loads neither Django's apps nor our tasks,
and is a third of a worker's size.
"""

from celery import Celery
from django.conf import settings
from django.utils.log import configure_logging

# Its lines look like a worker's, for which Django does this when it loads the apps.
configure_logging(settings.LOGGING_CONFIG, settings.LOGGING)

# Without Celery's fix-up for Django, which would load them all.
app = Celery("regild", fixups=[])
app.config_from_object("django.conf:settings", namespace="CELERY")
