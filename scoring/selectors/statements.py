"""What a release's card and its public page say beside the numbers."""

from typing import Any

from django.utils.translation import override

from agreement.models import AgreementReport
from agreement.selectors.reports import latest_report, trend_of
from campaigns.models import Campaign, DataCard
from campaigns.selectors.task import phrase_of, task_of
from regild.agreement.registry import BY_KEY
from regild.scoring.exports.statement import Statement, StatementFigure

# What leads wrote, under the same names.
WRITTEN = tuple(
    field.name for field in DataCard._meta.fields if field.name not in ("authors", "license")
)


def statement_of(campaign: Campaign) -> Statement:
    """As the campaign and its newest report of agreement have it now."""
    report = latest_report(campaign)
    return Statement(
        organiser=campaign.organiser,
        contact=campaign.contact,
        authors=tuple(filter(None, map(str.strip, campaign.authors.splitlines()))),
        **{name: getattr(campaign, name).strip() for name in WRITTEN},
        instructions=instructions_shown(campaign),
        asked=tuple(question["label"] for question in campaign.questions),
        agreement=_figures(report) if report else (),
        agreement_ratings=report.n_ratings if report else 0,
    )


def card_empty(campaign: Campaign) -> int:
    """How many of the statements that only a lead can make are missing."""
    names = ("authors", "license", *WRITTEN)
    return sum(not getattr(campaign, name).strip() for name in names)


def as_json(statement: Statement) -> dict[str, Any]:
    return statement._asdict() | {"agreement": [one._asdict() for one in statement.agreement]}


def from_json(told: dict[str, Any]) -> Statement:
    return Statement(
        **told
        | {
            "authors": tuple(told["authors"]),
            "asked": tuple(told["asked"]),
            "agreement": tuple(StatementFigure(**one) for one in told["agreement"]),
        }
    )


def instructions_shown(campaign: Campaign) -> str:
    """The campaign's own, or the words that its pages have in its language; and the scale."""
    with override(campaign.language):
        task = task_of(campaign)
        own = campaign.instructions.strip()
        begin, end = (own, "") if own else (_said(task, "begin"), _said(task, "end"))
        labels = campaign.scale.order_by("position").values_list("value", "label")
        scale = "\n".join(f"- {value}: {label}" for value, label in labels)
    return "\n\n".join(filter(None, [begin, scale, end]))


def _said(task: Any, part: str) -> str:
    return str(phrase_of(task, f"instructions {part}"))


def _figures(report: AgreementReport) -> tuple[StatementFigure, ...]:
    """The three that every report begins with."""
    found = []
    for key in trend_of(task_of(report.campaign)):
        if (one := report.measures.get(key)) is not None:
            found.append(
                StatementFigure(
                    BY_KEY[key].title, one["value"], one.get("low"), one.get("high"), one["n"]
                )
            )
    return tuple(found)
