"""What a release does not know of itself, and whoever publishes it must say."""

from __future__ import annotations

from datetime import date
from typing import NamedTuple

UNKNOWN_LICENSE = "unknown"


class Publication(NamedTuple):
    """`url` is the page that anybody can read, empty where there is none; `license` an SPDX id,
    or UNKNOWN_LICENSE; `published` the day of the release; `doi` without https://doi.org/."""

    url: str
    license: str
    published: date
    doi: str = ""

    @property
    def link(self) -> str:
        """Where a reader of a citation is led: a DOI outlives an address."""
        return f"https://doi.org/{self.doi}" if self.doi else self.url
