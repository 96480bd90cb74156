"""Draw a task's sentences from a corpus, for whoever has no shell. Nothing is stored."""

import json
from collections.abc import Mapping
from io import BytesIO
from pathlib import Path
from typing import Any, NamedTuple
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

from django.conf import settings

from regild.formats.corpus_xml import write_sentences_xml
from regild.formats.lemma_table import write_lemma_table
from regild.formats.sense_counts import read_sense_counts
from regild.problems import N_, BadFile, BadFiles, FileProblem, Source, Text, reason_of
from regild.proposing.drawing import CorpusDraw, draw_from_corpus
from regild.proposing.lemmas import Language
from regild.proposing.sampling import SampleOptions, Senses
from regild.tasks.substitution.given_files import lying_at

# Unpacked. A request goes through all of it twice; a shell may take a larger one.
MOST_BYTES = settings.UPLOAD_MAX_BYTES
# The same draw is the same file: a ZIP knows no earlier day.
_NO_DAY = (1980, 1, 1, 0, 0, 0)
_MOST_SENSES = 9_999


class UnfitOption(ValueError):  # noqa: N818
    """It does not go with another; `field` as the form and the API call it."""

    def __init__(self, field: str, text: Text) -> None:
        self.field, self.text = field, text
        super().__init__(text)


class DrawnSentences(NamedTuple):
    """`archive` is a ZIP of `sentences.xml` and `sentences.lemmas.csv`, as `regild sample`
    writes them, and of `sample.json`: how they were drawn, and what was not found."""

    archive: bytes
    drawn: CorpusDraw


def sample_options(said: Mapping[str, Any], *, has_lexicon: bool) -> SampleOptions:
    """Of what was asked for; None and absent say nothing. Raises UnfitOption."""
    senses = said.get("min_senses"), said.get("max_senses")
    if senses != (None, None) and not has_lexicon:
        raise UnfitOption("min_senses", N_("Numbers of senses need a lexicon."))
    for least, most in (
        ("min_frequency", "max_frequency"),
        ("min_senses", "max_senses"),
        ("min_words", "max_words"),
    ):
        if (said.get(least) or 0) > (said.get(most) or float("inf")):
            raise UnfitOption(most, N_("The most cannot be less than the fewest."))
    return SampleOptions(
        pos=tuple(said["pos"]),
        groups=said["groups"],
        sentences=said["sentences"],
        min_frequency=said["min_frequency"],
        max_frequency=said.get("max_frequency"),
        senses=None
        if senses == (None, None)
        else (senses[0] or 1, _MOST_SENSES if senses[1] is None else senses[1]),
        words=(said["min_words"], said["max_words"]),
        seed=said["seed"],
    )


def draw_sentences(
    corpus: Source,
    options: SampleOptions,
    *,
    lexicon: Source | None = None,
    language: Language = "en",
) -> DrawnSentences:
    """Raises BadFiles with the problems of both files, or where nothing can be drawn."""
    senses = None if lexicon is None else _senses(lexicon)
    with lying_at(corpus) as path:
        try:
            drawn = draw_from_corpus(
                path, options, senses=senses, language=language, max_bytes=MOST_BYTES
            )
        except ValueError as wrong:
            raise BadFiles([_told(corpus.name, path, wrong)]) from wrong
    return DrawnSentences(_archive(drawn, options), drawn)


def _senses(lexicon: Source) -> Senses:
    with lying_at(lexicon) as path:
        return dict(read_sense_counts(path).records)


def _told(name: str, path: Path, wrong: ValueError) -> BadFile:
    """As a problem of the file as it was sent, not of its copy."""
    fault = reason_of(wrong, otherwise=N_("it cannot be read"))
    if path.name in fault:
        fault = Text(fault.template, fault.parameters, english=fault.replace(path.name, name))
    message = N_("no sentences can be drawn from it: %(fault)s", fault=fault)
    remedy = N_("Give CoNLL-U, or plain text in UTF-8 with a lexicon, or ask for fewer")
    return BadFile(name, [FileProblem(None, message, remedy)])


def _archive(drawn: CorpusDraw, options: SampleOptions) -> bytes:
    sentences, lemmas, packed = BytesIO(), BytesIO(), BytesIO()
    write_sentences_xml(sentences, drawn.sample.records)
    write_lemma_table(lemmas, drawn.lemmas, form="csv")
    facts = json.dumps(drawn.facts(options), ensure_ascii=False, indent=1)
    with ZipFile(packed, "w", ZIP_DEFLATED) as archive:
        for name, data in (
            ("sentences.xml", sentences.getvalue()),
            ("sentences.lemmas.csv", lemmas.getvalue()),
            ("sample.json", f"{facts}\n".encode()),
        ):
            archive.writestr(ZipInfo(name, _NO_DAY), data, ZIP_DEFLATED)
    return packed.getvalue()
