"""Files that were sent, for readers that open what they read by themselves."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from shutil import copyfileobj
from tempfile import TemporaryDirectory

from regild.problems import BadFile, BadFiles, Source


@contextmanager
def lying_at(source: Source) -> Iterator[Path]:
    """Where it lies while it is read; what is wrong with it is told under its own name. A file
    is copied, for what it is called is whoever's sent it. Raises BadFiles."""
    if source.folder is not None:
        with _told_as(source.folder, source.name):
            yield source.folder
        return
    with TemporaryDirectory() as folder:
        # Some forms are known by how a name ends.
        path = Path(folder, "given").with_suffix(Path(source.name).suffix)
        with path.open("wb") as copy:
            copyfileobj(source.stream, copy)
        with _told_as(path, source.name):
            yield path


@contextmanager
def _told_as(path: Path, name: str) -> Iterator[None]:
    try:
        yield
    except (BadFile, BadFiles) as found:
        bad = found.files if isinstance(found, BadFiles) else (found,)
        for one in bad:
            # Some readers tell the whole path, some the file's own name.
            own = one.name == path.name
            one.name = name if own else one.name.replace(str(path), name, 1)
        raise BadFiles(bad) from found
