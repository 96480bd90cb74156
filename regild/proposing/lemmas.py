"""Lemmas of word forms: the corpus's own, or suggested by rules that anybody can follow.

SemEval's annotations were 'semi-automatically lemmatised' (McCarthy & Navigli 2007, section 2):
here every suggestion is a row of a table, and a row taken out is a suggestion undone.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Mapping
from typing import Literal, NamedTuple

Language = Literal["en", "fr"]
# An ending, and what stands in its place in the lemma.
Rule = tuple[str, str]

BY_CORPUS = "corpus"
ITSELF_FORM = "as it is"

RULES: Mapping[Language, Mapping[str, tuple[Rule, ...]]] = {
    "en": {
        "n": (("s", ""), ("es", ""), ("ies", "y"), ("ves", "f"), ("ves", "fe"), ("men", "man")),
        "v": (
            *(("s", ""), ("es", ""), ("ies", "y"), ("d", ""), ("ed", ""), ("ied", "y")),
            *(("ing", ""), ("ing", "e")),
        ),
        "a": (("er", ""), ("est", ""), ("r", ""), ("st", ""), ("ier", "y"), ("iest", "y")),
        "r": (),
    },
    "fr": {
        "n": (("s", ""), ("x", ""), ("aux", "al"), ("aux", "ail")),
        "v": (
            *(("e", "er"), ("es", "er"), ("ent", "er"), ("ons", "er"), ("ez", "er")),
            *(("é", "er"), ("ée", "er"), ("és", "er"), ("ées", "er"), ("ant", "er")),
            *(("ait", "er"), ("aient", "er"), ("a", "er"), ("èrent", "er"), ("era", "er")),
            *(("it", "ir"), ("is", "ir"), ("issent", "ir"), ("issait", "ir"), ("i", "ir")),
            *(("ie", "ir"), ("ies", "ir"), ("issant", "ir"), ("u", "re"), ("ue", "re")),
            *(("us", "re"), ("ues", "re"), ("ent", "re"), ("ait", "re"), ("ant", "re")),
        ),
        "a": (
            *(("s", ""), ("e", ""), ("es", ""), ("aux", "al"), ("ale", "al"), ("ive", "if")),
            *(("ives", "if"), ("euse", "eux"), ("euses", "eux"), ("elle", "el")),
            *(("elles", "el"), ("enne", "en"), ("ennes", "en")),
        ),
        "r": (),
    },
}
# A shorter one is found by chance: the noun `i` of `is`.
LEAST_LEMMA = 3


class LemmaSuggestion(NamedTuple):
    """`by` is `corpus`, or the rule: `-ies → -y`. `times` is how often the form occurs."""

    form: str
    pos: str
    lemma: str
    by: str
    times: int


def lemmas_of_corpus(words: Mapping[tuple[str, str, str], int]) -> list[LemmaSuggestion]:
    """Of (form, part of speech, lemma) and how often: the lemma that most occurrences of a form
    have, by alphabet where several do. Forms that are their lemma are left out."""
    found: defaultdict[tuple[str, str], Counter[str]] = defaultdict(Counter)
    for (form, pos, lemma), n in words.items():
        found[form, pos][lemma] += n
    rows = []
    for (form, pos), lemmas in sorted(found.items()):
        lemma = min(lemmas, key=lambda one: (-lemmas[one], one))
        if lemma != form:
            rows.append(LemmaSuggestion(form, pos, lemma, BY_CORPUS, lemmas.total()))
    return rows


def suggest_lemmas(
    forms: Mapping[tuple[str, str], int],
    *,
    known: Collection[tuple[str, str]],
    language: Language,
) -> list[LemmaSuggestion]:
    """Of (form, part of speech) and how often, by RULES.

    A form that is `known` is its own lemma. A rule counts where what it makes is known; where
    rules lead to two lemmas, nothing is suggested.
    """
    rows = []
    for (form, pos), n in sorted(forms.items()):
        made = lemmas_by_rule(form, pos, known=known, language=language)
        if len(made) == 1:
            [(lemma, by)] = made.items()
            if lemma != form:
                rows.append(LemmaSuggestion(form, pos, lemma, by, n))
    return rows


def lemmas_by_rule(
    form: str, pos: str, *, known: Collection[tuple[str, str]], language: Language
) -> dict[str, str]:
    """Each lemma with the rule that makes it; the form itself where it is known."""
    if (form, pos) in known:
        return {form: ITSELF_FORM}
    made: dict[str, str] = {}
    for ending, put in RULES[language].get(pos, ()):
        stem = form.removesuffix(ending)
        lemma = stem + put
        if stem != form and len(lemma) >= LEAST_LEMMA and (lemma, pos) in known:
            made.setdefault(lemma, f"-{ending} → -{put}")
    return made


def as_lemmas(rows: Iterable[LemmaSuggestion]) -> dict[tuple[str, str], str]:
    """What `make_first_gold` takes."""
    return {(row.form, row.pos): row.lemma for row in rows}
