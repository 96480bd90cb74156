"""The baselines of distributional similarity: words of a vocabulary, like the target."""

from __future__ import annotations

from regild.formats.limits import MAX_SUBSTITUTE
from regild.formats.records import SentenceRecord
from regild.tasks.substitution.lexicon_answers import dictionary_form
from regild.tasks.substitution.similarity import Neighbours

# More than any task takes, also where some turn out to be the target itself.
_MOST = 50


class DistributionalAnswers:
    """The vocabulary is that of the vectors. Where it has the target as the file of sentences
    writes it, `bright.a`, only words that end alike are ranked, and lose that ending."""

    def __init__(self, neighbours: Neighbours) -> None:
        self._neighbours = neighbours
        self._known: dict[str, tuple[str, ...]] = {}

    def ranked(self, sentence: SentenceRecord) -> tuple[str, ...]:
        found = self._known.get(sentence.group)
        if found is None:
            found = self._known[sentence.group] = self._alike(sentence.group)
        return found

    def _alike(self, lexelt: str) -> tuple[str, ...]:
        place_of = self._neighbours.vectors.place_of
        lemma = dictionary_form(lexelt)
        ending = lexelt[len(lemma) :] if lexelt in place_of else ""
        for form in (lexelt, lemma, lemma.replace(" ", "_"), lemma.lower()):
            if form in place_of:
                break
        else:
            return ()
        words = self._neighbours.vectors.words
        found: list[str] = []
        for place in self._neighbours.ranked(place_of[form]):
            word = words[place]
            if not word.endswith(ending):
                continue
            word = " ".join(word.removesuffix(ending).replace("_", " ").split())
            if _is_substitute(word):
                found.append(word)
            if len(found) == _MOST:
                break
        return tuple(found)


def _is_substitute(word: str) -> bool:
    """A vocabulary has signs and numbers too, and marks such as `</s>`."""
    return (
        any(map(str.isalpha, word))
        and word.isprintable()
        and len(word) <= MAX_SUBSTITUTE
        and not any(sign in word for sign in ";<>")
    )
