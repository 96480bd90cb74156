"""docker-compose.yml and Dockerfile, read as Docker reads them."""

import re
from collections.abc import Mapping
from typing import Any

import yaml

from tests.processes import ROOT

COMPOSE: dict[str, Any] = yaml.safe_load((ROOT / "docker-compose.yml").read_text())
SERVICES: dict[str, Any] = COMPOSE["services"]
# Those that run this project; the others run what their image brings.
OURS = {name: service for name, service in SERVICES.items() if "build" in service}
DOCKERFILE = (ROOT / "Dockerfile").read_text().replace("\\\n", " ")

# Written by somebody who chose each: what an operator must or may set.
GIVEN = {
    "SECRET_KEY": "only-for-this-test",
    "POSTGRES_PASSWORD": "p",
    "ALLOWED_HOSTS": "regild.example",
    "SITE_URL": "http://regild.example",
    "WEB_WORKERS": "1",
}


def command_of(name: str) -> list[str]:
    """As the compose file has it; of `web` as the image has it."""
    (image,) = re.findall(r"^CMD (\[.*\])$", DOCKERFILE, re.MULTILINE)
    return OURS[name].get("command") or yaml.safe_load(image)


def by_hand(command: list[str], here: Mapping[str, str]) -> list[str]:
    """The same command for `python -m`, with ports and files that are free here."""
    return [here.get(word, word) for word in command]


def filled_in(text: object, given: Mapping[str, str] = GIVEN) -> str:
    """${NAME:-default} and ${NAME:?message} as Docker reads them."""

    def value(match: re.Match[str]) -> str:
        name, default, message = match.groups()
        assert message is None or name in given, f"{name}: {message}"
        return given.get(name, default or "")

    return re.sub(r"\$\{(\w+)(?::-([^}]*)|:\?([^}]*))?\}", value, str(text))


def environment_of(name: str) -> dict[str, str]:
    return {key: filled_in(value) for key, value in OURS[name]["environment"].items()}
