"""From a corpus to the sentences of a task: targets are drawn, then sentences of each.

A target is a lemma with its part of speech. Whoever meets the conditions is drawn by lot, the
same number for each part of speech; so are its sentences. A lot depends on the seed, the target
and the sentence's own words: not on the order of the corpus, nor on what else is in it.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import NamedTuple

from regild.formats.corpora import CorpusSentence, CorpusWord
from regild.formats.limits import MAX_SUBSTITUTE
from regild.formats.records import SentenceRecord
from regild.lots import lot
from regild.proposing.lemmas import Language, lemmas_by_rule

# A corpus that can be gone through again: it need not be in memory.
CorpusReader = Callable[[], Iterable[CorpusSentence]]
# A lemma and its part of speech: what a sentence is drawn for, its target.
Target = tuple[str, str]
Senses = Mapping[Target, int]

_TARGET = re.compile(r"[^\W\d_]{2,}(?:-[^\W\d_]+)*")
# What a text or an XML of them cannot hold.
_BREAKING = re.compile("[\x00-\x1f\x7f-\x9f\u2028\u2029\ufffe\uffff]")
# Kept of each target beyond what is asked for, for some may be another target's by then.
_SPARE = 3


class SampleOptions(NamedTuple):
    """`groups` in all, one a target, shared out evenly among `pos`, the first ones getting what
    is over. `senses` and `words` are (least, most); `senses` is of the lexicon."""

    pos: tuple[str, ...]
    groups: int
    sentences: int
    min_frequency: int = 1
    max_frequency: int | None = None
    senses: tuple[int, int] | None = None
    words: tuple[int, int] = (5, 60)
    seed: int = 0


class SampledTarget(NamedTuple):
    """`frequency` is how often the corpus has it, `senses` None where no lexicon says."""

    lemma: str
    pos: str
    frequency: int
    senses: int | None


class SentenceSample(NamedTuple):
    """`eligible` are the targets that met the conditions, by part of speech; `missing` those
    that were asked for and not found. `forms` are counted as (form, pos, lemma)."""

    records: tuple[SentenceRecord, ...]
    drawn: tuple[SampledTarget, ...]
    eligible: dict[str, int]
    missing: dict[str, int]
    forms: Counter[tuple[str, str, str]]


class CorpusPlace(NamedTuple):
    lot: bytes
    sentence: CorpusSentence
    word: CorpusWord


def sample_sentences(
    corpus: CorpusReader, options: SampleOptions, *, senses: Senses | None = None
) -> SentenceSample:
    """No sentence is drawn for two targets, and none that has its target twice, or fewer or
    more words than asked for. The corpus is gone through twice or more."""
    forms = count_forms(corpus(), options.pos)
    frequency: Counter[Target] = Counter()
    for (_form, pos, lemma), n in forms.items():
        frequency[lemma, pos] += n
    share, over = divmod(options.groups, len(options.pos))
    wanted = {pos: share + (place < over) for place, pos in enumerate(options.pos)}
    names = {pos: _eligible(frequency, pos, options, senses) for pos in options.pos}
    # The likely ones of all parts of speech at once, for a pass over a corpus takes long.
    likely = [one for pos in options.pos for one in names[pos][: _looked_for(wanted[pos])]]
    found = _occurrences(corpus(), likely, options)
    drawn: list[Target] = []
    records: list[SentenceRecord] = []
    used, missing = set[str](), {}
    for pos in options.pos:
        before = len(drawn)
        for target, places in _targets(corpus, names[pos], wanted[pos], options, used, found):
            drawn.append(target)
            begin = len(records) + 1
            records += [_record(key, target, one) for key, one in enumerate(places, begin)]
        if fewer := wanted[pos] - (len(drawn) - before):
            missing[pos] = fewer
    return SentenceSample(
        tuple(records),
        tuple(
            SampledTarget(
                *target, frequency[target], None if senses is None else senses[target]
            )
            for target in drawn
        ),
        {pos: len(found) for pos, found in names.items()},
        missing,
        forms,
    )


def count_forms(
    sentences: Iterable[CorpusSentence], parts_of_speech: Sequence[str]
) -> Counter[tuple[str, str, str]]:
    """Of (form, pos, lemma): capitals of a form are kept where its lemma has some."""
    said = Counter(
        word[:3]
        for sentence in sentences
        for word in sentence.words
        if word.pos in parts_of_speech
    )
    found: Counter[tuple[str, str, str]] = Counter()
    for (form, lemma, pos), n in said.items():
        if _TARGET.fullmatch(lemma):
            found[form.lower() if lemma.islower() else form, pos, lemma] += n
    return found


def with_lemmas(
    sentence: CorpusSentence,
    *,
    known: Mapping[Target, object],
    language: Language,
    cache: dict[str, Target | None],
) -> CorpusSentence:
    """Words of plain text get lemma and part of speech where only one pair of them can be:
    by the rules of `regild.proposing.lemmas`, among those `known`. All others stay without."""

    def named(word: CorpusWord) -> CorpusWord:
        if word.form not in cache:
            pairs = {
                (lemma, pos)
                for pos in ("n", "v", "a", "r")
                for lemma in lemmas_by_rule(
                    word.form.lower(), pos, known=known.keys(), language=language
                )
            }
            cache[word.form] = pairs.pop() if len(pairs) == 1 else None
        pair = cache[word.form]
        return word if pair is None else CorpusWord(word.form, *pair, word.start)

    return CorpusSentence(sentence.text, tuple(map(named, sentence.words)))


def _eligible(
    frequency: Mapping[Target, int], pos: str, options: SampleOptions, senses: Senses | None
) -> list[Target]:
    """In the order of their lots."""
    most = options.max_frequency
    found = []
    for target, n in frequency.items():
        if target[1] != pos or n < max(options.min_frequency, options.sentences):
            continue
        if most is not None and n > most:
            continue
        if senses is not None:
            least_senses, most_senses = options.senses or (1, max(senses.values(), default=1))
            if not least_senses <= senses.get(target, 0) <= most_senses:
                continue
        found.append(target)
    return sorted(found, key=lambda one: lot(options.seed, ".".join(one)))


def _looked_for(wanted: int) -> int:
    """Many have too few sentences of their own, and a pass over a corpus takes long: more than
    are wanted are looked for at once."""
    return max(4 * wanted, 300)


def _targets(
    corpus: CorpusReader,
    names: Sequence[Target],
    wanted: int,
    options: SampleOptions,
    used: set[str],
    found: dict[Target, list[CorpusPlace]],
) -> Iterable[tuple[Target, list[CorpusPlace]]]:
    """The first targets with enough sentences that nobody has `used`; what is not `found` yet
    is looked for in the corpus."""
    for place, name in enumerate(names):
        if not wanted:
            return
        if name not in found:
            looked_for = names[place : place + _looked_for(wanted)]
            found |= _occurrences(corpus(), looked_for, options)
        free = [one for one in found[name] if one.sentence.text not in used]
        if len(free) >= options.sentences:
            kept = free[: options.sentences]
            used.update(one.sentence.text for one in kept)
            wanted -= 1
            yield name, kept


def _occurrences(
    sentences: Iterable[CorpusSentence], names: Sequence[Target], options: SampleOptions
) -> dict[Target, list[CorpusPlace]]:
    """Of each target the sentences with the smallest lots, every text once."""
    wanted = set(names)
    most = _SPARE * options.sentences
    least_words, most_words = options.words
    found: defaultdict[Target, dict[str, CorpusPlace]] = defaultdict(dict)
    for sentence in sentences:
        if not least_words <= len(sentence.words) <= most_words:
            continue
        present = [word for word in sentence.words if (word.lemma, word.pos) in wanted]
        times = Counter((word.lemma, word.pos) for word in present)
        for word in present:
            target = word.lemma, word.pos
            places = found[target]
            if times[target] > 1 or sentence.text in places or not _fits(sentence, word):
                continue
            drawn = lot(options.seed, f"{'.'.join(target)} {sentence.text}")
            places[sentence.text] = CorpusPlace(drawn, sentence, word)
            if len(places) > 2 * most + 100:
                found[target] = _smallest(places, most)
    return {target: [*_smallest(found[target], most).values()] for target in names}


def _smallest(found: Mapping[str, CorpusPlace], most: int) -> dict[str, CorpusPlace]:
    by_lot = sorted(found.items(), key=lambda pair: pair[1].lot)
    return dict(by_lot[:most])


def _fits(sentence: CorpusSentence, word: CorpusWord) -> bool:
    """What a sentences file can hold."""
    return len(word.form) <= MAX_SUBSTITUTE and not _BREAKING.search(sentence.text)


def _record(key: int, group: Target, found: CorpusPlace) -> SentenceRecord:
    _lot, sentence, word = found
    end = word.start + len(word.form)
    return SentenceRecord(
        str(key),
        ".".join(group),
        sentence.text[: word.start],
        sentence.text[word.start : end],
        sentence.text[end:],
        key,
    )
