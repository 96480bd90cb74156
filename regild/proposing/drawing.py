"""Draw a task's sentences from the files of a corpus, with the table of lemmas beside them."""

from __future__ import annotations

import os
from collections.abc import Iterator
from typing import NamedTuple

from regild.formats.corpora import CorpusSentence, read_corpus
from regild.formats.tagged import MAX_CORPUS_BYTES
from regild.problems import N_, BadFile, BadFiles
from regild.proposing.lemmas import (
    Language,
    LemmaSuggestion,
    lemmas_of_corpus,
    suggest_lemmas,
)
from regild.proposing.sampling import (
    SampleOptions,
    Senses,
    SentenceSample,
    Target,
    sample_sentences,
    with_lemmas,
)


class CorpusDraw(NamedTuple):
    """`left_out` are files of plain text, which need a lexicon."""

    sample: SentenceSample
    lemmas: tuple[LemmaSuggestion, ...]
    left_out: tuple[str, ...]

    def facts(self, options: SampleOptions) -> dict[str, object]:
        """What was drawn and how, as JSON can hold it."""
        return {
            "sentences": len(self.sample.records),
            "drawn": [target._asdict() for target in self.sample.drawn],
            "eligible": self.sample.eligible,
            "missing": self.sample.missing,
            "left_out": self.left_out,
            "options": options._asdict(),
        }


class NothingDrawn(ValueError):  # noqa: N818
    """The corpus has no sentence as asked for; what it says is a Text."""


def draw_from_corpus(
    path: str | os.PathLike[str],
    options: SampleOptions,
    *,
    senses: Senses | None = None,
    language: Language = "en",
    max_bytes: int = MAX_CORPUS_BYTES,
) -> CorpusDraw:
    """`senses` are a lexicon's: without them plain text has no targets. Raises OSError for what
    cannot be opened, BadFiles with the problems of all files, ValueError for what is no text,
    and NothingDrawn."""
    files = _CorpusFiles(path, senses, language, max_bytes)
    sample = sample_sentences(files.sentences, options, senses=senses)
    plain = not any(files.has_lemmas.values())
    if plain and senses is None:
        raise NothingDrawn(N_("plain text has no parts of speech: give a lexicon, or CoNLL-U"))
    if not sample.records:
        raise NothingDrawn(_why_nothing(sample, options))
    if not plain or senses is None:
        lemmas = lemmas_of_corpus(sample.forms)
    else:
        forms = {(form, pos): n for (form, pos, _lemma), n in sample.forms.items()}
        lemmas = suggest_lemmas(forms, known=senses.keys(), language=language)
    no_targets = [name for name, has in files.has_lemmas.items() if not has and senses is None]
    return CorpusDraw(sample, tuple(lemmas), tuple(no_targets))


class _CorpusFiles:
    """A corpus that is gone through more than once, and which of its files say lemmas."""

    def __init__(
        self,
        path: str | os.PathLike[str],
        senses: Senses | None,
        language: Language,
        max_bytes: int,
    ) -> None:
        self._path, self._senses = path, senses
        self._language: Language = language
        self._max_bytes = max_bytes
        self._cache: dict[str, Target | None] = {}
        self.has_lemmas: dict[str, bool] = {}

    def sentences(self) -> Iterator[CorpusSentence]:
        bad: list[BadFile] = []
        for file in read_corpus(self._path, max_bytes=self._max_bytes):
            self.has_lemmas[file.name] = file.has_lemmas
            if file.has_lemmas:
                try:
                    yield from file.sentences
                except BadFile as found:
                    bad.append(found)
            elif self._senses is not None:
                for sentence in file.sentences:
                    yield with_lemmas(
                        sentence,
                        known=self._senses,
                        language=self._language,
                        cache=self._cache,
                    )
        if bad:
            raise BadFiles(bad)


def _why_nothing(sample: SentenceSample, options: SampleOptions) -> str:
    least, most = options.words
    return N_(
        "%(count)s targets met the conditions, and none has %(sentences)s sentences of"
        " %(least)s to %(most)s words: ask for fewer, or take a larger corpus",
        count=sum(sample.eligible.values()),
        sentences=options.sentences,
        least=least,
        most=most,
    )
