"""A baseline that a worker makes: what it is made from waits with the uploads."""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager

from django.contrib.auth.models import User

from campaigns.models import Campaign, Job
from campaigns.services.jobs import ask
from core.job_files import files_of_job, forget_files_of_job, keep_for_job
from core.refusals import Refused
from regild.problems import N_, BadFiles, Source
from scoring.services.baselines import BASELINE, check_baseline


def request_baseline(
    *,
    campaign: Campaign,
    name: str,
    kind: str,
    gold: str,
    options: Mapping[str, Sequence[str]],
    files: Mapping[str, Source],
    by: User,
) -> Job:
    """Raises what `check_baseline` raises; nothing is kept then."""
    check_baseline(
        campaign=campaign, name=name, kind=kind, gold=gold, options=options, files=files
    )
    return ask(
        BASELINE,
        campaign=campaign,
        by=by.pk,
        name=name,
        baseline=kind,
        gold=gold,
        options=options,
        kept=keep_for_job(files),
    )


@contextmanager
def kept_files(kept: Mapping[str, str]) -> Iterator[dict[str, Source]]:
    """What a job was asked with; gone once it is done. Raises Refused for files that are wrong
    or were lost while it waited."""
    with files_of_job(kept) as files:
        try:
            yield files
        except BadFiles as bad:
            text = N_("Nothing was stored. %(problems)s", problems=str(bad))
            raise Refused("bad_files", text) from bad
    forget_files_of_job(kept)
