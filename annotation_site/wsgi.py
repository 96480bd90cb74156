"""What gunicorn serves: `gunicorn annotation_site.wsgi`."""

import os
from wsgiref.types import WSGIApplication

from django.core.wsgi import get_wsgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "annotation_site.settings")

application: WSGIApplication = get_wsgi_application()

from django.db import connection  # noqa: E402

from annotation_site.short_way import ShortWay  # noqa: E402
from core.sqlite_files import hold_sqlite_files  # noqa: E402

# SQLite has no statement that writes twice.
if connection.vendor == "postgresql":
    application = ShortWay(application)

held = hold_sqlite_files()
