"""Reads over what systems score on the two golds of a release."""

from collections import defaultdict
from collections.abc import Collection

from campaigns.models import Campaign, Sentence, System
from regild.scoring.annotators import OverAnnotators
from regild.scoring.changes import Change, changes
from regild.scoring.evaluation import Scored
from regild.scoring.measures import KEYS
from regild.scoring.two_golds import (
    Line,
    TwoRankings,
    annotator_table,
    part_table,
    ranking_table,
    score_table,
    two_rankings,
)
from regild.tables.printing import Table
from scoring.models import OVER_ANNOTATORS, Evaluation, Release, Score
from scoring.selectors.golds import (
    answers_of,
    both_golds,
    checksum_of,
    multiword_targets,
)

# The name of the table that has every measure's agreement of ranks.
RANKINGS = "rankings"
_JUDGED = "judged@10"
# To be put in order every sentence is scored; of a larger campaign one target is shown.
COMPARED_AT_ONCE = 2_000


def rankings_of(release: Release, measures: Collection[str] = KEYS) -> dict[str, TwoRankings]:
    """By measure, on all sentences or, as in `best.R.n`, on a part; empty until the release has
    been scored on."""
    judged = {measure: _judged(measure) for measure in measures}
    rows = Score.objects.filter(
        evaluation__release=release, measure__in={*judged, *judged.values()}
    ).values_list(
        "measure",
        "evaluation__gold",
        "evaluation__system_id",
        "evaluation__system__name",
        "evaluation__pooled",
        *Scored._fields,
        *OVER_ANNOTATORS,
    )
    found: defaultdict[str, dict[tuple[str, int], tuple[Scored, OverAnnotators]]]
    found = defaultdict(dict)
    systems: dict[int, tuple[str, bool]] = {}
    for measure, gold, id, name, pooled, *numbers in rows.order_by("evaluation__system_id"):
        cut = len(Scored._fields)
        found[measure][gold, id] = Scored(*numbers[:cut]), OverAnnotators(*numbers[cut:])
        systems[id] = name, pooled
    return {
        measure: two_rankings(
            measure,
            [
                Line(
                    id,
                    name,
                    pooled,
                    found[measure][Evaluation.Gold.FIRST, id][0],
                    found[measure][Evaluation.Gold.SECOND, id][0],
                    found[judged[measure]][Evaluation.Gold.SECOND, id][0].value,
                    found[measure][Evaluation.Gold.SECOND, id][1],
                )
                for id, (name, pooled) in systems.items()
            ],
        )
        for measure in measures
        if measure in found
    }


def parts_scored(release: Release) -> list[str]:
    """The parts of the sentences there are scores on: NMWS, NMWT, parts of speech."""
    names = Score.objects.filter(
        evaluation__release=release, measure__startswith=f"{_JUDGED}."
    ).values_list("measure", flat=True)
    return sorted({name.removeprefix(f"{_JUDGED}.") for name in names.distinct()})


def part_rankings(
    release: Release, measures: Collection[str]
) -> dict[str, dict[str, TwoRankings]]:
    """By measure and by part; nothing where systems were scored before parts were."""
    parts = parts_scored(release)
    found = rankings_of(release, [f"{key}.{part}" for key in measures for part in parts])
    return {
        key: {part: of_part for part in parts if (of_part := found.get(f"{key}.{part}"))}
        for key in measures
    }


def lines_of(release: Release, system: System, *, measure: str) -> list[tuple[str, Line]]:
    """How one system stands, on all sentences ("") and on each part; nothing until scored."""
    all_sentences = rankings_of(release, [measure]).values()
    parts = part_rankings(release, [measure])[measure]
    return [
        (part, line)
        for part, rankings in (*(("", found) for found in all_sentences), *parts.items())
        for line in rankings.lines
        if line.id == system.id
    ]


def how_scored(release: Release) -> Evaluation | None:
    """An evaluation on the second gold: the draws are the same for all systems."""
    return release.evaluations.filter(gold=Evaluation.Gold.SECOND).order_by("id").first()


def is_out_of_date(release: Release) -> bool:
    """Whether scoring again would give something else: other systems, or other multiwords than
    those it was scored with. False where it has not been scored on."""
    scored = dict(
        release.evaluations.filter(gold=Evaluation.Gold.SECOND).values_list(
            "system_id", "multiwords"
        )
    )
    if not scored:
        return False
    systems = set(
        System.objects.filter(campaign=release.campaign_id).values_list("id", flat=True)
    )
    told = checksum_of(multiword_targets(release.campaign))
    return systems != scored.keys() or set(scored.values()) != {told}


def table_named(release: Release, name: str) -> Table | None:
    """`rankings`; by its name a measure's, on all sentences or a part; and, with `annotators-`
    or `parts-` before the name, what other annotators and other sentences would change."""
    if name == RANKINGS:
        rankings = rankings_of(release)
        return ranking_table(rankings.values()) if rankings else None
    kind, _, measure = name.partition("-")
    if kind == "parts" and measure in KEYS:
        parts = part_rankings(release, [measure])[measure]
        return part_table(measure, parts) if parts else None
    if kind == "annotators" and measure in KEYS:
        rankings = rankings_of(release, [measure])
        return annotator_table(rankings[measure]) if rankings else None
    rankings = rankings_of(release, [name])
    return score_table(rankings[name]) if rankings else None


def compared_target(campaign: Campaign, asked: str) -> str:
    """The target asked for; else none where all sentences are compared, or the first."""
    if asked or campaign.sentences.count() <= COMPARED_AT_ONCE:
        return asked
    return campaign.sentences.order_by("lexelt").values_list("lexelt", flat=True)[0]


def changes_of(
    release: Release, system: System, *, measure: str, lexelt: str = ""
) -> list[Change]:
    """Over all sentences, or over one target's."""
    golds = both_golds(release, lexelt=lexelt)
    [answers] = answers_of(release, [system], lexelt=lexelt)
    return changes(
        first_gold=golds.first, second_gold=golds.second, answers=answers, measure=measure
    )


def sentences_by_key(release: Release, keys: Collection[str]) -> dict[str, Sentence]:
    sentences = release.campaign.sentences.filter(key__in=keys)
    return {sentence.key: sentence for sentence in sentences}


def _judged(measure: str) -> str:
    """The measure that says, over the same sentences, how many answers are judged."""
    key = max((key for key in KEYS if f"{measure}.".startswith(f"{key}.")), key=len, default="")
    return _JUDGED + measure.removeprefix(key)
