"""Is what is stored what was acknowledged, and does it add up?"""

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from itertools import chain
from statistics import median
from typing import Any

from campaigns.models import Campaign, ScaleOption
from tests.storm.books import Books, Row
from tests.storm.world import Ledger, World


def faults(world: World, books: Books) -> list[str]:
    """All there is to find, once nobody writes any more."""
    checks = (
        lost_or_changed(world.ledgers, books),
        not_the_last(world.ledgers, books),
        taken_from_sittings(world.ledgers, books),
    )
    return [*chain.from_iterable(checks), *always(world, books)]


def always(world: World, books: Books) -> list[str]:
    """What must be right at any moment."""
    checks = (
        twice(books),
        wrong_remaining(books),
        over_but_open(books),
        complete_with_gaps(world, books),
        wrong_seats(books),
        too_many_ratings(books),
        wrongly_counted(books),
        wrong_sums(books),
        off_the_scale(books),
        wrong_sizes(books),
        without_anchor(books),
    )
    return list(chain.from_iterable(checks))


def lost_or_changed(ledgers: Sequence[Ledger], books: Books) -> Iterator[str]:
    stored: defaultdict[tuple[int, str], list[Row]] = defaultdict(list)
    for row in books.ratings:
        stored[row.annotator, row.key].append(row)
    for ledger in ledgers:
        for sent in ledger.acknowledged():
            rows = stored[ledger.annotator, sent.key]
            found = [(row.assignment, row.candidate, row.value) for row in rows]
            if found != [(sent.assignment, sent.candidate, sent.value)]:
                yield (
                    f"acknowledged in {ledger.slug}: {sent}, of annotator {ledger.annotator};"
                    f" stored: {found or 'nothing'}"
                )


def not_the_last(ledgers: Sequence[Ledger], books: Books) -> Iterator[str]:
    """What was sent after it, and never answered 200, may be stored as well."""
    current = {(row.annotator, row.candidate): row.key for row in books.current}
    for ledger in ledgers:
        for candidate, sent in ledger.sent.items():
            acknowledged = [at for at, one in enumerate(sent) if one.acknowledged]
            if not acknowledged:
                continue
            possible = {one.key for one in sent[acknowledged[-1] :] if not one.acknowledged}
            possible.add(sent[acknowledged[-1]].key)
            key = current.get((ledger.annotator, candidate))
            if key not in possible:
                yield (
                    f"annotator {ledger.annotator} last said {sent[acknowledged[-1]]} in"
                    f" {ledger.slug}; what counts is {key}"
                )


def taken_from_sittings(ledgers: Sequence[Ledger], books: Books) -> Iterator[str]:
    """What annotators were shown stays in its subset, unless a round takes it along; a sitting
    itself may go with a campaign that was taken back."""
    elsewhere = {one for placed in books.placed.values() for one in placed}
    for ledger in ledgers:
        for sitting in ledger.shown.values():
            turn = books.turns.get(sitting.id)
            if turn is not None and turn.subset is not None:
                gone = set(sitting.candidates) - books.placed[turn.subset] - elsewhere
                # Foils and repeats stand beside what they check, and go with it.
                gone &= books.pooled
                if gone:
                    yield f"{sitting} in {ledger.slug}: {gone} is not in its subset"


def twice(books: Books) -> Iterator[str]:
    counted = Counter((row.annotator, row.candidate) for row in books.current)
    for (annotator, candidate), times in counted.items():
        if times > 1:
            yield f"annotator {annotator} has {times} current ratings of candidate {candidate}"


def wrong_remaining(books: Books) -> Iterator[str]:
    """Of what is open, and of what ended with something left: then only finished sentences
    count. What was shown again after a sitting had ended is not missed there."""
    for turn in books.turns.values():
        unfinished = turn.state == "complete" and turn.remaining
        if turn.state == "open" or unfinished:
            missing = books.missing(turn)
            if turn.remaining != len(missing):
                yield f"{turn} lacks {len(missing)}"


def over_but_open(books: Books) -> Iterator[str]:
    for turn in books.turns.values():
        if turn.state == "open" and turn.remaining == 0 and books.answered[turn.id]:
            yield f"{turn} has nothing left to answer and is open"


def complete_with_gaps(world: World, books: Books) -> Iterator[str]:
    """Nothing may be missing but what was hidden when the sitting ended."""
    for turn in books.turns.values():
        if turn.state == "complete" and turn.subset is not None and not turn.remaining:
            missing = books.part_of(turn) - books.answered[turn.id].keys()
            gaps = {
                candidate
                for candidate in missing
                if candidate not in books.copies
                and not world.ever_hidden
                & {
                    ("sentences", books.sentence_of[candidate]),
                    # It waited for an anchor then, perhaps.
                    *(("candidates", one) for one in books.gold[books.sentence_of[candidate]]),
                    ("candidates", candidate),
                }
            }
            if gaps:
                yield f"{turn} never answered {gaps}, which nobody ever hid"


def wrong_seats(books: Books) -> Iterator[str]:
    turns = [turn for turn in books.turns.values() if turn.subset is not None]
    seats = Counter((turn.subset, turn.seat) for turn in turns if turn.seat is not None)
    for (subset, seat), times in seats.items():
        if times > 1:
            yield f"seat {seat} of subset {subset} was given {times} times"
    for turn in turns:
        if (turn.seat is not None) != (turn.state in ("open", "complete")):
            yield f"{turn}: its seat and its state disagree"


def too_many_ratings(books: Books) -> Iterator[str]:
    """Those that count, and the seats of open sittings that will bring one more. Imported ones
    may be older than the plan that has a candidate annotated less often."""
    for campaign, usual in Campaign.objects.values_list("id", "max_ratings"):
        counted = Counter(row.candidate for row in books.counting(campaign))
        held = Counter(
            candidate
            for turn in books.turns.values()
            if turn.state == "open" and books.campaign_of[turn.annotator] == campaign
            for candidate in books.part_of(turn) & books.in_play
        )
        imported = Counter(
            row.candidate
            for row in books.counting(campaign)
            if books.turns[row.assignment].subset is None
        )
        for candidate, times in (counted + held).items():
            own = books.own_seats.get(candidate, usual)
            most = max(own, imported[candidate])
            if times > most and candidate in books.pooled:
                yield (
                    f"candidate {candidate} has {counted[candidate]} ratings that count and"
                    f" {held[candidate]} seats of open sittings, of at most {most}"
                )


def wrongly_counted(books: Books) -> Iterator[str]:
    """Only in what ended unfinished does anything not count: the sentences with a gap, and what
    others had rated often enough when the sitting was taken up again."""
    for turn in books.turns.values():
        if turn.state not in ("open", "complete"):
            continue
        gaps = (
            {books.sentence_of[candidate] for candidate in books.missing(turn)}
            if turn.state == "complete" and turn.remaining
            else set()
        )
        for row in books.answered[turn.id].values():
            is_finished = books.sentence_of[row.candidate] not in gaps
            should = is_finished and row.candidate not in books.omitted[turn.id]
            if row.candidate in books.in_play and row.counts != should:
                yield f"{row} of {turn} {'counts' if row.counts else 'does not count'}"


def wrong_sums(books: Books) -> Iterator[str]:
    for turn in books.turns.values():
        if turn.state == "complete":
            rows = [row for row in books.answered[turn.id].values() if row.counts]
            rated = sum(row.value is not None and row.candidate in books.pooled for row in rows)
            timed = [row.elapsed_ms for row in rows if row.elapsed_ms is not None]
            middle = round(median(timed)) if timed else None
            if (turn.rated, turn.median_ms) != (rated, middle):
                yield f"{turn} keeps other sums than its ratings: {rated}, {middle} ms"


def off_the_scale(books: Books) -> Iterator[str]:
    scale: dict[int, int] = {}
    for campaign, value in ScaleOption.objects.order_by("value").values_list(
        "campaign_id", "value"
    ):
        scale[campaign] = value
    wrong: defaultdict[int, list[Any]] = defaultdict(list)
    for row in books.current:
        campaign = books.campaign_of[row.annotator]
        if row.value is not None and row.value > scale[campaign]:
            wrong[campaign].append(row.id)
    for campaign, ids in wrong.items():
        yield (
            f"{len(ids)} ratings of campaign {campaign} are above {scale[campaign]}, the top of"
            f" its scale, such as rating {ids[0]}"
        )


def wrong_sizes(books: Books) -> Iterator[str]:
    for subset, size in books.sizes.items():
        placed = len(books.placed[subset])
        if size != placed:
            yield f"subset {subset} says it has {size} candidates, and has places for {placed}"


def without_anchor(books: Books) -> Iterator[str]:
    """Of what somebody is shown now, sentences with answers of systems alone."""
    for turn in books.turns.values():
        if turn.state != "open" or turn.subset is None:
            continue
        shown = books.shown(turn)
        anchored = {books.sentence_of[one] for one in shown & books.copies}
        for sentence in {books.sentence_of[one] for one in shown & books.pooled} - anchored:
            allowed = (turn.subset, sentence) not in books.anchored
            if not shown & books.gold[sentence] and not allowed:
                yield f"{turn} shows no first-gold candidate of sentence {sentence}"
