"""Read what a campaign of substitution rests on, and report every problem at once."""

from collections.abc import Collection, Iterable, Mapping

from regild.formats.detect import read_gold_any, read_sentences
from regild.formats.lemma_table import LemmaRecord, read_lemma_table
from regild.formats.limits import shown
from regild.formats.mapping import read_mapping
from regild.formats.records import AnswerRecord, GoldRecord, MappingRule, SentenceRecord
from regild.problems import (
    N_,
    BadFile,
    BadFiles,
    FileProblem,
    Findings,
    Notice,
    Source,
    refuse_together,
)
from regild.tasks.substitution.content import item_of
from regild.tasks.task import Sources


def read_sources(
    *,
    sentences: Source,
    gold: Source | None,
    mapping: Source | None,
    excluded_targets: Collection[str],
    lemmas: Source | None = None,
) -> Sources:
    """Raises BadFiles with the problems of all files."""
    bad: list[BadFile] = []
    notices: list[Notice] = []

    sentence_records: tuple[SentenceRecord, ...] = ()
    gold_records: tuple[GoldRecord, ...] = ()
    rules: tuple[MappingRule, ...] = ()
    lemma_records: tuple[LemmaRecord, ...] = ()
    with _collected(bad):
        reading = read_sentences(sentences.stream, name=sentences.name)
        sentence_records = reading.records
        notices += [Notice(sentences.name, notice) for notice in reading.notices]
        repeated = _repeated(sentence_records, name=sentences.name)
        notices += [Notice(sentences.name, notice) for notice in repeated]
    bad_gold: list[BadFile] = []
    if gold is not None:
        with _collected(bad_gold):
            gold_reading = read_gold_any(gold.stream, name=gold.name)
            gold_records = gold_reading.records
            notices += [Notice(gold.name, notice) for notice in gold_reading.notices]
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
    # Of bad sentences nobody knows which ids there are.
    if sentence_records:
        known = {record.key: record.group for record in sentence_records}
        if gold is not None:
            found = bad_gold[0].records if bad_gold else gold_records
            strangers, respelled = match(found, known)
            notices += [Notice(gold.name, notice) for notice in respelled]
            if strangers:
                with _collected(bad):
                    refuse_together(BadFile(gold.name, strangers), *bad_gold)
                bad_gold.clear()
        missing = set(excluded_targets) - set(known.values())
        if missing:
            bad.append(BadFile(sentences.name, [_unknown_target(name) for name in missing]))
    bad += bad_gold
    if bad:
        given = [one.name for one in (sentences, gold, mapping, lemmas) if one is not None]
        bad.sort(key=lambda one: given.index(one.name))
        raise BadFiles(bad)
    return Sources(
        tuple(map(item_of, sentence_records)),
        gold_records,
        rules,
        tuple(notices),
        lemmas=lemma_records,
    )


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


def match(
    records: Iterable[GoldRecord | AnswerRecord], known: Mapping[str, str]
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


def _repeated(records: tuple[SentenceRecord, ...], *, name: str) -> tuple[FileProblem, ...]:
    """Notices: to have the same rated twice may be meant, and may be a mistake in the file."""
    findings = Findings(name)
    first: dict[tuple[str, ...], str] = {}
    for record in records:
        same = first.setdefault(record[1:-1], record.key)
        if same != record.key:
            findings.notice(
                record.line,
                N_(
                    "sentence %(sentence)s is sentence %(other)s over again",
                    sentence=repr(record.key),
                    other=repr(same),
                ),
                N_("Both are kept, each with candidates of its own"),
            )
    return findings.reading(records).notices


def _unknown_target(name: str) -> FileProblem:
    return FileProblem(
        None,
        N_(
            "no sentence has the target %(target)s, which was to be excluded",
            target=repr(name),
        ),
        N_("Name a target as the file does, such as compris.a"),
    )
