"""How to cite a release: CITATION.cff, version 1.2.0, and BibTeX."""

from __future__ import annotations

import json

from regild.scoring.exports.publication import UNKNOWN_LICENSE, Publication
from regild.scoring.frozen import FrozenGold
from regild.tables.printing import latex_text

AUTHOR = "Annotators and organisers of {}"


def title(gold: FrozenGold) -> str:
    return f"{gold.title}: second gold, release {gold.number}"


def bibtex(gold: FrozenGold, publication: Publication) -> str:
    # BibTeX counts braces even behind a backslash: they would have to come in pairs.
    titled, author = (
        latex_text(text.translate({ord("{"): "(", ord("}"): ")"}))
        for text in (title(gold), AUTHOR.format(gold.title))
    )
    # In double braces a name is not cut into first and last, nor a title put in lower case.
    return (
        f"@misc{{{gold.slug}-second-gold-{gold.number},\n"
        f"  author = {{{{{author}}}}},\n"
        f"  title = {{{{{titled}}}}},\n"
        f"  year = {{{publication.published.year}}},\n"
        f"  url = {{{publication.url}}},\n"
        "}"
    )


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
