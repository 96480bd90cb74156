"""A made-up campaign in the shape of SemDis 2014, as large as asked for.

About 42 candidates a sentence, 6 of them gold, from 10 systems with up to 10 answers each, who
agree on some; 10 sentences a target. Sentences are numbered from 1.
"""

from collections.abc import Iterator

import numpy as np

# What the benches fill of a rating, in the order of their rows.
RATING_COLUMNS = [
    "assignment_id",
    "annotator_id",
    "candidate_id",
    "value",
    "key",
    "elapsed_ms",
    "rated_at",
]
SYSTEMS = range(1, 11)
DEPTH = 10
GOLD_VOTES = (5, 3, 2, 1, 1, 1)
SENTENCES_PER_TARGET = 10
WORDS_PER_TARGET = 200
# A sentence draws on 60 of its target's words, each exp(1/20) times likelier than the next.
WORDS_PER_SENTENCE = 60
LOG_LIKELIHOOD = -np.arange(WORDS_PER_SENTENCE) / 20

SYLLABLES = [consonant + vowel for consonant in "bcdfglmnprstv" for vowel in "aeiou"]


def target(sentence: int) -> str:
    # One word, as a file of gold names it.
    return "cible" + spelled(target_number(sentence)).replace(" ", "").replace("l'", "")


def gold(sentences: int, *, seed: int) -> Iterator[tuple[int, str, int]]:
    """(sentence, substitute, votes)."""
    for sentence, (words,) in draws(sentences, drawers=1, words=len(GOLD_VOTES), seed=seed):
        for word, votes in zip(words, GOLD_VOTES, strict=True):
            yield sentence, spelled(word), votes


def answers(sentences: int, *, seed: int) -> Iterator[tuple[int, int, int, str]]:
    """(sentence, system, rank, substitute)."""
    drawn = draws(sentences, drawers=len(SYSTEMS), words=DEPTH, seed=seed + 1)
    for sentence, drawers in drawn:
        for system, words in zip(SYSTEMS, drawers, strict=True):
            # The last one does not always find ten.
            given = words[: sentence % (DEPTH + 1)] if system == SYSTEMS[-1] else words
            for rank, word in enumerate(given, start=1):
                yield sentence, system, rank, respelled(spelled(word), system)


def draws(
    sentences: int, *, drawers: int, words: int, seed: int
) -> Iterator[tuple[int, list[list[int]]]]:
    """(sentence, distinct words of each drawer), the likelier words mostly first."""
    rng = np.random.Generator(np.random.PCG64(seed))
    for sentence in range(1, sentences + 1):
        # With Gumbel noise on log-likelihoods, the largest are a draw without replacement.
        noise = rng.gumbel(size=(drawers, WORDS_PER_SENTENCE))
        best = np.argsort(-(LOG_LIKELIHOOD + noise), axis=1)[:, :words]
        # Sentences of a target share words, but each leads with its own.
        lead = 13 * (sentence % SENTENCES_PER_TARGET)
        first = target_number(sentence) * WORDS_PER_TARGET
        yield sentence, (first + (lead + best) % WORDS_PER_TARGET).tolist()


def target_number(sentence: int) -> int:
    return (sentence - 1) // SENTENCES_PER_TARGET


def spelled(number: int) -> str:
    """A word of its own for every number; some are two words, some have an apostrophe."""
    syllables = []
    for _ in range(4):
        number, syllable = divmod(number, len(SYLLABLES))
        syllables.append(SYLLABLES[syllable])
    first, second = "".join(syllables[:2]), "".join(syllables[2:])
    if syllables[0] == SYLLABLES[0]:
        return f"{first} {second}"
    return f"l'{first}{second}" if syllables[0] == SYLLABLES[1] else first + second


def respelled(text: str, system: int) -> str:
    """Two systems have a spelling of their own, which pooling merges."""
    if system == 1:
        return text.replace(" ", "_")
    if system == 2:
        return text.replace("'", "’")
    return text
