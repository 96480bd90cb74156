"""When the storm is over: what was asked for ends, and asking again changes nothing."""

import re
import time
from collections.abc import Iterator

from campaigns.models import Campaign, Job
from scoring.models import Release
from tests.processes import PATIENCE
from tests.storm import checks, releases
from tests.storm.books import Books
from tests.storm.calls import Caller
from tests.storm.clock import UNFINISHED, take_up_lost_jobs
from tests.storm.sources import Desk
from tests.storm.world import World

# Seconds between two looks for lost jobs; beat takes fifteen.
BETWEEN = 3
# A refusal is told in a sentence; this is how a job says that its work broke.
BROKE = re.compile(r"^[A-Z]\w+: |^Given up")


def faults(world: World, desk: Desk) -> list[str]:
    """All that is wrong with what the storm left; the site still runs, and nobody uses it."""
    found = [*waiting_for_ever(), *broken_jobs()]
    found += checks.faults(world, Books())
    campaign = Campaign.objects.get(slug=world.slug)
    caller = Caller(world.port, world.tally, Authorization=f"Bearer {desk.tokens[-1]}")
    found += still_as_pooled(campaign, caller)
    found += next_release(campaign, caller)
    return [*found, *releases.faults(Books())]


def waiting_for_ever() -> Iterator[str]:
    """Whatever is asked for ends, within a bounded time."""
    deadline = time.monotonic() + PATIENCE
    while Job.objects.filter(state__in=UNFINISHED).exists():
        if time.monotonic() > deadline:
            for job in Job.objects.filter(state__in=UNFINISHED):
                yield f"after {PATIENCE} s {job} (id {job.pk}, {job.attempts} attempts) waits"
            return
        take_up_lost_jobs()
        time.sleep(BETWEEN)


def broken_jobs() -> Iterator[str]:
    for job in Job.objects.filter(state=Job.State.FAILED).order_by("id"):
        if BROKE.match(job.error):
            yield f"job {job.pk} ({job.kind}) failed: {job.error[:300]}"


def still_as_pooled(campaign: Campaign, caller: Caller) -> Iterator[str]:
    """A pool that says it is made of the sources as they are, is."""
    fresh = campaign.pooled_version == campaign.sources_version
    done = ended(caller, campaign, "pool/", {})
    if isinstance(done, str):
        yield done
        return
    changed = {name: done.result[name] for name in ("added", "changed", "gone_deleted")}
    if fresh and any(changed.values()):
        yield f"the pool of {campaign} said that it was as its sources are; pooling: {changed}"
    campaign.refresh_from_db()
    if campaign.pooled_version != campaign.sources_version:
        yield (
            f"{campaign} was just pooled and says it is not: pooled {campaign.pooled_version},"
            f" sources {campaign.sources_version}"
        )


def next_release(campaign: Campaign, caller: Caller) -> Iterator[str]:
    """Made now that nobody writes, it holds exactly what counts."""
    if not any(Books().counting(campaign.pk)):
        return
    done = ended(caller, campaign, "releases/", {"min_ratings": 1})
    if isinstance(done, str):
        yield done
        return
    release = Release.objects.filter(campaign=campaign).latest("number")
    yield from releases.not_what_counts(release, Books())


def ended(caller: Caller, campaign: Campaign, rest: str, body: dict[str, int]) -> Job | str:
    """The job that was asked for, done; or what is wrong with that."""
    answer = caller.insist("POST", f"/api/v1/campaigns/{campaign.slug}/{rest}", body or None)
    if answer.status != 202:
        return f"{rest} was answered {answer.status}: {answer.text[:200]}"
    for late in waiting_for_ever():
        return late
    job = Job.objects.get(id=answer.json["id"])
    return job if job.state == Job.State.DONE else f"{job}: {job.error}"
