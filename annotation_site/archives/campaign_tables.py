"""Which tables a campaign is made of, and which of their columns name other rows.

Found from the models themselves, so that a model added later goes along by itself. What no
model says is declared here: ids inside other values, and what does not travel.
"""

from collections.abc import Callable
from typing import Any, NamedTuple

from django.apps import apps
from django.contrib.auth.models import User
from django.db import models

from annotation_site.archives.rows import Field, fields_of, name_of
from campaigns.models import Campaign

Model = type[models.Model]
# (model's name, id of a row) → what names the same row on the other side.
Renumber = Callable[[str, int], int]

# Work under way is the site's, not the campaign's: a job names tasks, workers and users. A
# token is its lead's, and must open nothing on the site the campaign goes to; a webhook would
# be told by two sites, and its secret is for this one. Comparisons and sums are counted again,
# and what is proposed is looked at again. Who wants letters said so here; an address that an
# annotator left, and what is known of others, goes nowhere else.
LEFT_BEHIND = {
    "campaigns.Job",
    "campaigns.ApiToken",
    "campaigns.Webhook",
    "campaigns.WebhookMessage",
    "campaigns.SummaryWish",
    "annotators.Reminder",
    "annotators.WrittenAddress",
    "scoring.ReleaseComparison",
    "proposing.FirstGoldReport",
    "agreement.SumsState",
    "agreement.CandidateSum",
    "agreement.ItemSum",
    "judging.JudgingReport",
}
# A secret is between its site and another; which network a seat was taken from, only the site
# that hashed it can tell.
LEFT_EMPTY = {
    "campaigns.Campaign.recruiting_secret",
    "rating.Assignment.network",
    "proposing.ProposalTurn.network",
}
USER = name_of(User)


class Column(NamedTuple):
    """`names` is the model whose rows the column names, "" where it names none."""

    field: Field
    names: str


def campaign_paths() -> dict[Model, str]:
    """Every model whose rows are a campaign's, with the lookup that leads from it there.

    By columns that cannot be empty first: an assignment may lack a subset, never an annotator.
    """
    paths: dict[Model, str] = {Campaign: "pk"}
    for optional in (False, True):
        while further := {
            model: f"{field.name}__{paths[field.related_model]}"
            for model in apps.get_models(include_auto_created=True)
            if model not in paths and name_of(model) not in LEFT_BEHIND
            for field in fields_of(model)
            if field.null is optional and field.related_model in paths
        }:
            paths |= further
    return paths


def columns_of(model: Model) -> list[Column]:
    """What an archive says of a row. Not its key: a row's number is its place.

    Raises LookupError for a column that names rows an archive does not hold.
    """
    held = {name_of(held) for held in campaign_paths()} | {USER}
    columns = []
    for field in fields_of(model):
        names = name_of(field.related_model) if field.related_model else ""
        if field.primary_key or (names in LEFT_BEHIND and field.null):
            continue
        if names and names not in held:
            raise LookupError(f"{field} names {names}, which is not part of a campaign")
        columns.append(Column(field, names))
    return columns


def translated(
    column: Column, value: Any, *, renumber: Renumber, user: Callable[[Any], Any]
) -> Any:
    """A column's value as the other side says it; `user` gives a name for an id, or an id."""
    if value is None:
        return None
    if str(column.field) in LEFT_EMPTY:
        return ""
    if column.names == USER:
        return user(value)
    if column.names:
        return renumber(column.names, value)
    within = IDS_WITHIN.get(str(column.field))
    return within(value, renumber) if within else value


def _systems(answers: list[tuple[int, int]], renumber: Renumber) -> Any:
    return [[renumber("sources.System", system), rank] for system, rank in answers]


def _annotator(id: int, renumber: Renumber) -> int:
    return renumber("annotators.Annotator", id)


def _by_annotator(found: dict[str, Any], renumber: Renumber) -> Any:
    return {str(_annotator(int(id), renumber)): facts for id, facts in found.items()}


def _pairs(pairs: list[dict[str, Any]], renumber: Renumber) -> Any:
    return [
        pair | {"annotators": [_annotator(id, renumber) for id in pair["annotators"]]}
        for pair in pairs
    ]


def _severity(found: dict[str, Any], renumber: Renumber) -> Any:
    if not found:
        return found
    told = [
        one | {"annotator": _annotator(one["annotator"], renumber)}
        for one in found["annotators"]
    ]
    return found | {"annotators": told}


_IN_THE_LOG = {"annotator": "annotators.Annotator", "sitting": "rating.Assignment"}


def _log_detail(detail: dict[str, Any], renumber: Renumber) -> Any:
    return {
        key: renumber(_IN_THE_LOG[key], told) if key in _IN_THE_LOG and told else told
        for key, told in detail.items()
    }


def _last_rating(id: int, renumber: Renumber) -> int:
    return renumber("rating.Rating", id)


# Columns that hold ids without being foreign keys.
IDS_WITHIN: dict[str, Callable[[Any, Renumber], Any]] = {
    "pooling.Candidate.answers": _systems,
    "agreement.AgreementReport.by_annotator": _by_annotator,
    "agreement.AgreementReport.pairs": _pairs,
    "agreement.AgreementReport.severity": _severity,
    "agreement.AgreementReport.last_rating": _last_rating,
    "campaigns.AuditEntry.detail": _log_detail,
}
