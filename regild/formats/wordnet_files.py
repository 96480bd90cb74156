"""WordNet's own database: a folder with `data.noun`, `index.noun` and so on (wndb(5WN)).

Of its relations two are read: a noun's or a verb's hypernyms (`@`, not those of instances), and
the synsets similar to an adjective's (`&`). Counts come from `cntlist.rev` or `cntlist`,
irregular forms from `*.exc`; both may be absent.

A cycle of hypernyms is a problem, but for the one that Princeton's 3.0 has.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from sys import intern

from regild.formats.hypernym_cycles import cycles, tell_cycle
from regild.formats.lexicon import (
    REMEDY,
    Lexicon,
    PartOfSpeech,
    Synset,
    SynsetLexicon,
    part_of_speech,
    unknown_part_of_speech,
    unknown_synset,
)
from regild.formats.text import MAX_BYTES, numbered_lines
from regild.problems import (
    N_,
    BadFile,
    BadFiles,
    Encoding,
    FileProblem,
    Findings,
    Reading,
)

_FILES: dict[PartOfSpeech, str] = {"n": "noun", "v": "verb", "a": "adj", "r": "adv"}
_RELATION: dict[PartOfSpeech, str] = {"n": "@", "v": "@", "a": "&"}
# The number after the % of a sense key; 5 is a satellite's.
_OF_KEY: dict[str, PartOfSpeech] = {"1": "n", "2": "v", "3": "a", "4": "r", "5": "a"}
# Where an adjective may stand, as `galore(ip)`.
_MARKER = re.compile(r"\((?:a|p|ip)\)$")
_CUT_SHORT = N_("the line is cut short, or is not WordNet's")
_AGAIN = N_("Unpack WordNet's files again")

# The lines of a file without those of its licence, which begin with blanks.
_Lines = Iterator[tuple[int, str]]


@dataclass
class _SoFar:
    """What the files said so far; offsets become places when all have been read."""

    synsets: list[tuple[str, ...]] = field(default_factory=list)
    above: list[tuple[tuple[PartOfSpeech, str], ...]] = field(default_factory=list)
    lines: list[int] = field(default_factory=list)
    place_of: dict[tuple[PartOfSpeech, str], int] = field(default_factory=dict)
    senses: dict[PartOfSpeech, dict[str, tuple[int, ...]]] = field(default_factory=dict)
    counts: dict[tuple[PartOfSpeech, str], float] = field(default_factory=dict)
    forms: dict[tuple[PartOfSpeech, str], list[str]] = field(default_factory=dict)
    bad: list[BadFile] = field(default_factory=list)
    notices: list[FileProblem] = field(default_factory=list)


def is_wordnet(folder: Path) -> bool:
    return any((folder / f"{kind}.{name}").exists() for kind, name in _pairs())


def read_wordnet(
    folder: Path, *, max_bytes: int = MAX_BYTES, keep_cycles: bool = False
) -> Reading[Lexicon]:
    """Raises BadFiles with the problems of all its files."""
    read = _SoFar()
    present = [pos for pos, name in _FILES.items() if _is_there(folder, name, read.bad)]
    for pos in present:
        _each(folder / f"data.{_FILES[pos]}", read, _data, pos, max_bytes)
    related = _places_above(folder, read, keep_cycles=keep_cycles)
    for pos in present:
        _each(folder / f"index.{_FILES[pos]}", read, _index, pos, max_bytes)
        exceptions = folder / f"{_FILES[pos]}.exc"
        if exceptions.exists():
            _each(exceptions, read, _exceptions, pos, max_bytes)
    for name in ("cntlist.rev", "cntlist"):
        if (folder / name).exists():
            _each(folder / name, read, _counts, "n", max_bytes)
            break
    if read.bad:
        raise BadFiles(read.bad)
    lexicon: Lexicon = SynsetLexicon(
        "WordNet's files",
        synsets=[*map(Synset, read.synsets, related)],
        senses=read.senses,
        counts=read.counts,
        forms=read.forms,
        english=True,
    )
    return Reading((lexicon,), tuple(read.notices), Encoding())


def _pairs() -> Iterator[tuple[str, str]]:
    return ((kind, name) for name in _FILES.values() for kind in ("data", "index"))


def _is_there(folder: Path, name: str, bad: list[BadFile]) -> bool:
    """A part of speech may be absent, but not one of its two files alone."""
    there = {kind: (folder / f"{kind}.{name}").exists() for kind in ("data", "index")}
    for kind, is_there in there.items():
        if not is_there and any(there.values()):
            message = N_("there is no file %(name)s", name=f"{kind}.{name}")
            bad.append(BadFile(str(folder), [FileProblem(None, message, _AGAIN)]))
    return all(there.values())


def _each(
    path: Path,
    read: _SoFar,
    take: Callable[[_SoFar, Findings, _Lines, PartOfSpeech], None],
    pos: PartOfSpeech,
    max_bytes: int,
) -> None:
    findings = Findings(str(path))
    try:
        with path.open("rb") as stream:
            numbered = numbered_lines(stream, findings, max_bytes=max_bytes)
            lines = (
                (line, text)
                for line, text, _printable in numbered
                if text[:1] != " " and text.strip()
            )
            take(read, findings, lines, pos)
        # What it read went into `read`; this raises what it found.
        findings.reading([None])
    except BadFile as bad:
        read.bad.append(bad)


def _data(read: _SoFar, findings: Findings, lines: _Lines, pos: PartOfSpeech) -> None:
    relation = _RELATION.get(pos)
    for line, text in lines:
        # offset lex_filenum ss_type w_cnt word lex_id … p_cnt pointer offset pos places … |
        cells, bar, _gloss = text.partition("|")
        said = cells.split()
        try:
            end = 4 + 2 * int(said[3], 16)
            pointers = int(said[end])
            whole = len(said) > end + 4 * pointers and end > 4 and bar
        except (IndexError, ValueError):
            whole = ""
        if not whole:
            findings.problem(line, _CUT_SHORT, _AGAIN)
            continue
        if part_of_speech(said[2]) != pos:
            findings.problem(line, unknown_part_of_speech(said[2]), REMEDY)
            continue
        words = said[4:end:2]
        if pos == "a":
            words = [_MARKER.sub("", word) if word[-1] == ")" else word for word in words]
        above: tuple[tuple[PartOfSpeech, str], ...] = ()
        if relation in said:
            pointing = range(end + 1, end + 1 + 4 * pointers, 4)
            above = tuple((pos, said[at + 1]) for at in pointing if said[at] == relation)
        if read.place_of.setdefault((pos, said[0]), len(read.synsets)) < len(read.synsets):
            findings.repeated(line, N_("synset %(synset)s is there twice", synset=said[0]))
            continue
        read.synsets.append(tuple([intern(word.replace("_", " ")) for word in words]))
        read.above.append(above)
        read.lines.append(line)


def _places_above(folder: Path, read: _SoFar, *, keep_cycles: bool) -> list[tuple[int, ...]]:
    findings = {pos: Findings(str(folder / f"data.{name}")) for pos, name in _FILES.items()}
    pos_of = [pos for pos, _offset in read.place_of]
    related = []
    for place, above in enumerate(read.above):
        places = tuple([read.place_of.get(other, -1) for other in above])
        if -1 in places:
            offset = above[places.index(-1)][1]
            findings[pos_of[place]].problem(read.lines[place], unknown_synset(offset), _AGAIN)
        related.append(tuple(other for other in places if other >= 0))
    # Similar adjectives point to each other.
    hierarchy = [
        () if pos == "a" else above for pos, above in zip(pos_of, related, strict=True)
    ]
    for ring in cycles(hierarchy):
        words = [read.synsets[place] for place in ring]
        names = [its[0] for its in words]
        line = read.lines[ring[0]]
        tell_cycle(findings[pos_of[ring[0]]], line, names, words, keep=keep_cycles)
    for one in findings.values():
        try:
            read.notices += one.reading([None]).notices
        except BadFile as bad:
            read.bad.append(bad)
    return related


def _index(read: _SoFar, findings: Findings, lines: _Lines, pos: PartOfSpeech) -> None:
    words: dict[str, tuple[int, ...]] = {}
    place_of = read.place_of
    for line, text in lines:
        # lemma pos synset_cnt p_cnt symbol … sense_cnt tagsense_cnt offset …
        said = text.split()
        try:
            senses = int(said[2])
            whole = senses > 0 and len(said) == 6 + int(said[3]) + senses
        except (IndexError, ValueError):
            whole = False
        if not whole:
            findings.problem(line, _CUT_SHORT, _AGAIN)
            continue
        if part_of_speech(said[1]) != pos:
            findings.problem(line, unknown_part_of_speech(said[1]), REMEDY)
            continue
        places = tuple([place_of.get((pos, offset), -1) for offset in said[-senses:]])
        if -1 in places:
            findings.problem(line, unknown_synset(said[places.index(-1) - senses]), _AGAIN)
            continue
        words[intern(said[0].replace("_", " ").lower())] = places
    read.senses[pos] = words


def _exceptions(read: _SoFar, findings: Findings, lines: _Lines, pos: PartOfSpeech) -> None:
    for line, text in lines:
        form, *lemmas = (one.replace("_", " ") for one in text.lower().split())
        if not lemmas:
            findings.problem(line, _CUT_SHORT, _AGAIN)
            continue
        read.forms.setdefault((pos, form), []).extend(lemmas)


def _counts(read: _SoFar, findings: Findings, lines: _Lines, _pos: PartOfSpeech) -> None:
    """`sense_key number count`, or in `cntlist` `count sense_key number`. A word's count is
    that of all its senses: their numbers are those of an older WordNet."""
    for line, text in lines:
        said = text.split()
        try:
            key, count = (said[1], said[0]) if said[0].isdigit() else (said[0], said[2])
            word, _, rest = key.rpartition("%")
            pos = _OF_KEY[rest[0]]
            number = int(count)
        except (IndexError, ValueError, KeyError):
            findings.problem(line, _CUT_SHORT, _AGAIN)
            continue
        named = (pos, word.replace("_", " ").lower())
        read.counts[named] = read.counts.get(named, 0) + number
