"""The tables of a report: the same rows on the page, as CSV and as LaTeX."""

import itertools
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from regild.tables.printing import Cell, Estimate, Table

# What a breakdown shows of the measures; the report itself has them all.
SHOWN = ("alpha_ordinal", "pairwise_exact", "unanimity", "sd")
# A report read back from PostgreSQL has lost the order of its keys.
MEASURES = (
    "unanimity",
    "sd",
    "sd_population",
    "pairwise_exact",
    "pairwise_within_1",
    "alpha_nominal",
    "alpha_ordinal",
    "alpha_interval",
    "fleiss_kappa",
    "gwet_ac1",
    "gwet_ac2",
    "icc1",
    "cohen_kappa",
    "cohen_kappa_quadratic",
    "mode_exists",
    "pairwise_sets",
    "pairwise_sets_by_sentence",
    "mode_hit",
    "mode_token_share",
    "mode_jaccard",
    "spearman_all",
    "spearman_gold",
)
OF_ANNOTATORS = (
    "loo_pearson",
    "loo_spearman",
    "bias",
    "cohen_kappa",
    "cohen_kappa_quadratic",
    "median_seconds",
)
BOX = ("votes", "n", "minimum", "lower_quartile", "median", "upper_quartile", "maximum")
SUBSTITUTE = ("sentence", "target", "text", "votes", "score", "n_ratings")
FREQUENCY = ("n_first", "n_second", "n_unknown", "u", "p", "reason")


Report = Mapping[str, Any]


def tables(report: Report, *, annotators: Mapping[str, str]) -> dict[str, Table]:
    """Every table by its name; `annotators` are the names to show for their ids. Without the
    sentences in the report there is no table of them."""
    comparison, found = report["comparison"], report["distributions"]
    origins = tuple(found["origins"])
    labels = [option["label"] for option in report["policy"]["scale"]]
    rhos = {key: comparison[key] for key in ("spearman_all", "spearman_gold")}
    made = [
        measure_table(_ordered(report["measures"] | rhos, MEASURES)),
        _groups("by_origin", "origin", _ordered(report["by_origin"], origins)),
        _groups("by_pos", "pos", dict(sorted(report["by_pos"].items()))),
        _groups("by_target", "target", dict(sorted(report["by_target"].items()))),
        _annotators(report["by_annotator"], annotators),
        _pairs(report["pairs"], annotators),
        _counts("values", ("value", *origins), labels, found["values"]),
        _counts("confusion", ("value", *labels), labels, found["confusion"]),
        _counts_and_shares("verdicts", ("verdict", *origins), labels, found["verdicts"]),
        _counts_and_shares(
            "bands",
            ("score", *origins),
            _bands(comparison["bands"]["from"]),
            comparison["bands"],
        ),
        _records("boxes", BOX, comparison["boxes"]),
        _records("new", SUBSTITUTE, comparison["new"]["good"]),
        _records("rejected", SUBSTITUTE, comparison["rejected"]["listed"]),
        _records("frequency", FREQUENCY, filter(None, [comparison.get("frequency")])),
        _records("coverage", ("day", "reached", "covered"), report["coverage"]["days"]),
    ]
    if "by_sentence" in report:
        made.append(_groups("by_sentence", "sentence", hardest_first(report["by_sentence"])))
    return {table.name: table for table in made}


def _ordered(section: Mapping[str, Any], order: Sequence[str]) -> dict[str, Any]:
    return {key: section[key] for key in order if key in section} | dict(section)


def measure_table(measures: Mapping[str, Any]) -> Table:
    return Table(
        "measures",
        ("measure", "value", "sentences_low", "sentences_high", "n", "n_ratings", "reason"),
        [
            (
                key,
                _estimate(found),
                found.get("sentences_low"),
                found.get("sentences_high"),
                found["n"],
                found["n_ratings"],
                found["reason"] or "",
            )
            for key, found in measures.items()
        ],
        estimates=("value",),
    )


def _groups(name: str, group: str, section: Mapping[str, Any]) -> Table:
    return Table(
        name,
        (group, "n", "n_ratings", *SHOWN, "reason"),
        [
            (
                key,
                measures["alpha_ordinal"]["n"],
                measures["alpha_ordinal"]["n_ratings"],
                *(_estimate(measures[measure]) for measure in SHOWN),
                measures["alpha_ordinal"]["reason"] or "",
            )
            for key, measures in section.items()
        ],
        estimates=SHOWN,
    )


def hardest_first(section: Mapping[str, Any]) -> dict[str, Any]:
    """By the mean standard deviation; where it is undefined, last."""
    hardness = {key: measures["sd"]["value"] for key, measures in section.items()}
    order = sorted(section, key=lambda key: (hardness[key] is None, -(hardness[key] or 0)))
    return {key: section[key] for key in order}


def _annotators(section: Mapping[str, Any], names: Mapping[str, str]) -> Table:
    return Table(
        "annotators",
        ("annotator", "n", *OF_ANNOTATORS, "reason"),
        [
            (
                names[id],
                measures["loo_pearson"]["n"],
                *(measures[key]["value"] for key in OF_ANNOTATORS),
                measures["loo_pearson"]["reason"] or "",
            )
            for id, measures in section.items()
        ],
    )


def _pairs(pairs: Iterable[Mapping[str, Any]], names: Mapping[str, str]) -> Table:
    return Table(
        "pairs",
        ("annotator", "other", "n", "cohen_kappa", "cohen_kappa_quadratic"),
        [
            (
                *(names[str(id)] for id in pair["annotators"]),
                pair["cohen_kappa"]["n"],
                pair["cohen_kappa"]["value"],
                pair["cohen_kappa_quadratic"]["value"],
            )
            for pair in pairs
        ],
    )


def _counts(name: str, head: tuple[str, ...], labels: Sequence[str], counts: Any) -> Table:
    rows: list[tuple[Cell, ...]] = [
        (label, *row) for label, row in zip(labels, counts, strict=True)
    ]
    return Table(name, head, rows)


def _counts_and_shares(
    name: str, head: tuple[str, ...], labels: Sequence[str], found: Mapping[str, Any]
) -> Table:
    """Shares are of the column."""
    both = [
        (*counts, *shares)
        for counts, shares in zip(found["counts"], found["shares"], strict=True)
    ]
    share_columns = tuple(f"{column}_share" for column in head[1:])
    return _counts(name, (*head, *share_columns), labels, both)


def _bands(lows: Sequence[float]) -> list[str]:
    """[0, 1[ … [3]: the last band is the highest score alone."""
    between = itertools.pairwise(lows)
    return [*(f"[{low:g}, {high:g}[" for low, high in between), f"[{lows[-1]:g}]"]


def _records(
    name: str, columns: tuple[str, ...], records: Iterable[Mapping[str, Any]]
) -> Table:
    return Table(
        name, columns, [tuple(record[column] for column in columns) for record in records]
    )


def _estimate(found: Mapping[str, Any]) -> Estimate:
    return Estimate(found["value"], found["low"], found["high"])
