"""What tells categories apart by itself: the words of the documents."""

from collections.abc import Iterable, Mapping

from regild.formats.records import AnswerRecord
from regild.problems import N_, reason_of
from regild.scoring.word_baseline import label_by_words
from regild.tasks.baselines import ONLY, BadBaseline, Baseline, BaselineInput, BaselineOption


def by_words(asked: BaselineInput) -> Iterable[AnswerRecord]:
    """Each document of the gold, labelled by a model that was trained on the others."""
    gold = {key: best for key, votes in asked.gold.items() if (best := _most(votes))}
    only = asked.options.get(ONLY, ())
    if only:
        if strange := [name for name in only if name not in gold.values()]:
            text = N_("no document of the gold is in category %(names)s", names=tuple(strange))
            raise BadBaseline(text, option=ONLY)
        gold = {key: category for key, category in gold.items() if category in only}
    texts = {item.key: item.content["text"] for item in asked.items}
    try:
        labels = label_by_words(texts, gold)
    except (ImportError, ValueError) as wrong:
        otherwise = N_("the words of these documents cannot be learnt from")
        raise BadBaseline(reason_of(wrong, otherwise=otherwise)) from wrong
    return [
        AnswerRecord(key, "", (label.category,), line, (label.score,))
        for line, (key, label) in enumerate(labels.items(), start=1)
    ]


def _most(votes: Mapping[str, float]) -> str | None:
    """What more chose than anything else; None for a tie."""
    best = sorted(votes.items(), key=lambda one: -one[1])[:2]
    if not best or (len(best) > 1 and best[0][1] == best[1][1]):
        return None
    return best[0][0]


BASELINES: Mapping[str, Baseline] = {
    "words": Baseline(
        N_("Words"),
        N_(
            "Naive Bayes on the words of the documents, each by a model that learnt from others"
        ),
        by_words,
        trained=True,
        slow=True,
        options={ONLY: BaselineOption(N_("These two categories alone"), words=2)},
    )
}
