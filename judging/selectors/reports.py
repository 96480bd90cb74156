"""Reports on judges as they are kept, and what a page, a file or a program is told of one."""

from collections.abc import Mapping
from typing import Any

from django.shortcuts import get_object_or_404
from django.utils.translation import gettext

from agreement.selectors.reports import FigureFile
from campaigns.models import Campaign
from core.refusals import restored, said
from judging.models import JudgingReport
from regild.figures.drawing import FORMATS, Look, Theme
from regild.figures.judging import in_their_place
from regild.judging.among_people import SAME_SHARE, InTheirPlace, ModelAmongPeople
from regild.tables.printing import Cell, Estimate, Table

TABLES = ("judges", "annotators", "confusions", "groups", "systems")


def latest_judging(campaign: Campaign) -> JudgingReport | None:
    return campaign.judging_reports.first()


def judging_named(campaign: Campaign, id: int) -> JudgingReport:
    """Raises Http404."""
    return get_object_or_404(campaign.judging_reports, id=id)


def is_out_of_date(report: JudgingReport) -> bool:
    """Whether ratings, judges or releases are others by now."""
    campaign = Campaign.objects.get(id=report.campaign_id)
    numbers = {str(number) for number in campaign.judges.values_list("number", flat=True)}
    newest = campaign.releases.order_by("-number").values_list("number", flat=True).first()
    return (
        report.ratings_version != campaign.ratings_version
        or numbers != report.found.keys()
        or newest != report.release
    )


def judging_facts(report: JudgingReport) -> dict[str, Any]:
    """A report as one JSON object, its reasons in the reader's language."""
    return {
        "campaign": report.campaign.slug,
        "report": report.pk,
        "made_at": report.made_at.isoformat(),
        "out_of_date": is_out_of_date(report),
        "epsilon": report.epsilon,
        "release": report.release,
        "n_annotators": report.n_annotators,
        "n_ratings": report.n_ratings,
        "seed": report.seed,
        "judges": [_said(report.found[number]) for number in sorted(report.found, key=int)],
    }


def judging_figure(
    report: JudgingReport, number: int, *, form: str, theme: Theme
) -> FigureFile | None:
    """Each annotator and the judge in their place, in words of the reader's language; None
    where the report has no such judge, or there is no such form."""
    one = report.found.get(str(number))
    if one is None or form not in FORMATS:
        return None
    among = one["among"]
    places = tuple(
        InTheirPlace(name, place["n"], place["person"], place["model"])
        for name, place in among["annotators"].items()
    )
    found = ModelAmongPeople(
        _name(one),
        among["n_items"],
        among["n_ratings"],
        among["people"],
        among["as_people"],
        places,
        tuple(among["values"]),
        tuple(map(tuple, among["confusion"])),
    )
    look = Look(form, theme, gettext("gave the same value as the others, share"), "")
    titles = (gettext("annotator"), gettext("model in their place"), gettext("mean"))
    return FigureFile(in_their_place(found, SAME_SHARE, look, titles=titles), FORMATS[form])


def judging_tables(facts: Mapping[str, Any]) -> dict[str, Table]:
    judges = facts["judges"]
    return {
        "judges": Table(
            "judges",
            (
                *("judge", "score", "winning_rate", "advantage_probability", "passes"),
                *("n_annotators", "same_share", "same_share_of_people"),
            ),
            [
                (
                    _name(one),
                    score,
                    found["winning_rate"],
                    found["advantage_probability"],
                    _yes(found["passes"]),
                    found["n_annotators"],
                    one["among"]["as_people"].get("same_share"),
                    one["among"]["people"].get("same_share"),
                )
                for one in judges
                for score, found in one["alternative"].items()
            ],
        ),
        "annotators": _annotators(judges),
        "confusions": _confusions(judges),
        "groups": Table(
            "groups",
            ("judge", "by", "group", "n", "same_share_of_people", "same_share"),
            [
                (
                    _name(one),
                    grouping,
                    group,
                    part["n_items"],
                    part["people"].get("same_share"),
                    part["as_people"].get("same_share"),
                )
                for one in judges
                for grouping, groups in one["by"].items()
                for group, part in groups.items()
            ],
        ),
        "systems": _systems(judges),
    }


def _annotators(judges: list[dict[str, Any]]) -> Table:
    columns = ("judge", "annotator", "n", "person", "in_their_place", "p", "wins")
    rows: list[tuple[Cell, ...]] = []
    for one in judges:
        score = next(reversed(one["alternative"]), None)
        tested = one["alternative"][score]["annotators"] if score else {}
        people = sorted(one["among"]["annotators"].items(), key=lambda item: _in_order(item[0]))
        for name, place in people:
            beside = tested.get(name, {})
            rows.append(
                (
                    _name(one),
                    name,
                    place["n"],
                    place["person"].get("same_share"),
                    place["model"].get("same_share"),
                    beside.get("p"),
                    _yes(beside.get("wins")),
                )
            )
    return Table("annotators", columns, rows)


def _confusions(judges: list[dict[str, Any]]) -> Table:
    rows: list[tuple[Cell, ...]] = [
        (_name(one), by_model, by_people, n)
        for one in judges
        for by_model, row in zip(one["among"]["values"], one["among"]["confusion"], strict=True)
        for by_people, n in zip(one["among"]["values"], row, strict=True)
    ]
    return Table("confusions", ("judge", "by_judge", "by_people", "n"), rows)


def _systems(judges: list[dict[str, Any]]) -> Table:
    columns = (
        *("judge", "system", "related", "measure", "n"),
        *("people", "by_judge", "favour", "powered", "weight"),
    )
    rows: list[tuple[Cell, ...]] = []
    for one in judges:
        powered = one["powered"] or {}
        for system, favour in (one["favour"] or {}).items():
            helped = powered.get(system) or {}
            rows.append(
                (
                    _name(one),
                    system,
                    _yes(system in one["judge"]["related"]),
                    one["measure"],
                    favour["n"],
                    _estimate(helped.get("people"), favour["people"]),
                    favour["model"],
                    Estimate(favour["favour"], favour["low"], favour["high"]),
                    _estimate(helped.get("powered"), None),
                    helped.get("weight"),
                )
            )
    return Table("systems", columns, rows, ("people", "favour", "powered"))


def _estimate(mean: Mapping[str, float] | None, value: float | None) -> Estimate:
    if mean is None:
        return Estimate(value, None, None)
    return Estimate(mean["value"], mean["low"], mean["high"])


def _in_order(name: str) -> tuple[int, str]:
    """Numbers as numbers, before names."""
    return (int(name), "") if name.isdecimal() else (10**12, name)


def _name(one: Mapping[str, Any]) -> str:
    judge = one["judge"]
    return f"{judge['name']} {judge['model_version']}"


def _yes(found: bool | None) -> str | None:
    return None if found is None else "yes" if found else "no"


def _said(found: Any) -> Any:
    """Reasons in words."""
    if isinstance(found, dict):
        if found.keys() == {"template", "parameters"}:
            return said(restored(found))
        return {key: _said(value) for key, value in found.items()}
    if isinstance(found, list):
        return [_said(value) for value in found]
    return found
