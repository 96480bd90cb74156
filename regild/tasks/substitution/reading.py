"""Read what a campaign of substitution rests on, and report every problem at once."""

from collections.abc import Callable, Collection, Iterable, Iterator
from typing import IO, Generic, NamedTuple, Protocol, TypeVar

from regild.formats.detect import (
    gold_one_by_one,
    read_gold_any,
    read_sentences,
    sentences_one_by_one,
)
from regild.formats.lemma_table import LemmaRecord, read_lemma_table
from regild.formats.limits import shown
from regild.formats.mapping import read_mapping
from regild.formats.records import (
    AnswerRecord,
    FirstLines,
    GoldRecord,
    MappingRule,
    SentenceRecord,
)
from regild.problems import (
    N_,
    BadFile,
    BadFiles,
    FileProblem,
    Findings,
    Notice,
    Reading,
    Source,
    refuse_together,
)
from regild.tasks.substitution.content import item_of
from regild.tasks.substitution.known import GoldLines, KnownSentences
from regild.tasks.task import Again, Sources

R = TypeVar("R")


def read_sources(
    *,
    sentences: Source,
    gold: Source | None,
    mapping: Source | None,
    excluded_targets: Collection[str],
    lemmas: Source | None = None,
    in_portions: bool = False,
) -> Sources:
    """Raises BadFiles with the problems of all files.

    `in_portions` keeps neither sentences nor gold of tables and lines: they are read again
    whenever they are asked for, from streams that can seek and stay open.
    """
    bad: list[BadFile] = []
    notices: list[Notice] = []

    known = KnownSentences()
    items: Iterable[SentenceRecord] = ()
    gold_records: Iterable[GoldRecord] = ()
    rules: tuple[MappingRule, ...] = ()
    lemma_records: tuple[LemmaRecord, ...] = ()
    with _collected(bad):
        items, about_items = _seen(
            sentences, _SENTENCES, known, known.see, in_portions=in_portions
        )
        about_items = (*about_items, *known.repeated(sentences.name))
        notices += [Notice(sentences.name, notice) for notice in about_items]
    if bad:
        # Of bad sentences nobody knows which ids there are.
        known = KnownSentences()
    bad_gold: list[BadFile] = []
    matched = Findings(gold.name if gold else "")
    if gold is not None:

        def look_up(record: GoldRecord) -> None:
            strangers, respelled = match([record], known) if known else ([], [])
            for problem in strangers:
                matched.problem(*problem)
            for notice in respelled:
                matched.notice(*notice)

        with _collected(bad_gold):
            gold_records, about_gold = _seen(
                gold, _GOLD, GoldLines(known), look_up, in_portions=in_portions
            )
            notices += [Notice(gold.name, notice) for notice in about_gold]
        if strangers := matched.refusal():
            with _collected(bad):
                refuse_together(strangers, *bad_gold)
            bad_gold.clear()
    if mapping is not None:
        with _collected(bad):
            mapping_reading = read_mapping(mapping.stream, name=mapping.name)
            rules = mapping_reading.records
            notices += [Notice(mapping.name, notice) for notice in mapping_reading.notices]
    if lemmas is not None:
        with _collected(bad):
            lemma_reading = read_lemma_table(lemmas.stream, name=lemmas.name)
            lemma_records = lemma_reading.records
            notices += [Notice(lemmas.name, notice) for notice in lemma_reading.notices]
    if gold is not None and not matched.refusal():
        respelled = matched.reading([None]).notices
        notices += [Notice(gold.name, notice) for notice in respelled]
    missing = set(excluded_targets) - known.groups()
    if known and missing:
        bad.append(BadFile(sentences.name, [_unknown_target(name) for name in missing]))
    bad += bad_gold
    if bad:
        given = [one.name for one in (sentences, gold, mapping, lemmas) if one is not None]
        bad.sort(key=lambda one: given.index(one.name))
        raise BadFiles(bad)
    return Sources(
        Again(lambda: map(item_of, items)) if in_portions else tuple(map(item_of, items)),
        gold_records,
        rules,
        tuple(notices),
        lemmas=lemma_records,
    )


class _Kind(NamedTuple, Generic[R]):
    """How files of a kind are read: whole, or one record after the other, if they can be."""

    whole: Callable[..., Reading[R]]
    one_by_one: Callable[[IO[bytes], Findings, FirstLines], Iterator[R] | None]


_SENTENCES = _Kind(read_sentences, sentences_one_by_one)
_GOLD = _Kind(read_gold_any, gold_one_by_one)


def _seen(
    source: Source,
    kind: _Kind[R],
    first_lines: FirstLines,
    see: Callable[[R], None],
    *,
    in_portions: bool,
) -> tuple[Iterable[R], tuple[FileProblem, ...]]:
    """The records, each of which `see` was given, and the notices. Raises BadFile; `see` has
    then been given what could be read all the same."""
    stream, findings = source.stream, Findings(source.name)
    records = kind.one_by_one(stream, findings, first_lines) if in_portions else None
    if records is None:
        try:
            reading = kind.whole(stream, name=source.name)
        except BadFile as bad:
            for record in bad.records:
                see(record)
            raise
        for record in reading.records:
            see(record)
        return reading.records, reading.notices
    began, read = stream.tell(), 0
    for record in records:
        see(record)
        read += 1

    def again() -> Iterator[R]:
        stream.seek(began)
        return kind.one_by_one(stream, Findings(source.name), _Nothing()) or iter(())

    return Again(again), findings.reading([None] if read else []).notices


class _Nothing(dict[str, int]):
    """Keeps no line: no id stands twice in a file that was read before."""

    def __setitem__(self, key: str, line: int) -> None:
        pass


class _collected:  # noqa: N801
    """Keep a bad file's problems and go on, so that one run tells about every file."""

    def __init__(self, bad: list[BadFile]) -> None:
        self.bad = bad

    def __enter__(self) -> None:
        pass

    def __exit__(self, kind: object, error: object, trace: object) -> bool:
        if isinstance(error, BadFile):
            self.bad.append(error)
            return True
        return False


def stranger(key: str, line: int) -> FileProblem:
    return FileProblem(
        line,
        N_("no sentence has the id %(id)s", id=repr(key)),
        N_("Use the ids of the sentences file"),
    )


def no_candidate(key: str, text: str, line: int) -> FileProblem:
    return FileProblem(
        line,
        N_(
            "%(substitute)s is no candidate of sentence %(sentence)s",
            substitute=shown(text),
            sentence=key,
        ),
        N_("Pool it first, or correct it in the file"),
    )


class KnownGroups(Protocol):
    """Sentence → its group, such as a dictionary."""

    def get(self, key: str, /) -> str | None: ...


def match(
    records: Iterable[GoldRecord | AnswerRecord], known: KnownGroups
) -> tuple[list[FileProblem], list[FileProblem]]:
    """Match on the id. Problems: ids nobody has. Notices: another word or part of speech."""
    strangers, respelled = [], []
    for record in records:
        lexelt = known.get(record.sentence)
        if lexelt is None:
            strangers.append(stranger(record.sentence, record.line))
        elif record.group and lexelt != record.group:
            respelled.append(
                FileProblem(
                    record.line,
                    N_(
                        "%(lexelt)s is %(other)s in the sentences file",
                        lexelt=repr(record.group),
                        other=repr(lexelt),
                    ),
                    N_("Matched on the id %(id)s", id=repr(record.sentence)),
                )
            )
    return strangers, respelled


def _unknown_target(name: str) -> FileProblem:
    return FileProblem(
        None,
        N_(
            "no sentence has the target %(target)s, which was to be excluded",
            target=repr(name),
        ),
        N_("Name a target as the file does, such as compris.a"),
    )
