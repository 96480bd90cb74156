"""What a campaign says of its data beside the numbers: who made it, how, and what it is for."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple

from regild.rating.ledger import entries
from regild.scoring.exports.people import who_rated

UNKNOWN = "Unknown: the organisers have not said."


class StatementFigure(NamedTuple):
    """How far annotators agree, by one measure; over `n` of what it is measured on."""

    title: str
    value: float | None
    low: float | None
    high: float | None
    n: int


class Statement(NamedTuple):
    """What leads wrote is empty where they wrote nothing. `instructions` are those shown to
    annotators, as Markdown; `asked` is what annotators could tell of themselves. `agreement` is
    that of so many `agreement_ratings`, which need not be those of the release."""

    organiser: str = ""
    contact: str = ""
    authors: tuple[str, ...] = ()
    paper: str = ""
    funding: str = ""
    rationale: str = ""
    source_text: str = ""
    text_authors: str = ""
    recruitment: str = ""
    annotator_profile: str = ""
    uses: str = ""
    misuses: str = ""
    limitations: str = ""
    personal_data: str = ""
    instructions: str = ""
    asked: tuple[str, ...] = ()
    agreement: tuple[StatementFigure, ...] = ()
    agreement_ratings: int = 0


class Section(NamedTuple):
    """A heading of the card; of the second level unless it stands under one."""

    level: int
    heading: str
    paragraphs: tuple[str, ...] = ()


class CardFacts(NamedTuple):
    """What is known of a release without looking at its sentences. `choices` say in sentences
    how ratings became the gold, `files` what the folder has."""

    title: str
    language: str
    license: str
    url: str
    doi: str
    bibtex: str
    counts: Mapping[str, int]
    annotated: Mapping[str, Mapping[str, int]]
    ledger: Mapping[str, int]
    choices: tuple[str, ...]
    choices_heading: str
    files: str = ""


NO_LICENCE = "No licence has been chosen yet: ask the organisers before passing this on."
_PSEUDONYMS = (
    "Annotators are numbers, drawn anew for each release; nothing else of them is published."
)
_LATER = (
    "Whoever withdraws later stays in what was released before, as a number, and is in no later"
    " release."
)
_USES = (
    "Scoring systems, and studying how people judge what they answer. Each candidate has the"
    " ratings of several people."
)
_OUT_OF_SCOPE = "Judging the annotators, or finding out who they are."
_LIMITS = (
    "What is undecided has too few ratings and is not bad; what nobody proposed and no system"
    " gave was never judged."
)


def sections(facts: CardFacts, said: Statement) -> Iterator[Section]:
    """Every heading of Hugging Face's template for datasets, in its order, and then of a data
    statement (Bender & Friedman 2018, section 5)."""
    yield from _details(facts, said)
    yield Section(2, "Uses")
    yield Section(3, "Direct Use", (said.uses or _USES,))
    yield Section(3, "Out-of-Scope Use", tuple(filter(None, [said.misuses, _OUT_OF_SCOPE])))
    yield Section(2, "Dataset Structure")
    yield Section(3, facts.choices_heading, (_listed(facts.choices),))
    if facts.ledger:
        yield Section(3, "Where the ratings went", (_ledger(facts.ledger),))
    if facts.files:
        yield Section(3, "Files", (facts.files,))
    yield from _creation(facts, said)
    yield Section(2, "Bias, Risks, and Limitations", (said.limitations or UNKNOWN, _LIMITS))
    yield Section(
        3,
        "Recommendations",
        ("Say which release was used, and give the signature that the scorer prints.",),
    )
    yield Section(2, "Citation", (f"**BibTeX:**\n\n```bibtex\n{facts.bibtex}\n```",))
    yield Section(
        2,
        "Glossary",
        (
            "The *first gold* is what people proposed, the *second gold* what people rated. A"
            " *release* is a frozen second gold. A *candidate* is one distinct answer to one"
            " item, from people or systems.",
        ),
    )
    yield Section(2, "More Information", (said.paper or UNKNOWN,))
    yield Section(2, "Dataset Card Authors", (_authors(said),))
    yield Section(2, "Dataset Card Contact", (said.contact or UNKNOWN,))
    yield from _data_statement(facts, said)


def _details(facts: CardFacts, said: Statement) -> Iterator[Section]:
    licence = f"{facts.license}." if facts.license else NO_LICENCE
    yield Section(2, "Dataset Details")
    yield Section(
        3,
        "Dataset Description",
        (
            _listed(
                (
                    f"**Curated by:** {_authors(said)}",
                    f"**Funded by:** {said.funding or UNKNOWN}",
                    f"**Shared by:** {said.organiser or UNKNOWN}",
                    f"**Language(s) (NLP):** {facts.language}",
                    f"**License:** {licence}",
                )
            ),
        ),
    )
    there = facts.url or "None: this release has no public page."
    yield Section(
        3,
        "Dataset Sources",
        (
            _listed(
                (
                    f"**Repository:** {there}",
                    *([f"**DOI:** https://doi.org/{facts.doi}"] if facts.doi else []),
                    f"**Paper:** {said.paper or UNKNOWN}",
                    "**Made with:** Regild",
                )
            ),
        ),
    )


def _creation(facts: CardFacts, said: Statement) -> Iterator[Section]:
    yield Section(2, "Dataset Creation")
    yield Section(3, "Curation Rationale", (said.rationale or UNKNOWN,))
    yield Section(3, "Source Data")
    yield Section(4, "Data Collection and Processing", (said.source_text or UNKNOWN,))
    yield Section(4, "Who are the source data producers?", (said.text_authors or UNKNOWN,))
    yield Section(3, "Annotations")
    yield Section(4, "Annotation process", (*_process(said), *_agreement(said)))
    yield Section(4, "Who are the annotators?", (*_annotators(facts, said),))
    yield Section(
        4,
        "Personal and Sensitive Information",
        (
            f"In the text: {said.personal_data or UNKNOWN}",
            _PSEUDONYMS,
            _withdrawn(facts.ledger),
            _LATER,
        ),
    )


def _data_statement(facts: CardFacts, said: Statement) -> Iterator[Section]:
    yield Section(2, "Data Statement")
    yield Section(3, "Curation rationale", (said.rationale or UNKNOWN,))
    yield Section(3, "Language variety", (f"BCP 47: {facts.language}",))
    yield Section(3, "Speaker demographic", (said.text_authors or UNKNOWN,))
    yield Section(3, "Annotator demographic", (*_annotators(facts, said),))
    yield Section(3, "Speech situation", (said.source_text or UNKNOWN,))
    yield Section(3, "Text characteristics", (said.source_text or UNKNOWN,))
    yield Section(3, "Recording quality", ("Not applicable: this is text.",))
    yield Section(3, "Other", (said.limitations or UNKNOWN,))
    yield Section(3, "Provenance appendix", (said.paper or UNKNOWN,))


def _process(said: Statement) -> Iterator[str]:
    if said.instructions:
        shown = "\n".join(f"> {line}".rstrip() for line in said.instructions.splitlines())
        yield f"Annotators were told:\n\n{shown}"
    else:
        yield "The instructions are not known."


def _agreement(said: Statement) -> Iterator[str]:
    if not said.agreement:
        yield "How far annotators agree was not measured."
        return
    yield f"How far they agree, measured on {said.agreement_ratings} ratings:"
    yield _listed(map(_figure, said.agreement))


def _figure(one: StatementFigure) -> str:
    if one.value is None:
        return f"{one.title}: undefined (n = {one.n})"
    ends = ""
    if one.low is not None and one.high is not None:
        ends = f" [{_rounded(one.low)}, {_rounded(one.high)}]"
    return f"{one.title}: {_rounded(one.value)}{ends} (n = {one.n})"


def _rounded(value: float) -> str:
    """Three decimals. Half way between two of these the last digits, which depend on the
    processor, would decide: they go first, for the card has a checksum."""
    return f"{round(value, 9):.3f}"


def _annotators(facts: CardFacts, said: Statement) -> Iterator[str]:
    yield who_rated(facts.annotated)
    yield f"Who they are besides: {said.annotator_profile or UNKNOWN}"
    yield f"How they were reached: {said.recruitment or UNKNOWN}"
    if said.asked:
        asked = "; ".join(said.asked)
        yield f"They could tell, and need not: {asked}. Answers are not published."


def _withdrawn(ledger: Mapping[str, int]) -> str:
    if not ledger:
        return "How many ratings were withdrawn was not counted."
    return f"Ratings of annotators who withdrew before, left out: {ledger.get('withdrawn', 0)}."


def _ledger(ledger: Mapping[str, int]) -> str:
    lines = ["| | ratings |", "| --- | ---: |"]
    lines += [f"| {one.place.words} | {one.sign}{one.ratings} |" for one in entries(ledger)]
    return "\n".join(lines)


def _authors(said: Statement) -> str:
    return "; ".join(said.authors) or said.organiser or UNKNOWN


def _listed(lines: Iterable[str]) -> str:
    return "\n".join(f"- {line}" for line in lines)
