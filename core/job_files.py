"""The files a job was asked with. They wait with the uploads, which web processes and workers
share, until the job is done."""

from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager

from django.core.files import File

from core.refusals import Refused
from core.uploads import find_upload, forget_upload, keep_upload
from regild.problems import N_, Source

# Whoever asked may be gone when the job is done: the files are in no session.
_SESSION = "jobs"


def keep_for_job(files: Mapping[str, Source]) -> dict[str, str]:
    """A token for each file, by the names of the files: what the job's arguments hold."""
    return {
        name: keep_upload(File(source.stream, name=source.name), session=_SESSION).token
        for name, source in files.items()
    }


@contextmanager
def files_of_job(kept: Mapping[str, str]) -> Iterator[dict[str, Source]]:
    """Raises Refused for a file that was lost while the job waited."""
    with ExitStack() as stack:
        files = {}
        for name, token in kept.items():
            upload = find_upload(token, session=_SESSION)
            if upload is None:
                text = N_("The file %(name)s is no longer there: send it again.", name=name)
                raise Refused("file_gone", text)
            files[name] = Source(stack.enter_context(upload.path.open("rb")), upload.name)
        yield files


def forget_files_of_job(kept: Mapping[str, str]) -> None:
    """Once nobody will run the job again."""
    for token in kept.values():
        if upload := find_upload(token, session=_SESSION):
            forget_upload(upload)
