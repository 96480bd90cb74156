from typing import Any

from django.core.management.base import CommandParser
from django.utils import timezone

from annotation_site.selectors.overview import Overview, overview_facts, overview_of
from annotation_site.templatetags.overview_pages import end_words
from campaigns.management.pipeline import PipelineCommand, campaign_named
from campaigns.selectors.task import phrase_of, task_of
from regild.tables.printing import Estimate, shown


class Command(PipelineCommand):
    help = "Say how far a campaign is, how fast it goes, how good it is and what is next."

    def add_step_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("slug")

    def run_step(self, options: dict[str, Any]) -> tuple[dict[str, Any], list[str]]:
        found = overview_of(campaign_named(options["slug"]), now=timezone.now())
        return overview_facts(found), list(_lines(found))


def _lines(found: Overview) -> list[str]:
    campaign, pace = found.campaign, found.pace
    lines = [f"{campaign.title}: {campaign.get_state_display()}", found.link, ""]
    width = max(len(stage.name) for stage in found.stages)
    for stage in found.stages:
        said = [f"{fact.said} {fact.name}" for fact in stage.facts[:1]]
        if stage.headline is not None:
            said = [f"{stage.headline.said} {stage.headline.name}"]
        words = "; ".join([*said, *([stage.wrong] if stage.wrong else [])])
        lines.append(f"{stage.name:<{width}}  {stage.percent:>3} %  {words}".rstrip())
    if pace.percent is not None:
        lines += ["", f"{pace.percent} % of the {pace.counted} wanted."]
    lines.append(end_words(pace))
    if found.agreement is not None:
        now = found.agreement
        value = shown(Estimate(now.value, now.low, now.high))
        lines.append(f"{now.title}: {value} (n = {now.n})")
    if found.waiting:
        task = task_of(campaign)
        lines.append(phrase_of(task, "blocks wait", count=len(found.waiting)))
    if found.remarks.open:
        lines.append(f"Open remarks: {found.remarks.open}")
    if campaign.stopped_at:
        lines.append(f"The ranking is settled since {campaign.stopped_at:%Y-%m-%d}.")
    lines.append(f"Next: {found.next.words}" if found.next else "Nothing is due.")
    return lines
