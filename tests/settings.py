"""The site's settings with what a test run must not take from the developer's machine."""

import os
import tempfile

# Tests run side by side; each runner has its own files, broker and database.
RUNNER = os.environ.get("PYTEST_XDIST_WORKER", "alone")

os.environ.setdefault("SECRET_KEY", "only-for-tests")
os.environ.setdefault("LOG_LEVEL", "WARNING")
if os.environ.get("REGILD_TEST_RUNNER") != RUNNER:
    # Not so in the processes that a test starts: they share what their test has.
    os.environ["REGILD_TEST_RUNNER"] = RUNNER
    os.environ["STATE_DIR"] = tempfile.mkdtemp(prefix=f"regild-test-{RUNNER}-")

from annotation_site.settings import *  # noqa: E402, F403

# The manifest needs collectstatic first; pages under test only need working links.
STORAGES["staticfiles"] = {  # noqa: F405
    "BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"
}
if "SITE" not in os.environ:
    # A site that runs elsewhere (tests/browser/conftest.py) knows no such weak one.
    PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
# Each process its own: clearing a shared one would clear the broker's Redis too.
CACHES = {"default": {"BACKEND": "django.core.cache.backends.locmem.LocMemCache"}}
if REDIS_URL:  # noqa: F405
    # Nor may a worker find what another run, or an earlier one, has left in the same Redis:
    # its ids are other jobs here.
    CELERY_BROKER_TRANSPORT_OPTIONS = {"global_keyprefix": f"{STATE_DIR.name}-"}  # noqa: F405
if DATABASES["default"]["ENGINE"] == "django.db.backends.sqlite3":  # noqa: F405
    # A file, as in production: in memory, threads would share one connection and its locks.
    DATABASES["default"]["TEST"] = {"NAME": str(STATE_DIR / "test.sqlite3")}  # noqa: F405
# Served from the apps' own folders, so that no test waits for collectstatic.
WHITENOISE_USE_FINDERS = True
# When they are asked for: each test client would look through all of them first.
WHITENOISE_AUTOREFRESH = True
STATIC_ROOT = STATE_DIR / "static"  # noqa: F405
STATIC_ROOT.mkdir(exist_ok=True)
