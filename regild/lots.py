"""Lots: what a seed says of a name, whatever else is drawn and in whatever order."""

from __future__ import annotations

import hashlib


def lot(seed: int, name: str) -> bytes:
    """The SHA-256 of both; the smallest are drawn first."""
    return hashlib.sha256(f"{seed} {name}".encode()).digest()
