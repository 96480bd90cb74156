"""Croissant 1.1 metadata: JSON-LD that says what the files are and what their columns mean."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import PurePosixPath
from typing import Any, NamedTuple

from regild.scoring.exports import ratings
from regild.scoring.exports.candidates import columns
from regild.scoring.exports.citation import bibtex, creator, title
from regild.scoring.exports.people import who_rated
from regild.scoring.exports.publication import Publication
from regild.scoring.frozen import FrozenGold, FrozenOption, scale_of
from regild.scoring.policy import numbered_as

CONFORMS_TO = "http://mlcommons.org/croissant/1.1"

# Those of the specification's Appendix 1, those of its examples (`recordSet`), and those that
# the mlcroissant library misses otherwise (from `path` on).
_TERMS = (
    "annotation arrayShape citeAs column containedIn equivalentProperty excludes extract field"
    " fileObject fileProperty fileSet format includes isArray isLiveDataset jsonPath key md5"
    " parentField readLines recordSet references regex sdVersion separator source subField"
    " transform unArchive value path repeated replace samplingRate"
)
_CONTEXT: dict[str, Any] = {
    "@language": "en",
    "@vocab": "https://schema.org/",
    "sc": "https://schema.org/",
    "cr": "http://mlcommons.org/croissant/",
    "rai": "http://mlcommons.org/croissant/RAI/",
    "dct": "http://purl.org/dc/terms/",
    "conformsTo": "dct:conformsTo",
    "data": {"@id": "cr:data", "@type": "@json"},
    "dataType": {"@id": "cr:dataType", "@type": "@vocab"},
    "examples": {"@id": "cr:examples", "@type": "@json"},
    **{term: f"cr:{term}" for term in _TERMS.split()},
}

_MEDIA_TYPES = {
    ".csv": "text/csv",
    ".json": "application/json",
    ".jsonl": "application/jsonlines",
    ".txt": "text/plain",
}

_TEXTS = {
    "origin": "gold: proposed by annotators only; systems: by systems only; or both",
    "sentence": "id of the sentence",
}
FLOATS = {
    "mean": "mean weight of the options chosen; empty without ratings",
    "sd": "sample standard deviation of these weights; empty with fewer than two ratings",
    "votes": "annotators who proposed it in the first gold; empty if none did",
    "weight": "weight in the second gold; empty if undecided",
    "share": "the share of its annotators who chose the category",
}
_CANDIDATE = ("sentence", "substitute")


class FileFacts(NamedTuple):
    size: int
    sha256: str


def croissant(
    gold: FrozenGold,
    publication: Publication,
    files: Mapping[str, FileFacts],
    records: Sequence[Mapping[str, Any]],
) -> dict[str, Any]:
    """`files` are the folder's data files by their paths, `records` its record sets."""
    return {
        "@context": _CONTEXT,
        "@type": "sc:Dataset",
        "conformsTo": CONFORMS_TO,
        "name": f"{gold.slug}-second-gold",
        "description": f"{title(gold)}. {gold.columns.subject}, each weighed by ratings."
        f" {who_rated(gold.annotated)}",
        # A release may hold other data than the one before: a major version each.
        "version": f"{gold.number}.0.0",
        "datePublished": publication.published.isoformat(),
        "license": publication.license,
        # A page that asks strangers to sign in would be no address of the data.
        **({"url": publication.link} if publication.link else {}),
        "creator": creator(gold),
        "citeAs": bibtex(gold, publication),
        "inLanguage": gold.language,
        "distribution": [
            {
                "@type": "cr:FileObject",
                "@id": path,
                "name": PurePosixPath(path).name,
                "contentUrl": path,
                "contentSize": f"{facts.size} B",
                "encodingFormat": _MEDIA_TYPES[PurePosixPath(path).suffix],
                "sha256": facts.sha256,
            }
            for path, facts in files.items()
        ],
        "recordSet": [*records],
    }


def record_sets(gold: FrozenGold) -> list[dict[str, Any]]:
    """Of candidates with weights."""
    scale, items = scale_of(gold.policy), gold.columns
    texts = {
        **_TEXTS,
        "annotator": numbered_as(gold.policy),
        **{column.name: column.meaning for column in (*items.item, *items.candidate)},
        "substitute": items.text,
    }
    of_item = ("sentence", *(column.name for column in items.item))
    meanings = {**meaning_of_value(scale), **counts_of_options(scale)}
    return [
        record_set("candidates", columns(items, scale), _CANDIDATE, texts, meanings),
        record_set(
            "ratings", ratings.columns(items), ("annotator", *_CANDIDATE), texts, meanings
        ),
        record_set("sentences", of_item, ("sentence",), texts, meanings),
    ]


def counts_of_options(scale: Sequence[FrozenOption]) -> dict[str, str]:
    return {
        "n": "ratings",
        **{f"n_{option.value}": f"ratings of {option.label!r}" for option in scale},
    }


def meaning_of_value(scale: Sequence[FrozenOption]) -> dict[str, str]:
    told = ", ".join(f"{option.value} {option.label}" for option in scale)
    return {"value": f"the option chosen: {told}"}


def record_set(
    name: str,
    columns: tuple[str, ...],
    key: tuple[str, ...],
    texts: Mapping[str, str],
    integers: Mapping[str, str],
) -> dict[str, Any]:
    """The rows of data/NAME.jsonl. Columns that are neither texts nor decimals are counts.

    Not of the CSV: pandas, with which it is mostly read, takes the substitute `null` for
    nothing.
    """
    fields = []
    for column in columns:
        if column in texts:
            kind, meaning = "sc:Text", texts[column]
        elif column in FLOATS:
            kind, meaning = "sc:Float", FLOATS[column]
        else:
            kind, meaning = "sc:Integer", integers[column]
        fields.append(
            {
                "@type": "cr:Field",
                "@id": f"{name}/{column}",
                "name": column,
                "description": meaning,
                "dataType": kind,
                "source": {
                    "fileObject": {"@id": f"data/{name}.jsonl"},
                    "extract": {"column": column},
                },
            }
        )
    return {
        "@type": "cr:RecordSet",
        "@id": name,
        "name": name,
        "key": [{"@id": f"{name}/{column}"} for column in key],
        "field": fields,
    }
