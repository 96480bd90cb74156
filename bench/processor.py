"""How much processor time processes used, as Linux counts it: see proc_pid_stat(5)."""

import os
from collections.abc import Iterable, Iterator
from contextlib import suppress
from pathlib import Path

_SESSION = 3
# Its own, user and system, and that of its children which ended.
_TIMES = slice(11, 15)


def session_seconds(session: int) -> float:
    """Of every process of a session: of what was started with `start_new_session`."""
    return _seconds(
        fields
        for fields in _stats(Path("/proc").glob("[0-9]*/stat"))
        if int(fields[_SESSION]) == session
    )


def seconds_of(process: int) -> float:
    """0 where it is none of this machine's."""
    return _seconds(_stats([Path(f"/proc/{process}/stat")]))


def _stats(paths: Iterable[Path]) -> Iterator[list[str]]:
    for path in paths:
        with suppress(OSError):
            # The name in brackets may hold blanks.
            yield path.read_text().rpartition(")")[2].split()


def _seconds(stats: Iterable[list[str]]) -> float:
    ticks = sum(int(time) for fields in stats for time in fields[_TIMES])
    return ticks / os.sysconf("SC_CLK_TCK")
