"""A baseline that a worker makes: what it is made from waits with the uploads."""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager

from django.contrib.auth.models import User
from django.core.files import File

from campaigns.models import Campaign, Job
from campaigns.services.jobs import ask
from core.refusals import Refused
from core.uploads import find_upload, forget_upload, keep_upload
from regild.problems import N_, BadFiles, Source
from scoring.services.baselines import BASELINE, check_baseline

# Whoever asked may be gone when the job is done: the files are in no session.
_KEPT_FOR = "baselines"


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
    kept = {
        of: keep_upload(File(source.stream, name=source.name), session=_KEPT_FOR).token
        for of, source in files.items()
    }
    return ask(
        BASELINE,
        campaign=campaign,
        by=by.pk,
        name=name,
        baseline=kind,
        gold=gold,
        options=options,
        kept=kept,
    )


@contextmanager
def kept_files(kept: Mapping[str, str]) -> Iterator[dict[str, Source]]:
    """What a job was asked with; gone once it is done. Raises Refused for files that are wrong
    or were lost while it waited."""
    found = {of: find_upload(token, session=_KEPT_FOR) for of, token in kept.items()}
    with ExitStack() as stack:
        files = {}
        for of, upload in found.items():
            if upload is None:
                text = N_("The file %(name)s is no longer there: send it again.", name=of)
                raise Refused("file_gone", text)
            files[of] = Source(stack.enter_context(upload.path.open("rb")), upload.name)
        try:
            yield files
        except BadFiles as bad:
            text = N_("Nothing was stored. %(problems)s", problems=str(bad))
            raise Refused("bad_files", text) from bad
    for upload in found.values():
        if upload is not None:
            forget_upload(upload)
