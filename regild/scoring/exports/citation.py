"""How to cite a release: CITATION.cff, version 1.2.0, BibTeX, and what Zenodo asks."""

from __future__ import annotations

import json
from typing import Any

from regild.scoring.exports.publication import UNKNOWN_LICENSE, Publication
from regild.scoring.frozen import FrozenGold
from regild.tables.printing import latex_text

AUTHOR = "Annotators and organisers of {}"
SOFTWARE = "Regild"


def title(gold: FrozenGold) -> str:
    return f"{gold.title}: second gold, release {gold.number}"


def bibtex(gold: FrozenGold, publication: Publication, *, entry: str = "") -> str:
    """`entry` is the name of a system whose scores on the gold are cited."""
    key = f"{gold.slug}-second-gold-{gold.number}"
    named = f"{entry}, scored on {title(gold)}" if entry else title(gold)
    # In double braces a title is not put in lower case.
    fields = [("author", _bibtex_authors(gold)), ("title", f"{{{_latex(named)}}}")]
    fields.append(("year", str(publication.published.year)))
    if publication.doi and not entry:
        fields.append(("doi", publication.doi))
    if url := publication.url if entry else publication.link:
        fields.append(("url", url))
    lines = "".join(f"  {name} = {{{value}}},\n" for name, value in fields)
    return f"@misc{{{key}{'-scores' if entry else ''},\n{lines}}}"


def _bibtex_authors(gold: FrozenGold) -> str:
    if gold.statement.authors:
        return " and ".join(map(_latex, gold.statement.authors))
    # In double braces a name is not cut into first and last.
    return f"{{{_latex(AUTHOR.format(gold.title))}}}"


def _latex(text: str) -> str:
    # BibTeX counts braces even behind a backslash: they would have to come in pairs.
    return latex_text(text.translate({ord("{"): "(", ord("}"): ")"}))


def quoted(text: str) -> str:
    """For YAML, in which every string of JSON is one too."""
    return json.dumps(text, ensure_ascii=False)


def creator(gold: FrozenGold) -> dict[str, Any] | list[dict[str, Any]]:
    """As schema.org has them."""
    if gold.statement.authors:
        return [{"@type": "sc:Person", "name": name} for name in gold.statement.authors]
    return {"@type": "sc:Organization", "name": AUTHOR.format(gold.title)}


def citation(gold: FrozenGold, publication: Publication) -> str:
    lines = [
        "cff-version: 1.2.0",
        "message: If you use this gold standard, please cite it as below.",
        "type: dataset",
        f"title: {quoted(title(gold))}",
        "authors:",
        *_cff_authors(gold),
        f'version: "{gold.number}"',
        f"date-released: {publication.published.isoformat()}",
    ]
    if publication.doi:
        lines.append(f"doi: {quoted(publication.doi)}")
    if publication.url:
        lines.append(f"url: {quoted(publication.url)}")
    if publication.license != UNKNOWN_LICENSE:
        lines.append(f"license: {quoted(publication.license)}")
    return "\n".join(lines) + "\n"


def _cff_authors(gold: FrozenGold) -> list[str]:
    if not gold.statement.authors:
        return [f"  - name: {quoted(AUTHOR.format(gold.title))}"]
    lines = []
    for author in gold.statement.authors:
        family, comma, given = (part.strip() for part in author.partition(","))
        if comma and given:
            lines.append(f"  - family-names: {quoted(family)}")
            lines.append(f"    given-names: {quoted(given)}")
        else:
            lines.append(f"  - name: {quoted(author)}")
    return lines


def zenodo(gold: FrozenGold, publication: Publication, *, description: str) -> dict[str, Any]:
    """What a deposit at Zenodo reads from .zenodo.json."""
    names = gold.statement.authors or (AUTHOR.format(gold.title),)
    said: dict[str, Any] = {
        "upload_type": "dataset",
        "title": title(gold),
        "creators": [{"name": name} for name in names],
        "description": description,
        "version": str(gold.number),
        "publication_date": publication.published.isoformat(),
        "language": gold.language.partition("-")[0],
        "keywords": ["gold standard", "human judgements", SOFTWARE],
    }
    if publication.license != UNKNOWN_LICENSE:
        said |= {"license": publication.license, "access_right": "open"}
    if publication.doi:
        said["doi"] = publication.doi
    if publication.url:
        said["related_identifiers"] = [
            {"identifier": publication.url, "relation": "isIdenticalTo", "scheme": "url"}
        ]
    return said
