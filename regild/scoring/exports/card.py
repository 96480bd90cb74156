"""The dataset's card: README.md with the front matter that Hugging Face reads."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence

from regild.formats.published import FIRST_GOLD
from regild.scoring.exports.citation import bibtex, quoted, title
from regild.scoring.exports.people import creators
from regild.scoring.exports.publication import UNKNOWN_LICENSE, Publication
from regild.scoring.exports.statement import CardFacts, sections
from regild.scoring.frozen import FrozenGold
from regild.scoring.policy import gold_choices

_SIZES = (
    (1_000, "n<1K"),
    (10_000, "1K<n<10K"),
    (100_000, "10K<n<100K"),
    (1_000_000, "100K<n<1M"),
)
_LARGEST = "1M<n<10M"

_FILES = """\
| file | what it holds |
| --- | --- |
| `data/candidates.csv`, `data/candidates.jsonl` | a row a candidate: its origin, first-gold \
votes, weight, mean, sd, n, and how often each option was chosen |
| `data/gold.txt` | a sentence a line, `word.pos id :: substitute weight;…`, heaviest first |
| `data/gold-int.txt` | the same with whole weights, for `score.pl` and `semdis_eval.py` |
{swords}\
| `data/shares.csv` | soft labels: the share of each value that was given, with counts |
| `data/lewidi.json` | the same with each annotator's rating, as Le-Wi-Di has it |
| `data/ratings.csv`, `data/ratings.jsonl` | a row a rating; annotators are pseudonymous |
| `data/sentences.csv`, `data/sentences.jsonl` | {items} |
{first_gold}\
| `policy.json` | how ratings became weights and systems are scored, for programs |
| `croissant.json`, `CITATION.cff`, `.zenodo.json`, `SHA256SUMS` | metadata, citation, \
checksums |
"""


_FIRST_GOLD = """\
| `data/first-gold.jsonl` | the first gold as systems are scored on it, a row a substitute |
"""
_SWORDS = """\
| `data/swords.json` | the form of SWORDS v1.1 |
"""
_SCORED = """\
`regild score FOLDER SYSTEM…` scores systems on this folder as the campaign scores them.

"""


_CHECKED = (
    "`sha256sum --check SHA256SUMS` checks them. In CSV, a cell that a spreadsheet would run as"
    " a formula has an apostrophe before it. JSON lines hold every text as it is."
)


def card(
    gold: FrozenGold, publication: Publication, *, scale: int, files: Collection[str]
) -> str:
    """Of substitutes; `scale` is what the whole weights were multiplied by, `files` are the
    paths of the data."""
    counts = gold.counts
    opening = (
        f"Substitutes for {counts['sentences']} sentences: {counts['candidates']} candidates"
        f" that annotators or systems had proposed, {counts['ratings']} ratings by"
        f" {counts['annotators']} annotators. {counts['decided']} candidates have a"
        f" weight, {counts['positive']} of them above 0; {counts['undecided']} are undecided."
    )
    whole = (
        f"In `data/gold-int.txt` all weights are multiplied by {scale}, and"
        " nothing is rounded. What weighs 0 is left out there."
    )
    return readme(
        gold,
        publication,
        opening=opening,
        heading="How ratings became weights",
        choices=[*gold_choices(gold.policy, gold.columns), whole],
        files=_SCORED
        + _FILES.format(
            items=gold.columns.items,
            first_gold=_FIRST_GOLD if FIRST_GOLD in files else "",
            swords=_SWORDS if "data/swords.json" in files else "",
        ),
        tag="lexical-substitution",
        tables=("candidates", "ratings", "sentences"),
    )


def readme(
    gold: FrozenGold,
    publication: Publication,
    *,
    opening: str,
    heading: str,
    choices: Sequence[str],
    files: str,
    tag: str,
    tables: Sequence[str],
) -> str:
    """`tables` are those of which data/NAME.jsonl has the rows, the first by default."""
    notes = [gold.notes.strip(), ""] if gold.notes.strip() else []
    facts = card_facts(gold, publication, heading=heading, choices=choices, files=files)
    parts = [
        *_front_matter(gold, publication, tag=tag, tables=tables),
        "",
        f"# {title(gold)}",
        "",
        *notes,
        opening,
        "",
    ]
    for section in sections(facts, gold.statement):
        parts += [f"{'#' * section.level} {section.heading}", ""]
        for paragraph in section.paragraphs:
            parts += [paragraph, ""]
    return "\n".join(parts)


def card_facts(
    gold: FrozenGold,
    publication: Publication,
    *,
    heading: str,
    choices: Sequence[str],
    files: str = "",
) -> CardFacts:
    known = publication.license != UNKNOWN_LICENSE
    return CardFacts(
        title=title(gold),
        language=gold.language,
        license=publication.license if known else "",
        url=publication.url,
        doi=publication.doi,
        bibtex=bibtex(gold, publication),
        counts=gold.counts,
        annotated=gold.annotated,
        ledger=gold.ledger,
        choices=tuple(choices),
        choices_heading=heading,
        files=f"{files}\n{_CHECKED}" if files else "",
    )


def _front_matter(
    gold: FrozenGold, publication: Publication, *, tag: str, tables: Sequence[str]
) -> Iterable[str]:
    n = gold.counts["candidates"]
    size = next((name for limit, name in _SIZES if n < limit), _LARGEST)
    yield "---"
    yield f"pretty_name: {quoted(title(gold))}"
    yield f"license: {publication.license.lower()}"
    # The hub knows languages, not their regions.
    yield f"language: [{quoted(gold.language.partition('-')[0])}]"
    yield f"annotations_creators: [{', '.join(creators(gold.annotated))}]"
    yield f"size_categories: [{quoted(size)}]"
    yield f"tags: [{tag}, gold-standard]"
    yield "configs:"
    for name in tables:
        yield f"  - config_name: {name}"
        # Not the CSV: the hub, too, would read the substitute `null` as nothing.
        yield f"    data_files: data/{name}.jsonl"
        if name == tables[0]:
            yield "    default: true"
    yield "---"
