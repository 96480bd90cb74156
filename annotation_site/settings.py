"""Settings come from the environment alone; docs/operations.md lists every variable.

Whatever shapes a result (pool depth, seed, thresholds) is a column on the campaign, never a
setting.
"""

from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from celery.schedules import crontab
from kombu import Queue

from annotation_site import environment, logs
from core.languages import catalogues

BASE_DIR = Path(__file__).resolve().parent.parent
# What a running site writes: the SQLite file, the broker's folder, the cache.
STATE_DIR = environment.folder("STATE_DIR", default=BASE_DIR / "var")

SECRET_KEY = environment.text("SECRET_KEY")
DEBUG = environment.flag("DEBUG", default=False)
ALLOWED_HOSTS = environment.words("ALLOWED_HOSTS", default=["localhost", "127.0.0.1", "[::1]"])
# Where people find the site: links to share begin with it.
SITE_URL = environment.text(
    "SITE_URL", default=f"http://localhost:{environment.number('PORT', default=8000)}"
).rstrip("/")
CSRF_TRUSTED_ORIGINS = environment.words("CSRF_TRUSTED_ORIGINS", default=[])

# What the first account asks for; without one, a code that `manage.py setup_code` prints.
SETUP_CODE = environment.secret("SETUP_CODE", at_least=12)

INSTALLED_APPS = [
    "annotation_site",
    "judging",
    "scoring",
    "agreement",
    "rating",
    "pooling",
    "proposing",
    "annotators",
    "sources",
    "campaigns",
    "core",
    "django.contrib.admin",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.staticfiles",
    "django_htmx",
    "rest_framework",
    "drf_spectacular",
    "drf_spectacular_sidecar",
    # Below the admin, which then shows nothing of them.
    "allauth",
    "annotation_site.accounts.apps.ProvenAddresses",
    "annotation_site.accounts.apps.SecondFactorTables",
    "annotation_site.accounts.apps.UniversityTables",
    "allauth.socialaccount.providers.openid_connect",
]

MIDDLEWARE = [
    "annotation_site.logs.RequestIds",
    "annotation_site.metrics.CountRequests",
    "annotation_site.middleware.KeptByNobody",
    "django.middleware.security.SecurityMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "annotation_site.middleware.PageCsp",
    "annotation_site.middleware.PageSession",
    "annotation_site.middleware.PageLocale",
    "django.middleware.common.CommonMiddleware",
    "annotation_site.charset.refuse_other_charsets",
    "annotation_site.body_limit.refuse_large_bodies",
    "annotation_site.middleware.PageCsrf",
    "annotation_site.middleware.PageAuthentication",
    "annotation_site.middleware.PageMessages",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "annotation_site.middleware.PageHtmx",
    "annotation_site.middleware.PageAddress",
    "annotation_site.middleware.GoneMeanwhile",
    "core.downloads.mark_for_excel",
]

ROOT_URLCONF = "annotation_site.urls"
WSGI_APPLICATION = "annotation_site.wsgi.application"
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
            ],
        },
    },
]

# ---- Database -------------------------------------------------------------------------------

DATABASES: dict[str, dict[str, Any]] = {
    "default": environment.database(
        "DATABASE_URL", default=f"sqlite:///{STATE_DIR / 'regild.sqlite3'}"
    )
}
if DATABASES["default"]["ENGINE"] == "django.db.backends.sqlite3":
    DATABASES["default"]["OPTIONS"] = {
        # Writers queue at BEGIN instead of failing at their first write.
        "transaction_mode": "IMMEDIATE",
        "timeout": 30,
        "init_command": (
            "PRAGMA journal_mode=WAL; PRAGMA synchronous=NORMAL; PRAGMA foreign_keys=ON;"
            " PRAGMA cache_size=-65536; PRAGMA temp_store=MEMORY;"
        ),
    }
else:
    DATABASES["default"]["CONN_MAX_AGE"] = environment.number(
        "DATABASE_CONN_MAX_AGE", default=300
    )
    DATABASES["default"]["CONN_HEALTH_CHECKS"] = True
    DATABASES["default"].setdefault("OPTIONS", {}).update(
        # The few statements we prepare are planned once, not at every call
        # (core/prepared.py).
        options="-c plan_cache_mode=force_generic_plan",
        # A machine that is silent would keep everybody waiting for minutes.
        connect_timeout=5,
    )

# ---- Jobs and cache -------------------------------------------------------------------------

REDIS_URL = environment.redis_url("REDIS_URL")
BROKER_DIR = STATE_DIR / "broker"
if not REDIS_URL:
    # kombu's filesystem transport expects its folders to be there.
    (BROKER_DIR / "messages").mkdir(parents=True, exist_ok=True)
    (BROKER_DIR / "control").mkdir(exist_ok=True)

CELERY_BROKER_URL = REDIS_URL or "filesystem://localhost/"
# A Redis that takes the call and stays silent must not keep a page waiting for ever.
REDIS_PATIENCE = {"socket_timeout": 2, "socket_connect_timeout": 2}
CELERY_BROKER_TRANSPORT_OPTIONS: dict[str, Any] = (
    REDIS_PATIENCE
    if REDIS_URL
    else {
        "data_folder_in": str(BROKER_DIR / "messages"),
        "data_folder_out": str(BROKER_DIR / "messages"),
        "control_folder": str(BROKER_DIR / "control"),
        "store_processed": False,
        # Seconds between two looks at the folder, and so between two short tasks.
        "polling_interval": 0.1,
    }
)
CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP = True
# Once again on a new connection; a job that still could not be announced is found later.
CELERY_TASK_PUBLISH_RETRY_POLICY = {"max_retries": 1, "interval_start": 0}
# Outcomes live in Job rows, not in Celery results.
CELERY_TASK_IGNORE_RESULT = True
CELERY_TASK_ACKS_LATE = True
CELERY_WORKER_PREFETCH_MULTIPLIER = 1
# Workers take from both in turn: whatever one lead's webhooks have waiting, a job waits for one
# delivery at most. A worker of its own may have either (`--queues webhooks`).
CELERY_TASK_QUEUES = [Queue("celery"), Queue("webhooks")]
CELERY_TASK_ROUTES = {"campaigns.jobs.deliver_webhook_message": {"queue": "webhooks"}}
# For looking up the name, connecting, sending and the answer together.
WEBHOOK_SECONDS = environment.number("WEBHOOK_SECONDS", default=10, at_least=1)
# How far a worker stands back behind the web processes of its machine; 19 is the most.
WORKER_NICE = environment.number("WORKER_NICE", default=10)
# Between two looks for rows whose message was lost, or that are due.
AGAIN_SECONDS = 15
CELERY_BEAT_SCHEDULE_FILENAME = str(STATE_DIR / "beat-schedule")


def _every(seconds: float, task: str) -> dict[str, Any]:
    # What no worker took until the next is sent is not done twice afterwards.
    return {"task": task, "schedule": seconds, "options": {"expires": seconds}}


def _nightly(hour: int, task: str) -> dict[str, Any]:
    return {
        "task": task,
        "schedule": crontab(hour=str(hour), minute="0"),
        "options": {"expires": 24 * 60 * 60},
    }


CELERY_BEAT_SCHEDULE: dict[str, dict[str, Any]] = {
    "take up lost jobs": _every(AGAIN_SECONDS, "campaigns.jobs.take_up_lost_jobs"),
    "expire sittings": _every(60, "rating.jobs.expire_sittings"),
    "flag new work": _every(60, "rating.jobs.flag_new_work"),
    "tell coverage": _every(60, "rating.jobs.tell_coverage"),
    "tell rounds": _every(60, "proposing.jobs.tell_rounds"),
    "report first golds": _every(AGAIN_SECONDS, "proposing.jobs.report_due"),
    "deliver due messages": _every(AGAIN_SECONDS, "campaigns.jobs.deliver_due_messages"),
    "apply rules": _every(300, "rating.jobs.apply_switched_on_rules"),
    "report what changed": _every(AGAIN_SECONDS, "agreement.jobs.report_due"),
    "forecast what was reported": _every(AGAIN_SECONDS, "scoring.jobs.forecast_due"),
    "send reminders": _every(3600, "rating.jobs.remind"),
    "send summaries": _every(3600, "annotation_site.jobs.send_summaries"),
    "report every night": _nightly(3, "agreement.jobs.report_changed"),
    "purge personal data": _nightly(4, "annotators.jobs.purge_personal_data"),
    "forget campaigns not made": _nightly(5, "sources.jobs.forget_campaigns_not_made"),
    "clear sessions": _nightly(5, "annotation_site.jobs.clear_sessions"),
}

CACHES: dict[str, dict[str, Any]] = {
    "default": (
        {
            "BACKEND": "django.core.cache.backends.redis.RedisCache",
            "LOCATION": REDIS_URL,
            "OPTIONS": REDIS_PATIENCE,
        }
        if REDIS_URL
        else {
            "BACKEND": "core.file_cache.CountingFiles",
            "LOCATION": str(STATE_DIR / "cache"),
            # Every address that signs in or joins has a counter for five minutes.
            "OPTIONS": {"MAX_ENTRIES": 10_000},
        }
    )
}

# ---- Webhooks -------------------------------------------------------------------------------

# A lead chooses where they go; without this, never to a machine of our own network.
WEBHOOKS_TO_PRIVATE_ADDRESSES = environment.flag("WEBHOOKS_TO_PRIVATE_ADDRESSES", default=False)

# ---- Mail -----------------------------------------------------------------------------------

_mail = environment.mail_server("EMAIL_URL")
MAIL_IS_SET_UP = _mail is not None
if _mail:
    EMAIL_HOST = _mail.host
    EMAIL_PORT = _mail.port
    EMAIL_HOST_USER = _mail.user
    EMAIL_HOST_PASSWORD = _mail.password
    EMAIL_USE_TLS = _mail.start_tls
    EMAIL_USE_SSL = _mail.tls
    # A page that sends a letter waits no longer than this.
    EMAIL_TIMEOUT = 10
else:
    # Letters go to the server's output, where its operator finds them.
    EMAIL_BACKEND = "django.core.mail.backends.console.EmailBackend"
DEFAULT_FROM_EMAIL = environment.text(
    "EMAIL_FROM", default=f"regild@{urlsplit(SITE_URL).hostname}"
)

# ---- Language and time ----------------------------------------------------------------------

LANGUAGE_CODE = "en"
LOCALE_PATHS = [BASE_DIR / "locale"]
_CATALOGUES = list(catalogues(LOCALE_PATHS[0]))
LANGUAGES = [("en", "English"), *((one.language, one.name) for one in _CATALOGUES)]
# Their catalogues have what annotators read, and no more.
LANGUAGES_OF_ANNOTATORS = {one.language for one in _CATALOGUES if one.for_annotators}
USE_I18N = True
TIME_ZONE = "UTC"
USE_TZ = True

# ---- Static files ---------------------------------------------------------------------------

STATIC_URL = "static/"
STATIC_ROOT = Path(environment.text("STATIC_ROOT", default=str(BASE_DIR / "staticfiles")))
STATICFILES_DIRS = [BASE_DIR / "static"]
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {"BACKEND": "annotation_site.static_files.MinifiedFiles"},
}

# ---- API ------------------------------------------------------------------------------------

REST_FRAMEWORK: dict[str, Any] = {
    "DEFAULT_RENDERER_CLASSES": ["rest_framework.renderers.JSONRenderer"],
    "DEFAULT_CONTENT_NEGOTIATION_CLASS": "core.api.problems.JsonAnyway",
    "DEFAULT_PARSER_CLASSES": ["core.api.parsing.PlainJsonParser"],
    "DEFAULT_SCHEMA_CLASS": "drf_spectacular.openapi.AutoSchema",
    "DEFAULT_PERMISSION_CLASSES": ["rest_framework.permissions.IsAuthenticated"],
    "EXCEPTION_HANDLER": "core.api.problems.answer_problem",
    # How many proxies of our own stand in front; an address is believed from no other.
    "NUM_PROXIES": environment.number("PROXIES", default=0),
    "UNAUTHENTICATED_USER": None,
}
SPECTACULAR_SETTINGS: dict[str, Any] = {
    "TITLE": "Regild",
    "DESCRIPTION": "Rate pooled substitutes, freeze a second gold, score systems on both.",
    "VERSION": "1",
    "SERVE_INCLUDE_SCHEMA": False,
    "SWAGGER_UI_DIST": "SIDECAR",
    "SWAGGER_UI_FAVICON_HREF": "SIDECAR",
    "SERVE_PERMISSIONS": ["rest_framework.permissions.AllowAny"],
    "POSTPROCESSING_HOOKS": [
        "drf_spectacular.hooks.postprocess_schema_enums",
        "annotation_site.schema.offer_excel",
    ],
    # Where one set of choices has two names, or one name stands for two sets.
    "ENUM_NAME_OVERRIDES": {
        "KeepEnum": "campaigns.models.Campaign.Keep",
        "SwitchEnum": "campaigns.models.Switch",
        "AnnotatorSourceEnum": "annotators.models.Annotator.Source",
        "CampaignStateEnum": "campaigns.models.Campaign.State",
        "CampaignStageEnum": "campaigns.models.Campaign.Stage",
        "JobStateEnum": "campaigns.models.Job.State",
        "SittingStateEnum": "rating.models.Assignment.State",
        "SystemKindEnum": "sources.models.System.Kind",
        "CandidateOriginEnum": "pooling.models.Candidate.Origin",
        "FirstGoldOriginEnum": "proposing.models.FirstGold.Origin",
    },
}

# ---- Security -------------------------------------------------------------------------------

# Behind a reverse proxy that ends TLS. Off by default so that one machine needs no certificate.
HTTPS = environment.flag("HTTPS", default=False)
SECURE_SSL_REDIRECT = HTTPS
# Asked from inside, where nothing ends TLS.
SECURE_REDIRECT_EXEMPT = [r"^healthz$", r"^readyz$"]
SESSION_COOKIE_SECURE = HTTPS
CSRF_COOKIE_SECURE = HTTPS
SECURE_HSTS_SECONDS = 31_536_000 if HTTPS else 0
SECURE_HSTS_INCLUDE_SUBDOMAINS = HTTPS
# Asks browsers' makers to build it in: it cannot be taken back for months, so nobody is asked
# unless an operator wants it.
SECURE_HSTS_PRELOAD = HTTPS and environment.flag("HSTS_PRELOAD", default=False)
SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https") if HTTPS else None
SECURE_REFERRER_POLICY = "same-origin"
# The check looks for CsrfViewMiddleware by name; PageCsrf is it. Preloading is the operator's
# to choose.
SILENCED_SYSTEM_CHECKS = ["security.W003", "security.W021"]
X_FRAME_OPTIONS = "DENY"
SESSION_COOKIE_HTTPONLY = True
SESSION_COOKIE_SAMESITE = "Lax"
CSRF_COOKIE_SAMESITE = "Lax"

CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": ["'none'"],
        "script-src": ["'self'"],
        "style-src": ["'self'"],
        "img-src": ["'self'", "data:"],
        "font-src": ["'self'"],
        "connect-src": ["'self'"],
        "manifest-src": ["'self'"],
        "worker-src": ["'self'"],
        "form-action": ["'self'"],
        "frame-ancestors": ["'none'"],
        "base-uri": ["'none'"],
    }
}

AUTH_PASSWORD_VALIDATORS = [
    {"NAME": f"django.contrib.auth.password_validation.{name}"}
    for name in (
        "UserAttributeSimilarityValidator",
        "MinimumLengthValidator",
        "CommonPasswordValidator",
        "NumericPasswordValidator",
    )
]
LOGIN_URL = "sign-in"
LOGIN_REDIRECT_URL = "home"
LOGOUT_REDIRECT_URL = "home"

# An uploaded file is read in bounded memory; the readers refuse above their own limit.
DATA_UPLOAD_MAX_MEMORY_SIZE = 2_621_440
FILE_UPLOAD_MAX_MEMORY_SIZE = 1_048_576
# A whole request: the largest file a reader takes, and the form around it. As in nginx.conf.
UPLOAD_MAX_BYTES = 70 * 1024 * 1024
# A campaign's files with more rows than this are read by a worker, in portions.
CAMPAIGN_JOB_ROWS = environment.number("CAMPAIGN_JOB_ROWS", default=50_000)
# The most items that a campaign may be made of.
CAMPAIGN_MOST_ITEMS = environment.number("CAMPAIGN_MOST_ITEMS", default=1_000_000, at_least=1)

# ---- Stronger ways to sign in ---------------------------------------------------------------

# Off by default: then no page of allauth's answers, and its tables stay as they are.
SECOND_FACTOR = environment.flag("SECOND_FACTOR", default=False)
OIDC_ISSUER = environment.issuer("OIDC_ISSUER")
OIDC_NAME = environment.text("OIDC_NAME", default="") or urlsplit(OIDC_ISSUER).hostname or ""
# Whoever has an address there that the provider vouches for may make an account.
OIDC_ALLOWED_DOMAINS = [
    domain.lower() for domain in environment.words("OIDC_ALLOWED_DOMAINS", default=[])
]
_university = {
    "provider_id": "university",
    "name": OIDC_NAME,
    "client_id": environment.text("OIDC_CLIENT_ID", default=None if OIDC_ISSUER else ""),
    "secret": environment.text("OIDC_CLIENT_SECRET", default=None if OIDC_ISSUER else ""),
    "settings": {
        "server_url": OIDC_ISSUER,
        # For a provider that gives everybody their own addresses alone and does not say so.
        "verified_email": environment.flag("OIDC_EMAIL_IS_VERIFIED", default=False),
    },
}
SOCIALACCOUNT_PROVIDERS: dict[str, dict[str, Any]] = {
    "openid_connect": {
        "provider_class": "annotation_site.accounts.university.UniversityProvider",
        "OAUTH_PKCE_ENABLED": True,
        "APPS": [_university] if OIDC_ISSUER else [],
    }
}
if SECOND_FACTOR or OIDC_ISSUER:
    MIDDLEWARE.append("annotation_site.accounts.middleware.PageSignIn")
ACCOUNT_ADAPTER = "annotation_site.accounts.second_factor.LeadAccounts"
ACCOUNT_EMAIL_VERIFICATION = "none"
ACCOUNT_REAUTHENTICATION_REQUIRED = True
SOCIALACCOUNT_ADAPTER = "annotation_site.accounts.university_accounts.UniversityAccounts"
SOCIALACCOUNT_EMAIL_AUTHENTICATION_AUTO_CONNECT = True
MFA_ADAPTER = "annotation_site.accounts.second_factor.SecondFactors"
MFA_SUPPORTED_TYPES = ["totp", "recovery_codes", "webauthn"]
MFA_PASSKEY_LOGIN_ENABLED = True
# Whose address it is, their invitation has settled.
MFA_ALLOW_UNVERIFIED_EMAIL = True

# ---- Logs and metrics -----------------------------------------------------------------------

LOGGING = logs.logging_settings(
    format=environment.text("LOG_FORMAT", default="plain"),
    level=environment.text("LOG_LEVEL", default="INFO"),
)
# Lines of a worker look like those of a web process.
CELERY_WORKER_HIJACK_ROOT_LOGGER = False
# Whoever sends it reads /metrics; without one nothing is counted and nobody does.
METRICS_TOKEN = environment.text("METRICS_TOKEN", default="")
