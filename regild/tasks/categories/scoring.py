"""How systems that label documents are scored."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from regild.problems import N_, Text
from regild.scoring.by_task import CampaignFacts, Gold, MeasureWords, ScoredOn, undefined
from regild.scoring.changes import Change, SubstituteOnBoth
from regild.scoring.choice_comparison import compare_choices
from regild.scoring.evaluation import Scored
from regild.scoring.exports.columns import ItemColumns
from regild.scoring.frozen_table import FrozenTable
from regild.scoring.inputs import AnswerLists, Weights
from regild.scoring.label_evaluation import (
    evaluate_annotators,
    evaluate_labels,
    within,
)
from regild.scoring.label_scorecard import OVERALL
from regild.scoring.policy import (
    excluded_said,
    left_out_said,
    never_counted_said,
    numbers_said,
    sample_said,
    seats_said,
)

NO_FIRST_GOLD = N_("there is no first gold")
NONE_OF_ITS_CATEGORIES = N_("no document is in one of its categories")
NO_MAJORITY = N_("no document has a category that most chose")

_OVERALL = {
    "accuracy": N_("The share of documents that have the right label."),
    "kappa": N_("Cohen's kappa with the gold: accuracy, corrected for chance."),
    "micro_precision": N_("The share of all labels given that are right."),
    "micro_recall": N_("The share of all documents that have the right label."),
    "micro_f": N_("The harmonic mean of the two over all documents."),
    "macro_precision": N_("The mean of precision over the categories of the gold."),
    "macro_recall": N_("The mean of recall over the categories of the gold."),
    "macro_f": N_("The mean of F over the categories of the gold."),
}
# Of the figures that have a table of their own; all others are called by their keys.
_TITLES = {
    "top.accuracy": N_("Accuracy at the top of the tree"),
    "leaf.accuracy": N_("Accuracy on the categories chosen"),
    "leaf.kappa": N_("Kappa on the categories chosen"),
    "leaf.macro_f": N_("F on the categories chosen, mean over categories"),
}
# All other levels are called by their numbers.
_LEVELS = {"top": N_("At the top of the tree"), "leaf": N_("On the categories chosen")}
_OF_CATEGORY = {
    "precision": N_("The share of the labels of this category that are right."),
    "recall": N_("The share of the documents of this category that have its label."),
    "f": N_("The harmonic mean of precision and recall of this category."),
}


class LabelScoring:
    # They follow from the tree of a campaign.
    keys: Sequence[str] = ()
    headline: Sequence[str] = ("top.accuracy", "leaf.accuracy", "leaf.kappa", "leaf.macro_f")
    tied: Sequence[str] = ()
    beside: Mapping[str, Text] = {"annotators": N_("annotators against each other")}
    of_parts = False
    of_multiwords = False
    worded_as_pooled = False
    over_annotators = False
    compares_ranks = False
    has_paper_tables = False
    scores_folders = False
    wants_contents = False
    wants_choices = True

    def words(self, key: str) -> MeasureWords:
        level, _, name = key.partition(".")
        if name in _OVERALL:
            return MeasureWords(_TITLES.get(key, key), (_OVERALL[name],))
        category, _, of_it = name.rpartition(".")
        if not (level and category):
            raise KeyError(key)
        return MeasureWords(key, (_OF_CATEGORY[of_it],))

    def family(self, key: str) -> str:
        level, _, name = key.partition(".")
        return _LEVELS.get(level, level) if name in _OVERALL else name.rpartition(".")[0]

    def lower_is_better(self, key: str) -> bool:
        return False

    def judged(self, key: str) -> str:
        return ""

    def steps(self, known: CampaignFacts) -> int:
        return 1

    def evaluate(
        self,
        gold: Gold,
        weights: Weights,
        systems: Sequence[AnswerLists],
        known: CampaignFacts,
        *,
        measured: Callable[[], None],
    ) -> ScoredOn:
        labels = gold_labels(weights, known)
        beside = evaluate_annotators(
            {
                name: within(chosen.items(), known.tree)
                for name, chosen in known.choices.get(gold, {}).items()
            },
            known.tree,
            seed=known.seed,
        )
        if labels:
            scores = _evaluated(labels, systems, known)
        else:
            reason = NO_MAJORITY if weights else NO_FIRST_GOLD
            scores = {key: [undefined(reason)] * len(systems) for key in beside}
        measured()
        return ScoredOn(labels, scores, {"annotators": beside})

    def changes(
        self,
        first: Weights,
        second: Weights,
        answers: AnswerLists,
        known: CampaignFacts,
        *,
        measure: str,
    ) -> list[Change]:
        """A document is worth 1 where its label is right at the measure's level. Of a category
        those that are in it or were given it, by the measure."""
        one = _worth(measure, gold_labels(first, known), answers, known)
        other = _worth(measure, gold_labels(second, known), answers, known)
        found = [
            Change(
                key,
                one.get(key),
                other.get(key),
                tuple(_on_both(answers.get(key, ()), first.get(key, {}), second.get(key, {}))),
                _chosen_instead(key, answers, first, second),
            )
            for key in dict.fromkeys([*one, *other])
        ]
        return sorted(found, key=_what_tells_most)

    def answer_shown(self, content: Mapping[str, Any], text: str) -> str:
        return text

    def compare(self, frozen: FrozenTable) -> dict[str, Any]:
        return compare_choices(frozen)

    def gold_choices(self, policy: Mapping[str, Any], items: ItemColumns) -> list[str]:
        most = {
            "plurality": "A document's category is the one that more annotators chose than any"
            " other.",
            "majority": "A document's category is the one that more than half of its annotators"
            " chose.",
        }
        return [
            most[policy["rule"]],
            "Where two are chosen equally often it has none, and no system is scored on it;"
            " nor has one with fewer than"
            f" {policy['min_ratings']} ratings.",
            *seats_said(policy),
            *never_counted_said(),
            *numbers_said(policy),
            *excluded_said(policy),
            *sample_said(policy),
            *left_out_said(policy, items),
        ]

    def score_choices(self, policy: Mapping[str, Any], items: ItemColumns) -> list[str]:
        said = [
            "The first gold has for each document the category that more annotators chose than"
            " any other, the second what the release decided; documents without one are not"
            " scored.",
            "A baseline of two categories is scored on the documents of these two alone, and"
            " has no rank.",
            "A document without a label counts as wrong, but no label as given for it: it"
            " lowers accuracy and recall, not precision.",
            "Accuracy is of all documents; of one category it is its recall.",
            "A mean over categories is undefined where it is for one category of the gold.",
            "Annotators against each other: each in turn is the gold of each other, over the"
            " documents both have, and all pairs are scored as one.",
            "p compares a system with the one ranked next where a figure is a mean over"
            " documents: by accuracy, and by the recall of a category.",
            *left_out_said(policy, items),
        ]
        if policy.get("sample"):
            said.append(
                "The second gold is of a sample: its figures are over the sampled documents,"
                " the first gold's over all; n says of each over how many."
            )
        return said


def gold_labels(weights: Weights, known: CampaignFacts) -> dict[str, str]:
    """The category of most of each document that has one: a tie decides nothing."""
    found = {}
    for document, of_it in weights.items():
        kept = within(((name, name) for name in of_it), known.tree)
        most = max((of_it[name] for name in kept), default=0)
        best = [name for name in kept if of_it[name] == most]
        if len(best) == 1:
            found[document] = best[0]
    return found


def _evaluated(
    gold: Mapping[str, str], systems: Sequence[AnswerLists], known: CampaignFacts
) -> dict[str, list[Scored]]:
    """A system that tells some categories apart is scored on their documents, and has no rank
    among those that are scored on all."""
    of_all = [answers for answers in systems if not answers.only]
    given = [_labels_of(answers, known) for answers in of_all]
    columns = evaluate_labels(gold, given, known.tree, seed=known.seed)
    ranked = {key: iter(column) for key, column in columns.items()}
    found: dict[str, list[Scored]] = {key: [] for key in columns}
    for answers in systems:
        alone: Mapping[str, Sequence[Scored]] = {}
        if answers.only and (own := _gold_of(answers, gold)):
            alone = evaluate_labels(
                own, [_labels_of(answers, known)], known.tree, seed=known.seed
            )
        for key, column in found.items():
            if not answers.only:
                column.append(next(ranked[key]))
            elif alone:
                column.append(alone[key][0]._replace(rank=None))
            else:
                column.append(undefined(NONE_OF_ITS_CATEGORIES))
    return found


def _gold_of(answers: AnswerLists, gold: Mapping[str, str]) -> Mapping[str, str]:
    """The documents that a system is scored on."""
    if not answers.only:
        return gold
    return {key: category for key, category in gold.items() if category in answers.only}


def _labels_of(answers: AnswerLists, known: CampaignFacts) -> dict[str, str]:
    return within(((key, given[0]) for key, given in answers.items() if given), known.tree)


def _worth(
    measure: str, gold: Mapping[str, str], answers: AnswerLists, known: CampaignFacts
) -> dict[str, float]:
    level, _, name = measure.partition(".")
    called = known.tree.levels[level]
    category, _, of_it = name.rpartition(".")
    labels = _labels_of(answers, known)
    found = {}
    for key, own in _gold_of(answers, gold).items():
        right, said = called[own], called.get(labels.get(key, ""))
        of = {"recall": (right,), "precision": (said,), "f": (right, said)}
        if name in OVERALL or category in of[of_it]:
            found[key] = float(right == said)
    return found


def _what_tells_most(change: Change) -> tuple[bool, float, bool]:
    """Those first on which the golds differ, then those that are wrong on both."""
    right = max(value or 0 for value in (change.first, change.second))
    return change.difference is None, -abs(change.difference or 0), bool(right)


def _chosen_instead(
    key: str, answers: AnswerLists, first: Weights, second: Weights
) -> tuple[SubstituteOnBoth, ...]:
    votes, shares = first.get(key, {}), second.get(key, {})
    others = {name for name in (*votes, *shares) if name not in answers.get(key, ())}
    by_share = sorted(
        others, key=lambda name: (-shares.get(name, 0), -votes.get(name, 0), name)
    )
    return tuple(_on_both(by_share, votes, shares))


def _on_both(
    names: Sequence[str], votes: Mapping[str, float], shares: Mapping[str, float]
) -> list[SubstituteOnBoth]:
    return [SubstituteOnBoth(name, votes.get(name), shares.get(name)) for name in names]


SCORING = LabelScoring()
