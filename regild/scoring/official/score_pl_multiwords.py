"""`score.pl -t mw`: multiwords detected and identified.

Written after the trial release. Of the 2007 release no gold or output of this task is known;
it is taken to differ in rounding and in the apostrophe of a multiword, as in its other tasks.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from regild.scoring.official import perl
from regild.scoring.official.printed import Printed, PrintedValue
from regild.scoring.official.score_pl import DIVIDED_BY_ZERO, ScorePlRelease

_GOLD_LINE = re.compile(r"([\w.]+)\s+(\d+)\s*:: (.*)", re.ASCII)
_ANSWER_LINE = re.compile(r"([\w.]+)\s+(\d+)\s*::\s*(.*)\s*$", re.ASCII)


class MultiwordGold(NamedTuple):
    multiwords: dict[str, str]
    total: int
    error_lines: int


def print_multiword_scores(
    *, gold_data: bytes, answer_data: bytes, release: ScorePlRelease
) -> Printed:
    gold = read_multiword_gold(gold_data, release)
    found = genuine = correct = 0
    error_lines = gold.error_lines
    done: set[str] = set()
    for line in perl.lines(answer_data):
        match = _ANSWER_LINE.search(line)
        if match is None:
            error_lines += not perl.is_blank(line)
            continue
        item, answer = match[2], match[3]
        if item in done:
            continue
        done.add(item)
        found += not perl.is_blank(answer)
        if item in gold.multiwords:
            # Also where the answer is empty.
            genuine += 1
            correct += gold.multiwords[item] == answer
    values: dict[str, PrintedValue] = dict.fromkeys(
        (
            *("mw_total", "mw_found", "mw_genuine"),
            *("detection_precision", "detection_recall"),
            *("identification_precision", "identification_recall"),
        )
    )
    if gold.total:
        # A number that Perl never set is printed as nothing.
        values["mw_total"] = str(gold.total)
        values["mw_found"] = str(found or "")
        values["mw_genuine"] = str(genuine or "")
        for name, hits in (("detection", genuine), ("identification", correct)):
            values[f"{name}_precision"] = release.rounded(hits / found) if found else ""
            values[f"{name}_recall"] = release.rounded(hits / gold.total)
    values["error_lines"] = str(error_lines)
    return Printed(values, None if gold.total else DIVIDED_BY_ZERO, gold.total or None)


def read_multiword_gold(data: bytes, release: ScorePlRelease) -> MultiwordGold:
    """The first response with a count above 1, unless a later one has the same count."""
    multiwords: dict[str, str] = {}
    total = error_lines = count = 0
    for line in perl.lines(data):
        match = _GOLD_LINE.search(line)
        if match is None:
            error_lines += not perl.is_blank(line)
            continue
        item, responses = match[2], perl.split(match[3])
        first = release.only_count.search(responses[0]) if responses else None
        if first is not None:
            count = int(first[1])
        elif not release.remembers_count:
            count = 0
        if count < 2:
            continue
        highest = None
        tied = False
        for found in filter(None, map(release.substitute.search, responses)):
            count = int(found[2])
            if highest is None and count > 1:
                highest = count
                multiwords[item] = found[1]
                total += 1
            elif count == highest and not tied:
                tied = True
                multiwords.pop(item, None)
                total -= 1
    return MultiwordGold(multiwords, total, error_lines)
