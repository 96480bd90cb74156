"""Read what a campaign of categories rests on, and report every problem at once."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterator, Mapping
from contextlib import contextmanager
from typing import TypeVar

from regild.formats.category_tree import (
    MAX_LEAF,
    CategoryRecord,
    CategoryTree,
    read_categories,
)
from regild.formats.documents import DocumentRecord, read_documents, read_folder
from regild.formats.labels import AnnotationRecord, LabelRecord, read_annotations, read_labels
from regild.formats.records import AnswerRecord, GoldRecord, RatingRecord
from regild.problems import (
    N_,
    BadFile,
    BadFiles,
    FileProblem,
    Notice,
    Reading,
    Source,
)
from regild.tasks.categories.content import ITSELF, item_of
from regild.tasks.task import Sources

R = TypeVar("R")
S = TypeVar("S")


def read_sources(files: Mapping[str, Source]) -> Sources:
    """Raises BadFiles with the problems of all files."""
    bad: list[BadFile] = []
    notices: list[Notice] = []
    documents: tuple[DocumentRecord, ...] = ()
    categories: tuple[CategoryRecord, ...] = ()
    gold: tuple[GoldRecord, ...] = ()
    with _kept(bad):
        documents = _told(
            _documents(files["documents"]),
            files["documents"].name,
            notices,
        )
    with _kept(bad):
        categories = _told(
            read_categories(files["categories"].stream, name=files["categories"].name),
            files["categories"].name,
            notices,
        )
        _refuse_long_leaves(categories, name=files["categories"].name)
    if "gold" in files:
        leaves = CategoryTree.of(categories).leaves if categories else None
        with _kept(bad):
            gold = _gold(
                _told(
                    read_annotations(
                        files["gold"].stream, name=files["gold"].name, leaves=leaves
                    ),
                    files["gold"].name,
                    notices,
                )
            )
    if documents and gold:
        known = {record.key for record in documents}
        if strangers := [
            stranger(one.sentence, one.line) for one in gold if one.sentence not in known
        ]:
            bad.append(BadFile(files["gold"].name, strangers))
    if bad:
        raise BadFiles(bad)
    return Sources(tuple(map(item_of, documents)), gold, (), tuple(notices), categories)


def _documents(source: Source) -> Reading[DocumentRecord]:
    if source.folder is not None:
        return read_folder(source.folder)
    return read_documents(source.stream, name=source.name)


def read_answers(answers: Source, *, labels: Collection[str]) -> Reading[AnswerRecord]:
    def answer(one: LabelRecord) -> AnswerRecord:
        scores = () if one.score is None else (one.score,)
        return AnswerRecord(one.document, "", (one.category,), one.line, scores)

    return _converted(
        lambda: read_labels(answers.stream, name=answers.name, leaves=labels), answer
    )


def read_ratings(ratings: Source) -> Reading[RatingRecord]:
    def rating(one: AnnotationRecord) -> RatingRecord:
        return RatingRecord(one.annotator, one.document, ITSELF, one.category, one.line)

    return _converted(lambda: read_annotations(ratings.stream, name=ratings.name), rating)


def _converted(read: Callable[[], Reading[R]], convert: Callable[[R], S]) -> Reading[S]:
    try:
        records, notices, encoding = read()
    except BadFile as bad:
        bad.records = tuple(map(convert, bad.records))
        raise
    return Reading(tuple(map(convert, records)), notices, encoding)


def stranger(key: str, line: int) -> FileProblem:
    return FileProblem(
        line,
        N_("no document has the id %(id)s", id=repr(key)),
        N_("Use the ids of the documents"),
    )


def not_pooled(key: str, line: int) -> FileProblem:
    return FileProblem(
        line,
        N_("document %(id)s is left out of the pool", id=repr(key)),
        N_("Leave it out of the file too"),
    )


def _gold(annotations: Collection[AnnotationRecord]) -> tuple[GoldRecord, ...]:
    """A category's votes are the annotators who chose it for the document."""
    chosen: dict[str, list[AnnotationRecord]] = {}
    for one in annotations:
        chosen.setdefault(one.document, []).append(one)
    return tuple(
        GoldRecord(
            document,
            "",
            tuple(
                (name, float(votes))
                for name, votes in Counter(one.category for one in those).items()
            ),
            (),
            those[0].line,
            tuple((one.annotator, (one.category,)) for one in those),
        )
        for document, those in chosen.items()
    )


def _refuse_long_leaves(categories: Collection[CategoryRecord], *, name: str) -> None:
    leaves = set(CategoryTree.of(categories).leaves)
    long = [
        FileProblem(
            one.line,
            N_(
                "category %(name)s can be chosen and is longer than %(most)s characters",
                name=repr(one.name),
                most=MAX_LEAF,
            ),
            N_("Shorten it; its definition can say more"),
        )
        for one in categories
        if one.name in leaves and len(one.name) > MAX_LEAF
    ]
    if long:
        raise BadFile(name, long)


def _told(reading: Reading[R], name: str, notices: list[Notice]) -> tuple[R, ...]:
    notices += [Notice(name, notice) for notice in reading.notices]
    return reading.records


@contextmanager
def _kept(bad: list[BadFile]) -> Iterator[None]:
    """Keep a bad file's problems and go on, so that one run tells about every file."""
    try:
        yield
    except BadFile as found:
        bad.append(found)
