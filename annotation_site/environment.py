"""Read configuration from the environment; a malformed value stops the start by name."""

from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple
from urllib.parse import unquote, urlsplit

from django.core.exceptions import ImproperlyConfigured
from environs import Env, EnvError

_env = Env()


def _read(reader: Callable[..., Any], name: str, *, default: Any) -> Any:
    try:
        if default is None:
            return reader(name)
        return reader(name, default)
    except (EnvError, ValueError) as error:
        raise ImproperlyConfigured(f"{name}: {error}") from error


def text(name: str, *, default: str | None = None) -> str:
    value = str(_read(_env.str, name, default=default))
    if default is None and not value.strip():
        raise ImproperlyConfigured(f"{name} is set but empty.")
    return value


def secret(name: str, *, at_least: int) -> str:
    """ "" where none is given; one that could be guessed stops the start."""
    value = text(name, default="").strip()
    if value and len(value) < at_least:
        raise ImproperlyConfigured(f"{name} must have at least {at_least} characters.")
    return value


def flag(name: str, *, default: bool) -> bool:
    return bool(_read(_env.bool, name, default=default))


def number(name: str, *, default: int, at_least: int = 0) -> int:
    value = int(_read(_env.int, name, default=default))
    if value < at_least:
        raise ImproperlyConfigured(f"{name} is {value}; it must be at least {at_least}.")
    return value


def words(name: str, *, default: list[str]) -> list[str]:
    return [word.strip() for word in _read(_env.list, name, default=default) if word.strip()]


def database(name: str, *, default: str) -> dict[str, Any]:
    """A Django database from a URL; SQLite and PostgreSQL only, for only they are tested."""
    url = text(name, default=default)
    if urlsplit(url).scheme not in {"sqlite", "postgres", "postgresql"}:
        raise ImproperlyConfigured(
            f"{name} must start with sqlite:/// or postgresql://, not {url.split(':')[0]!r}."
        )
    parsed: dict[str, Any] = _read(_env.dj_db_url, name, default=default)
    if parsed.get("NAME") in {"", None, ":memory:"}:
        raise ImproperlyConfigured(f"{name} does not say which database: its path is missing.")
    return parsed


def redis_url(name: str) -> str:
    """A Redis address, or "" where none is given."""
    url = text(name, default="")
    if url and not _is_redis(url):
        raise ImproperlyConfigured(f"{name} must look like redis://host:6379/0.")
    return url


def issuer(name: str) -> str:
    """The address of an OpenID Connect provider, or "" where none is given."""
    url = text(name, default="").strip().rstrip("/")
    parts = urlsplit(url)
    here = parts.scheme == "http" and parts.hostname in {"localhost", "127.0.0.1"}
    if url and not ((parts.scheme == "https" or here) and parts.hostname):
        raise ImproperlyConfigured(f"{name} must look like https://login.university.example.")
    return url


class MailServer(NamedTuple):
    host: str
    port: int
    user: str
    password: str
    start_tls: bool
    tls: bool


MAIL_PORTS = {"smtp": 25, "smtp+tls": 587, "smtps": 465}


def mail_server(name: str) -> MailServer | None:
    """None where no address is given.

    smtp+tls:// turns to TLS after the greeting (STARTTLS), smtps:// speaks it from the start.
    """
    url = text(name, default="")
    if not url:
        return None
    parts = urlsplit(url)
    try:
        port = parts.port
    except ValueError:
        port = 0
    if parts.scheme not in MAIL_PORTS or not parts.hostname or port == 0:
        raise ImproperlyConfigured(f"{name} must look like smtp+tls://user:password@host:587.")
    return MailServer(
        host=parts.hostname,
        port=port or MAIL_PORTS[parts.scheme],
        user=unquote(parts.username or ""),
        password=unquote(parts.password or ""),
        start_tls=parts.scheme == "smtp+tls",
        tls=parts.scheme == "smtps",
    )


def _is_redis(url: str) -> bool:
    parts = urlsplit(url)
    try:
        port_is_a_number = parts.port is None or parts.port > 0
    except ValueError:
        return False
    return parts.scheme in {"redis", "rediss"} and bool(parts.hostname) and port_is_a_number


def folder(name: str, *, default: Path) -> Path:
    """A folder that can be written, made where it is missing."""
    path = Path(text(name, default=str(default)))
    try:
        path.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise ImproperlyConfigured(
            f"{name}: {path} cannot be made: {error.strerror}."
        ) from error
    return path
