"""How systems that answer with substitutes are scored."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from regild.problems import Text
from regild.scoring.by_task import CampaignFacts, Gold, MeasureWords, ScoredOn
from regild.scoring.changes import Change, changes
from regild.scoring.consensus import compare_rules
from regild.scoring.evaluation import evaluate_parts
from regild.scoring.exports.columns import ItemColumns
from regild.scoring.frozen_table import FrozenTable
from regild.scoring.inputs import AnswerLists, Weights
from regild.scoring.matrices import gold_table
from regild.scoring.measures import JUDGED, KEYS, TABLE_2, TABLE_3, family_of, measure_of
from regild.scoring.parts import parts_of
from regild.scoring.policy import gold_choices, score_choices
from regild.scoring.tie_groups import TIED


class SubstituteScoring:
    keys: Sequence[str] = KEYS
    headline: Sequence[str] = (TABLE_2, TABLE_3)
    tied: Sequence[str] = TIED
    beside: Mapping[str, Text] = {}
    of_parts = True
    of_multiwords = True
    worded_as_pooled = True
    over_annotators = True
    compares_ranks = True
    has_paper_tables = True
    scores_folders = True
    wants_contents = False
    wants_choices = False

    def words(self, key: str) -> MeasureWords:
        measure = measure_of(key)
        return MeasureWords(measure.title, (measure.definition, measure.aside))

    def family(self, key: str) -> str:
        return family_of(key)

    def lower_is_better(self, key: str) -> bool:
        return False

    def judged(self, key: str) -> str:
        """Over the same sentences."""
        own = max((one for one in KEYS if f"{key}.".startswith(f"{one}.")), key=len, default="")
        return JUDGED + key.removeprefix(own)

    def steps(self, known: CampaignFacts) -> int:
        return len(_parts(known)) * len(KEYS)

    def evaluate(
        self,
        gold: Gold,
        weights: Weights,
        systems: Sequence[AnswerLists],
        known: CampaignFacts,
        *,
        measured: Callable[[], None],
    ) -> ScoredOn:
        found = evaluate_parts(
            _parts(known),
            gold=weights,
            systems=systems,
            groups=known.groups,
            multiword_sentences=known.multiwords,
            named=known.named,
            seed=known.seed,
            penalty=known.penalty,
            measured=measured,
        )
        items = gold_table(weights).sentences
        return ScoredOn(items, found.scored, {}, found.over_sentences)

    def changes(
        self,
        first: Weights,
        second: Weights,
        answers: AnswerLists,
        known: CampaignFacts,
        *,
        measure: str,
    ) -> list[Change]:
        return changes(
            first_gold=first,
            second_gold=second,
            answers=answers,
            measure=measure,
            penalty=known.penalty,
        )

    def answer_shown(self, content: Mapping[str, Any], text: str) -> str:
        return text

    def compare(self, frozen: FrozenTable) -> dict[str, Any]:
        return compare_rules(frozen)

    def gold_choices(self, policy: Mapping[str, Any], items: ItemColumns) -> list[str]:
        return gold_choices(policy, items)

    def score_choices(self, policy: Mapping[str, Any], items: ItemColumns) -> list[str]:
        return score_choices(policy, items)


def _parts(known: CampaignFacts) -> list[str | None]:
    groups = known.groups.values()
    found = parts_of(groups, multiwords_known=bool(known.multiwords), named=known.named)
    return [None, *found]


SCORING = SubstituteScoring()
