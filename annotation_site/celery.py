"""The Celery application; `celery -A annotation_site worker` and `… beat` run it."""

import os

from celery import Celery

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "annotation_site.settings")

app = Celery("regild")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()
