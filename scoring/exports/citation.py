"""CITATION.cff, version 1.2.0."""

from __future__ import annotations

import json

from scoring.exports.publication import UNKNOWN_LICENSE, Publication
from scoring.frozen import FrozenGold

AUTHOR = "Annotators and organisers of {}"


def title(gold: FrozenGold) -> str:
    return f"{gold.title}: second gold, release {gold.number}"


def quoted(text: str) -> str:
    """For YAML, in which every string of JSON is one too."""
    return json.dumps(text, ensure_ascii=False)


def citation(gold: FrozenGold, publication: Publication) -> str:
    lines = [
        "cff-version: 1.2.0",
        "message: If you use this gold standard, please cite it as below.",
        "type: dataset",
        f"title: {quoted(title(gold))}",
        "authors:",
        f"  - name: {quoted(AUTHOR.format(gold.title))}",
        f'version: "{gold.number}"',
        f"date-released: {publication.published.isoformat()}",
        f"url: {quoted(publication.url)}",
    ]
    if publication.license != UNKNOWN_LICENSE:
        lines.append(f"license: {quoted(publication.license)}")
    return "\n".join(lines) + "\n"
