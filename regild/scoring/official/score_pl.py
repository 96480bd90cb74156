"""SemEval-2007's `score.pl` with `-t best` and `-t oot`, quirks included.

Two public releases differ: that of 2007 (percentages) and the trial one that courses pass
around (fractions). Both cut at single blanks and at semicolons, and link answers to gold by id
alone; what each does beyond that is a field of `ScorePlRelease`. Its command line (which
refuses some paths) and its `-v` are not imitated.

One thing cannot be: where the gold has both `open-air` and `open air`, Perl's random hash order
decides which count the guess `open air` earns. Here it is that of the later one.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Literal, NamedTuple

from regild.scoring.official import perl
from regild.scoring.official.printed import Printed, PrintedValue

ScorePlTask = Literal["best", "oot"]

DIVIDED_BY_ZERO = "score.pl dies with a division by zero"


class ScorePlRelease(NamedTuple):
    # The part of a gold response that counts: `11.27 kilograms` becomes `27 kilograms`.
    substitute: re.Pattern[str]
    # For the count of a first response, when it is the only one.
    only_count: re.Pattern[str]
    is_proper_name: Callable[[str], bool]
    gold_spelling: Callable[[str], str]
    guess_spelling: Callable[[str], str]
    # A line whose first response has no readable count is judged by the count read before it.
    remembers_count: bool
    # An empty answer is scored with the guesses of the line before.
    carries_over: bool
    # Otherwise a sentence with a mode is attempted by any line, be it empty.
    needs_guess: bool
    best_is_mode: Callable[[str, str], bool]
    oot_is_mode: Callable[[str, str], bool]
    # Of an oot line; beyond it guesses do not count.
    max_guesses: int | None
    warns_of_duplicates: bool
    factors: tuple[int, ...]
    decimals: int

    def rounded(self, value: float) -> str:
        return perl.rounded(value, factors=self.factors, decimals=self.decimals)


def _without_apostrophe(text: str) -> str:
    return text.replace("'", "", 1)


def _without_hyphens(text: str) -> str:
    return text.replace("-", " ")


def _respelled_guess(guess: str) -> str:
    return _without_apostrophe(_without_hyphens(re.sub(r"^non[- ]", "non", guess)))


def _as_it_is(text: str) -> str:
    return text


def _is_same(mode: str, guess: str) -> bool:
    return mode == guess


RELEASE_2007 = ScorePlRelease(
    substitute=re.compile(r"(\w[\w'\-\s]+) (\d+)", re.ASCII),
    only_count=re.compile(r"[\w'\-\s]+ (\d+)", re.ASCII),
    # Meant for the code `pn`; `hypnotic` falls with it.
    is_proper_name=lambda response: "pn" in response,
    gold_spelling=_without_apostrophe,
    guess_spelling=_respelled_guess,
    remembers_count=False,
    carries_over=True,
    needs_guess=True,
    # The mode keeps the gold's hyphens, which no guess has any more.
    best_is_mode=_is_same,
    oot_is_mode=_is_same,
    max_guesses=10,
    warns_of_duplicates=True,
    factors=(100, 100),
    decimals=2,
)
RELEASE_TRIAL = ScorePlRelease(
    substitute=re.compile(r"(\w[\w\-\s]+) (\d+)", re.ASCII),
    only_count=re.compile(r"[\w\-\s]+ (\d+)", re.ASCII),
    # Never true of a real file, where the count follows: `pn 3`.
    is_proper_name=lambda response: response == "pn",
    gold_spelling=_as_it_is,
    guess_spelling=_as_it_is,
    remembers_count=True,
    carries_over=False,
    needs_guess=False,
    # Meant to forgive a missing hyphen, as in oot; here it forgives one too many.
    best_is_mode=lambda mode, guess: mode in (guess, _without_hyphens(guess)),
    oot_is_mode=lambda mode, guess: guess in (mode, _without_hyphens(mode)),
    max_guesses=None,
    warns_of_duplicates=False,
    factors=(1000,),
    decimals=3,
)


class ScorePlGold(NamedTuple):
    """`total` and `n_modes` count lines: an id that comes twice counts twice."""

    votes: dict[str, dict[str, int]]
    modes: dict[str, str]
    total: int
    n_modes: int


class ScoredLine(NamedTuple):
    """What `-v` tells; `credit` is not yet divided by the number of guesses."""

    id: str
    credit: float
    guesses: int
    responses: int
    attempted: bool
    mode: str | None
    mode_attempted: bool
    mode_hit: bool


@dataclass
class ScoredFile:
    lines: list[ScoredLine] = field(default_factory=list)
    error_lines: int = 0
    duplicate_lines: int = 0
    stopped: bool = False


_GOLD_LINE = re.compile(r"([\w.]+) (\S+) :: (.*)", re.ASCII)
_ANSWER_LINE = {
    "best": _GOLD_LINE,
    "oot": re.compile(r"([\w.]+) (\S+) ::: (.*)", re.ASCII),
}


_ITEM_KEYS = ("total_items", "attempted", "precision", "recall")
_MODE_KEYS = ("mode_items", "mode_attempted", "mode_precision", "mode_recall")


def print_scores(
    *, gold_data: bytes, answer_data: bytes, task: ScorePlTask, release: ScorePlRelease
) -> Printed:
    gold = read_gold(gold_data, release)
    scored = score_file(gold, answer_data, task=task, release=release)
    lines = scored.lines
    credit = perl.total(
        line.credit / line.guesses if task == "best" else line.credit
        for line in lines
        if line.credit
    )
    attempted = sum(line.attempted for line in lines)
    hits = sum(line.mode_hit for line in lines)
    mode_attempted = sum(line.mode_attempted for line in lines)
    values: dict[str, PrintedValue] = dict.fromkeys((*_ITEM_KEYS, *_MODE_KEYS))
    stopped = scored.stopped
    for keys, gained, total, tried in (
        (_ITEM_KEYS, credit, gold.total, attempted),
        (_MODE_KEYS, hits, gold.n_modes, mode_attempted),
    ):
        # Both quotients are taken before the line with the counts is printed.
        stopped = stopped or not (total and tried)
        if not stopped:
            quotients = release.rounded(gained / tried), release.rounded(gained / total)
            values.update(zip(keys, (str(total), str(tried), *quotients), strict=True))
    values["error_lines"] = str(scored.error_lines)
    if scored.duplicate_lines:
        values["duplicate_lines_warned"] = str(scored.duplicate_lines)
    n = gold.total if values["total_items"] else None
    return Printed(values, DIVIDED_BY_ZERO if stopped else None, n)


def read_gold(data: bytes, release: ScorePlRelease) -> ScorePlGold:
    votes: dict[str, dict[str, int]] = {}
    modes: dict[str, str] = {}
    total = n_modes = count = 0
    for line in perl.lines(data):
        match = _GOLD_LINE.search(line)
        if match is None:
            continue
        item, rest = match[2], match[3]
        responses = [text for text in perl.split(rest) if not release.is_proper_name(text)]
        first = release.only_count.search(responses[0]) if responses else None
        if first is not None:
            count = int(first[1])
        elif not release.remembers_count:
            count = 0
        if len(responses) < 2 and count < 2:
            continue
        total += 1
        mode_count = None
        tied = False
        for found in filter(None, map(release.substitute.search, responses)):
            substitute, count = release.gold_spelling(found[1]), int(found[2])
            votes.setdefault(item, {})[substitute] = count
            if mode_count is None:
                # The first one listed, which is the mode only of a line sorted by count.
                mode_count = count
                modes[item] = substitute
                n_modes += 1
            elif count == mode_count and not tied:
                tied = True
                modes.pop(item, None)
                n_modes -= 1
    return ScorePlGold(votes, modes, total, n_modes)


def score_file(
    gold: ScorePlGold, data: bytes, *, task: ScorePlTask, release: ScorePlRelease
) -> ScoredFile:
    is_mode = release.best_is_mode if task == "best" else release.oot_is_mode
    scored = ScoredFile()
    done: set[str] = set()
    guesses: list[str] = []
    for line in perl.lines(data):
        match = _ANSWER_LINE[task].search(line)
        if match is None:
            scored.error_lines += not perl.is_blank(line)
            continue
        item, rest = match[2], match[3]
        votes = gold.votes.get(item)
        if votes is None:
            continue
        responses = sum(votes.values())
        if not responses:
            scored.stopped = True
            break
        if item in done:
            continue
        done.add(item)
        filled = not perl.is_blank(rest)
        if filled or not release.carries_over:
            guesses = [release.guess_spelling(guess) for guess in perl.split(rest)]
        if task == "oot":
            if filled and release.warns_of_duplicates:
                scored.duplicate_lines += len(set(guesses)) < len(guesses)
            guesses = guesses[: release.max_guesses]
        shares = _shares(votes, responses)
        has_guess = bool(guesses) or not release.needs_guess
        mode = gold.modes.get(item)
        scored.lines.append(
            ScoredLine(
                id=item,
                credit=perl.total(shares.get(guess, 0.0) for guess in guesses),
                guesses=len(guesses),
                responses=responses,
                attempted=filled and has_guess,
                mode=mode,
                mode_attempted=mode is not None and has_guess,
                mode_hit=mode is not None
                and any(
                    is_mode(mode, guess)
                    for guess in (guesses[:1] if task == "best" else guesses)
                ),
            )
        )
    return scored


def _shares(votes: dict[str, int], responses: int) -> dict[str, float]:
    """Where the gold has a hyphen, a guess may have a blank."""
    shares: dict[str, float] = {}
    for substitute, count in votes.items():
        shares[substitute] = shares[_without_hyphens(substitute)] = count / responses
    return shares
