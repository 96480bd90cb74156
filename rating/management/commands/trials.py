from typing import Any

from django.core.management.base import CommandParser

from campaigns.management.pipeline import PipelineCommand, campaign_named
from rating.selectors.trials import Tried, trials_of
from regild.rating.trials import DifferenceInMeans


class Command(PipelineCommand):
    help = "What the trials of what annotators are told have shown, newest first."

    def add_step_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("slug")

    def run_step(self, options: dict[str, Any]) -> tuple[dict[str, Any], list[str]]:
        campaign = campaign_named(options["slug"])
        found = trials_of(campaign)
        lines = [line for tried in found for line in _lines(tried)]
        facts = {"campaign": campaign.slug, "trials": [_facts(tried) for tried in found]}
        return facts, lines or ["Nothing was tried."]


def _facts(tried: Tried) -> dict[str, Any]:
    trial = tried.trial
    return {
        "encouragement": trial.encouragement,
        "began_at": trial.began_at.isoformat(),
        "ended_at": trial.ended_at and trial.ended_at.isoformat(),
        "ratings": _numbers(tried.ratings),
        "agreement": _numbers(tried.agreement),
    }


def _numbers(found: DifferenceInMeans) -> dict[str, Any]:
    return {
        **found._asdict(),
        "shown": found.shown._asdict(),
        "hidden": found.hidden._asdict(),
    }


def _lines(tried: Tried) -> list[str]:
    trial = tried.trial
    until = f" to {trial.ended_at:%Y-%m-%d}" if trial.ended_at else ", running"
    return [
        f"{trial.encouragement} from {trial.began_at:%Y-%m-%d}{until}",
        f"  ratings per annotator: {_told(tried.ratings)}",
        f"  agreement with the others: {_told(tried.agreement)}",
    ]


def _told(found: DifferenceInMeans) -> str:
    sides = ", ".join(
        f"{side.mean:.3g} of {side.n} {name}" if side.mean is not None else f"nobody {name}"
        for side, name in ((found.shown, "shown it"), (found.hidden, "not shown it"))
    )
    if found.value is None:
        return f"{sides}; no difference can be told"
    if found.low is None or found.high is None:
        return f"{sides}; difference {found.value:+.3g}, too few for an interval"
    return f"{sides}; difference {found.value:+.3g} [{found.low:+.3g}, {found.high:+.3g}]"
