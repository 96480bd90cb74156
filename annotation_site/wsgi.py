"""What gunicorn serves: `gunicorn annotation_site.wsgi`."""

import os

from django.core.wsgi import get_wsgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "annotation_site.settings")

application = get_wsgi_application()

from core.sqlite_files import hold_sqlite_files  # noqa: E402

held = hold_sqlite_files()
