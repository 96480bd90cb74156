"""What a rule can ask of a sentence before it is dispatched (regild.pooling.sampling)."""

from collections.abc import Mapping

from regild.pooling.sampling import ItemFact, Known
from regild.tasks.task import N_
from regild.words import is_multiword

# SemEval's and SemDis's codes for a part of a proper name.
_NAMES = ("pn", "NAME")


def _names(known: Known) -> float:
    return sum(known.codes.get(code, 0) for code in _NAMES)


def _answers(known: Known) -> list[str]:
    """A name is one of the answers that a gold lists, as SemEval counted; whoever wants none
    of these sentences says `no name`."""
    return [*known.texts, *(code for code in _NAMES if known.codes.get(code))]


FACTS: Mapping[str, ItemFact] = {
    "answers": ItemFact(
        N_("distinct answers in the first gold, a NAME among them"),
        lambda known: len(_answers(known)),
    ),
    "single_words": ItemFact(
        N_("of these answers, those without a blank"),
        lambda known: sum(1 for text in _answers(known) if not is_multiword(text)),
    ),
    "votes": ItemFact(
        N_("votes of the first gold, without NAME and NIL"), lambda known: known.votes
    ),
    "name": ItemFact(N_("annotators who answered NAME (pn)"), _names),
    "nil": ItemFact(N_("annotators who answered NIL"), lambda known: known.codes.get("NIL", 0)),
    "multiword": ItemFact(
        N_("1 where the target is part of a multiword"),
        lambda known: int("multiword" in known.parts),
    ),
}
