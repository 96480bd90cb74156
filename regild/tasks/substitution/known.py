"""What has to be known of a million sentences while their files are read, in little memory."""

from __future__ import annotations

from array import array
from collections.abc import Sequence

from regild.arrays import np
from regild.formats.records import SentenceRecord
from regild.problems import MAX_REPORTED, N_, FileProblem, Findings


class KnownSentences:
    """The line each sentence stood on first, by its id, and its group. Dictionaries of them and
    of what the sentences say would take twice the memory."""

    def __init__(self) -> None:
        self._places: dict[str, int] = {}
        self._lines, self._hashes = array("q"), array("q")
        self._groups: list[str] = []

    def __contains__(self, key: object) -> bool:
        return key in self._places

    def __getitem__(self, key: str) -> int:
        return self._lines[self._places[key]]

    def __setitem__(self, key: str, line: int) -> None:
        self._places[key] = len(self._lines)
        self._lines.append(line)

    def __len__(self) -> int:
        return len(self._groups)

    def see(self, record: SentenceRecord) -> None:
        """Sentences come in the order in which their lines were set."""
        if record.key not in self:
            self[record.key] = record.line
        self._groups.append(record.group)
        self._hashes.append(hash(record[1:-1]))

    def get(self, key: str) -> str | None:
        """Its group; None for a sentence nobody knows."""
        place = self._places.get(key)
        return None if place is None else self._groups[place]

    def place(self, key: str) -> int | None:
        return self._places.get(key)

    def groups(self) -> set[str]:
        return set(self._groups)

    def repeated(self, name: str) -> tuple[FileProblem, ...]:
        """Notices: to have the same rated twice may be meant, and may be a mistake in the
        file."""
        findings, keys = Findings(name), [*self._places]
        for place, first in self._repeated_places(findings):
            findings.notice(
                self._lines[place],
                N_(
                    "sentence %(sentence)s is sentence %(other)s over again",
                    sentence=repr(keys[place]),
                    other=repr(keys[first]),
                ),
                N_("Both are kept, each with candidates of its own"),
            )
        return findings.reading([None]).notices

    def _repeated_places(self, findings: Findings) -> Sequence[tuple[int, int]]:
        """Those that are listed, each with the place of the same before it."""
        _values, firsts, groups = np.unique(
            np.frombuffer(self._hashes, dtype=np.int64), return_index=True, return_inverse=True
        )
        firsts = firsts[groups]
        places = np.flatnonzero(firsts != np.arange(len(firsts)))
        findings.more_notices(max(0, len(places) - MAX_REPORTED))
        places = places[:MAX_REPORTED]
        return [*zip(places.tolist(), firsts[places].tolist(), strict=True)]


class GoldLines:
    """The line each sentence's gold stood on first, as a dictionary would hold it."""

    def __init__(self, known: KnownSentences) -> None:
        self._known, self._others = known, dict[str, int]()
        self._lines = array("q", bytes(8 * len(known)))

    def __contains__(self, key: str) -> bool:
        place = self._known.place(key)
        return key in self._others if place is None else bool(self._lines[place])

    def __getitem__(self, key: str) -> int:
        place = self._known.place(key)
        return self._others[key] if place is None else self._lines[place]

    def __setitem__(self, key: str, line: int) -> None:
        place = self._known.place(key)
        if place is None:
            self._others[key] = line
        else:
            self._lines[place] = line
