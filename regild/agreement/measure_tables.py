"""Tables of measures: of the campaign, of groups of its candidates, of its annotators."""

from collections.abc import Mapping, Sequence
from typing import Any, Literal

from regild.agreement.measures.first_gold import ProposalMeasure, VoteMeasure
from regild.agreement.measures.one_annotator import AnnotatorMeasure
from regild.agreement.measures.pairs import PairMeasure
from regild.agreement.measures.two_golds import GoldMeasure
from regild.agreement.registry import BY_KEY, family
from regild.problems import N_
from regild.tables.printing import Estimate, MadeRows, Table
from regild.tolerance import highest_first

Level = Literal["ordinal", "nominal"]
OF_GOLDS = tuple(measure.key for measure in family(GoldMeasure))

NOT_MEASURED = N_("the report is older than the measure")

# As JSON has it.
Found = Mapping[str, Any]
Names = Mapping[str, str]


def alpha_for(level: Level) -> str:
    """The coefficient that fits the scale, by its key."""
    return f"alpha_{level}"


def shown_measures(level: Level) -> tuple[str, ...]:
    """What a breakdown shows of the measures; the report itself has them all."""
    spread = ("sd",) if level == "ordinal" else ()
    return (alpha_for(level), "pairwise_exact", "unanimity", *spread)


def of_annotators(level: Level) -> tuple[str, ...]:
    """What is told of each annotator; the first is the one that every annotator has."""
    alone = [measure.key for measure in family(AnnotatorMeasure)]
    with_others = alone if level == "ordinal" else ["pairwise_exact"]
    of_pairs = (measure.key for measure in family(PairMeasure, level))
    return (*with_others, *of_pairs, "median_seconds")


def measure_table(measures: Found, *, correlations: bool = False) -> Table:
    """With a p where there are correlations among them."""
    columns = (
        "measure",
        "value",
        "sentences_low",
        "sentences_high",
        "n",
        "n_ratings",
        "reason",
    )
    return Table(
        "measures",
        (*columns, "p") if correlations else columns,
        [
            (
                key,
                estimate(found),
                found.get("sentences_low"),
                found.get("sentences_high"),
                found["n"],
                found["n_ratings"],
                found["reason"] or "",
                *([found.get("p")] if correlations else []),
            )
            for key, found in measures.items()
        ],
        estimates=("value",),
    )


def hardest_first(section: Found) -> dict[str, Any]:
    """By the mean standard deviation; where it is undefined, last."""
    hardness = {key: measures["sd"]["value"] for key, measures in section.items()}
    known = [key for key, value in hardness.items() if value is not None]
    order = highest_first([hardness[key] for key in known]).tolist()
    return {known[place]: section[known[place]] for place in order} | dict(section)


def campaign_table(report: Found, _names: Names) -> Table:
    of_golds = {key: report["comparison"].get(key) for key in OF_GOLDS}
    known = {key: found for key, found in of_golds.items() if found}
    return measure_table(ordered(report["measures"] | known, tuple(BY_KEY)), correlations=True)


def ordered(section: Found, order: Sequence[str]) -> dict[str, Any]:
    """A report read back from PostgreSQL has lost the order of its keys."""
    return {key: section[key] for key in order if key in section} | dict(section)


def group_table(name: str, group: str, section: Found, *, level: Level) -> Table:
    alpha, measures_shown = alpha_for(level), shown_measures(level)
    return Table(
        name,
        (group, "n", "n_ratings", *measures_shown, "reason"),
        MadeRows(
            section.items(),
            lambda one: (
                one[0],
                one[1][alpha]["n"],
                one[1][alpha]["n_ratings"],
                *(estimate(one[1][measure]) for measure in measures_shown),
                one[1][alpha]["reason"] or "",
            ),
        ),
        estimates=measures_shown,
    )


def left_out_table(without: Mapping[str, Found]) -> Table:
    """Agreement on the first gold when one annotator is left out."""
    measures = [measure.key for measure in (*family(VoteMeasure), *family(ProposalMeasure))]
    return Table(
        "first_gold_without",
        ("without", "n_ratings", *measures),
        [
            (
                name,
                found["mode_exists"]["n_ratings"],
                *(_value(found, key) for key in measures),
            )
            for name, found in sorted(without.items())
        ],
    )


def annotators_table(report: Found, names: Names, *, level: Level = "ordinal") -> Table:
    """The count and the reason are those of the first measure."""
    measures_shown = of_annotators(level)
    first = measures_shown[0]
    return Table(
        "annotators",
        ("annotator", "n", *measures_shown, "reason"),
        MadeRows(
            report["by_annotator"].items(),
            lambda one: (
                names[one[0]],
                one[1][first]["n"],
                *(_value(one[1], key) for key in measures_shown),
                one[1][first]["reason"] or "",
            ),
        ),
    )


def severity_table(report: Found, names: Names) -> Table:
    """The strictest first."""
    found = report.get("severity") or {}
    return Table(
        "severity",
        ("annotator", "severity", "n_ratings"),
        MadeRows(
            found.get("annotators", ()),
            lambda one: (
                names[str(one["annotator"])],
                Estimate(one["effect"], one["low"], one["high"]),
                one["n"],
            ),
        ),
        ("severity",),
    )


def devices_table(report: Found, _names: Names) -> Table:
    """Of the ratings made on each kind of device the share of every value; and how much higher
    they are than those made on the others, of the same candidates."""
    labels = tuple(option["label"] for option in report["policy"]["scale"])
    return Table(
        "devices",
        (
            *("device", "n_annotators", "n_ratings", *labels),
            *("mean", "median_seconds", "difference", "n_candidates"),
        ),
        [
            (
                *(one["device"], one["n_annotators"], one["n_ratings"]),
                *(count / one["n_ratings"] for count in one["counts"]),
                *(one["mean"], one["median_seconds"]),
                _difference(one["difference"]),
                one["difference"]["n_candidates"],
            )
            for one in report.get("devices") or ()
        ],
        ("difference",),
    )


def _difference(found: Found) -> Estimate:
    reason = found["reason"] if found["value"] is None else ""
    return Estimate(found["value"], found["low"], found["high"], reason)


def pairs_table(report: Found, names: Names, *, level: Level = "ordinal") -> Table:
    measures_shown = tuple(measure.key for measure in family(PairMeasure, level))
    return Table(
        "pairs",
        ("annotator", "other", "n", *measures_shown),
        MadeRows(
            report["pairs"],
            lambda pair: (
                *(names[str(id)] for id in pair["annotators"]),
                pair["cohen_kappa"]["n"],
                *(_value(pair, key) for key in measures_shown),
            ),
        ),
    )


def _value(measures: Found, key: str) -> Estimate:
    """Without its interval. A report from before there was the measure has nothing of it."""
    if key not in measures:
        return Estimate(None, reason=NOT_MEASURED)
    return Estimate(measures[key]["value"], reason=measures[key]["reason"] or "")


def estimate(found: Found) -> Estimate:
    """Of a measure as reports keep it."""
    return Estimate(found["value"], found["low"], found["high"], found["reason"] or "")
