"""`python -m tests.known_vulnerabilities FILE…` holds pinned requirements against PyPI and OSV.

Exits 1 when a pin has a known vulnerability. Where no service answers, it says that nothing was
checked, and exits 0: a clone without network must still be able to run its tests. pip-audit's
own command would say "No known vulnerabilities found" of an index that knows no pin at all.
"""

import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

import requests
from packaging.version import Version
from pip_audit._dependency_source import RequirementSource
from pip_audit._service import (
    OsvService,
    PyPIService,
    ResolvedDependency,
    ServiceError,
    VulnerabilityResult,
    VulnerabilityService,
)

SECONDS = 15
# Long known to be vulnerable: a mirror that finds nothing in it carries no vulnerabilities,
# and would find nothing in ours either.
KNOWN = ResolvedDependency("django", Version("3.2"))


class NoAnswer(Exception):  # noqa: N818
    """Why a service cannot be asked."""


def main(files: Sequence[str], *, cache: Path | None = None) -> int:
    pins = list(
        RequirementSource([*map(Path, files)], no_deps=True, disable_pip=True).collect()
    )
    found: dict[ResolvedDependency, Sequence[VulnerabilityResult]] = {}
    reasons = []
    for service in (PyPIService(cache, SECONDS), OsvService(cache, SECONDS)):
        left = [pin for pin in pins if pin not in found]
        try:
            for pin, vulnerabilities in answers(service, left):
                found[pin] = vulnerabilities
        except NoAnswer as reason:
            reasons.append(f"{type(service).__name__}: {reason}")
    vulnerable = {pin: known for pin, known in found.items() if known}
    for pin, known in vulnerable.items():
        for one in known:
            mended = ", ".join(map(str, one.fix_versions)) or "nothing yet"
            say(f"{pin.name} {pin.version} has {one.id}; fixed in {mended}")
    why = f" ({'; '.join(reasons)})" if reasons else ""
    if not found:
        say(f"the vulnerability service did not answer; NOT checked{why}")
    elif unknown := [f"{pin.name} {pin.version}" for pin in pins if pin not in found]:
        say(f"{len(unknown)} of {len(pins)} pins NOT checked: {', '.join(unknown)}{why}")
    elif not vulnerable:
        say(f"no known vulnerability in {len(pins)} pinned packages")
    return bool(vulnerable)


def answers(
    service: VulnerabilityService, pins: Sequence[ResolvedDependency]
) -> Iterator[tuple[ResolvedDependency, Sequence[VulnerabilityResult]]]:
    """Those pins that the service knows, with their vulnerabilities."""
    try:
        if pins and not service.query(KNOWN)[1]:
            raise NoAnswer(f"it knows no vulnerability of {KNOWN.name} {KNOWN.version}")
        for pin in pins:
            answered, vulnerabilities = service.query(pin)
            if not answered.is_skipped():
                yield pin, vulnerabilities
    except (requests.RequestException, ServiceError) as error:
        raise NoAnswer(type(error).__name__) from error


def say(line: str) -> None:
    print(f"pip-audit: {line}")


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
