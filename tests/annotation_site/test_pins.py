"""What is installed is what was pinned, whoever serves it: each file is known by its sum."""

import re
from importlib.metadata import PackageNotFoundError, distribution

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from tests.compose_file import DOCKERFILE
from tests.processes import ROOT

pytestmark = pytest.mark.sqlite

ASKED = ("requirements.in", "requirements-dev.in")
PINNED = ("requirements.txt", "requirements-dev.txt")


def entries(name):
    """By package: the requirement, and the sums of its files."""
    found = {}
    for line in (ROOT / name).read_text().replace("\\\n", " ").splitlines():
        said = line.partition("#")[0].strip()
        if said and not said.startswith("-r "):
            text, *sums = re.split(r"\s+--hash=", said)
            requirement = Requirement(text)
            found[canonicalize_name(requirement.name)] = (requirement, set(sums))
    return found


def version_of(requirement):
    ((operator, version),) = ((one.operator, one.version) for one in requirement.specifier)
    assert operator == "==", str(requirement)
    return version


@pytest.mark.parametrize("name", PINNED)
def test_every_pin_has_the_sums_of_its_files(name):
    pins = entries(name)
    assert len(pins) > 50
    for requirement, sums in pins.values():
        assert version_of(requirement)
        assert sums, str(requirement)
        assert all(re.fullmatch(r"sha256:[0-9a-f]{64}", one) for one in sums)


@pytest.mark.parametrize(("asked", "pinned"), list(zip(ASKED, PINNED, strict=True)))
def test_what_is_asked_for_is_what_is_pinned(asked, pinned):
    pins = entries(pinned)
    for name, (requirement, _none) in entries(asked).items():
        assert version_of(pins[name][0]) == version_of(requirement), "run: make pins"


def test_tests_run_on_what_runs():
    running, tested = (entries(name) for name in PINNED)
    for name, (requirement, sums) in running.items():
        assert version_of(tested[name][0]) == version_of(requirement), "run: make pins"
        assert tested[name][1] == sums


@pytest.mark.parametrize(("asked", "pinned"), list(zip(ASKED, PINNED, strict=True)))
def test_whatever_a_package_needs_is_pinned_too(asked, pinned):
    pins = entries(pinned)
    ahead = [(name, requirement.extras) for name, (requirement, _) in entries(asked).items()]
    seen = set()
    while ahead:
        name, extras = ahead.pop()
        if (name, frozenset(extras)) in seen:
            continue
        seen.add((name, frozenset(extras)))
        assert name in pins, f"{name} is needed and not pinned"
        try:
            needs = distribution(name).requires or []
        except PackageNotFoundError:
            continue  # of another platform, or pinned a moment ago
        for need in map(Requirement, needs):
            marker = need.marker
            if marker is None or any(marker.evaluate({"extra": e}) for e in ["", *extras]):
                ahead.append((canonicalize_name(need.name), need.extras))


@pytest.mark.parametrize(
    "text", [(ROOT / "Makefile").read_text(), DOCKERFILE], ids=["Makefile", "Dockerfile"]
)
def test_nothing_is_installed_without_a_look_at_its_sum(text):
    text = re.sub(r"\$\(INSTALL\)", "pip install --require-hashes", text)
    calls = re.findall(r"(?:^\t|RUN ).*?pip install.*", text, re.MULTILINE)
    assert len(calls) >= 2
    for call in calls:
        # Our own folder has no sum; nothing is fetched for it.
        ours = {"--no-deps", "--no-build-isolation", "--editable"} <= set(call.split())
        assert ours or "--require-hashes" in call, call
