"""Dispatch a pool into subsets: who will be shown what, in which order.

Columns of NumPy instead of objects, because a pool may hold more than a million candidates.
All randomness is read from PCG64's raw stream, which NumPy (NEP 19) keeps the same between
versions, unlike what its Generator makes of it: a stored seed gives its plan again.
"""

from __future__ import annotations

import hashlib
import heapq
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import NamedTuple

from regild.arrays import Array, BoolArray, IntArray, np
from regild.problems import N_

_ITEM = [("candidate", "i8"), ("sentence", "i8"), ("anchor", "?")]
Column = IntArray


class PoolItem(NamedTuple):
    """A candidate to place; an anchor is one that the first gold holds."""

    candidate: int
    sentence: int
    anchor: bool


class Place(NamedTuple):
    """A candidate's place. Subset and position count from 0; a copy is an anchor too."""

    subset: int
    position: int
    sentence: int
    candidate: int
    anchor: bool
    copy: bool


class SentenceLeftOut(NamedTuple):
    """A sentence left out of the plan: it has no anchor and was not allowed by name."""

    sentence: int
    candidates: int


class PlanImpossible(ValueError):  # noqa: N818
    """More subsets were asked for than the pool has blocks to fill them with."""

    def __init__(
        self, *, subsets: int, largest: int, unanchored: tuple[SentenceLeftOut, ...]
    ) -> None:
        self.largest = largest
        self.unanchored = unanchored
        self.text = N_(
            "%(subsets)s subsets asked for, but this pool fills at most %(most)s.",
            subsets=subsets,
            most=largest,
        )
        if unanchored:
            self.text = N_(
                "%(subsets)s subsets asked for, but this pool fills at most %(most)s."
                " Sentences left out because they have no anchor: %(left_out)s.",
                subsets=subsets,
                most=largest,
                left_out=len(unanchored),
            )
        super().__init__(self.text)


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Plan:
    """Places as parallel columns, ordered by subset, then position.

    `sizes[subset]` counts every place of a subset, copies included; `seats[subset]` is how
    many annotators it is for, None where the campaign says it.
    """

    subset: Column
    position: Column
    sentence: Column
    candidate: Column
    anchor: BoolArray
    copy: BoolArray
    sizes: tuple[int, ...]
    seats: tuple[int | None, ...]
    blocks: int
    largest_block: int
    unanchored: tuple[SentenceLeftOut, ...]

    def checksum(self) -> str:
        """The same for the same places alone."""
        digest = hashlib.sha256(repr(self.sizes).encode())
        if any(self.seats):
            digest.update(repr(self.seats).encode())
        for column in (self.subset, self.position, self.sentence, self.candidate):
            digest.update(column.astype("<i8").tobytes())
        for marks in (self.anchor, self.copy):
            digest.update(marks.astype("u1").tobytes())
        return digest.hexdigest()

    def places(self) -> Iterator[Place]:
        """The places one by one; only one subset's stand in memory as objects."""
        columns: tuple[Array, ...] = (
            self.subset,
            self.position,
            self.sentence,
            self.candidate,
            self.anchor,
            self.copy,
        )
        stop = 0
        for size in self.sizes:
            start, stop = stop, stop + size
            rows = zip(*(column[start:stop].tolist() for column in columns), strict=True)
            yield from map(Place._make, rows)


def dispatch(
    pool: Iterable[PoolItem],
    *,
    subsets: int,
    block_size: int,
    seed: int,
    unanchored_allowed: Collection[int] = (),
    anchor_copies: Mapping[int, Sequence[int]] = MappingProxyType({}),
    anchored: bool = True,
    seats: int | None = None,
) -> Plan:
    """Place every candidate in one subset; the same seed and pool always give the same plan.

    `block_size` is what a block should hold. A sentence gets as many blocks as that takes,
    but never more than subsets, nor than anchors; short of those, its blocks are larger. A
    sentence without an anchor is left out and reported, or, allowed by name, is one block.

    Later pooling: when a sentence's gold already stands in subsets that must not change,
    `anchor_copies` names (by sentence) gold candidates to show again. A block without an
    anchor of its own gets one copy; no copy is used twice. Where blocks need no anchor
    (`anchored` is False), there are neither copies nor sentences left out.

    Raises PlanImpossible when a subset would stay empty, which includes an empty pool.
    """
    if subsets < 1 or block_size < 1:
        raise ValueError("subsets and block_size must be at least 1")
    bits = np.random.PCG64(seed)
    items, copy = _items(pool, anchor_copies)
    sentence_ids, sentence = np.unique(items["sentence"], return_inverse=True)

    def count(rows: BoolArray) -> Column:
        return np.bincount(sentence[rows], minlength=len(sentence_ids))

    own = count(~copy)
    anchors = np.maximum(count(items["anchor"] & ~copy), count(copy))
    allowed = np.isin(sentence_ids, list(unanchored_allowed))
    most_blocks = -(-own // block_size)
    left_out = np.zeros(len(own), dtype=bool)
    if anchored:
        most_blocks = np.minimum(anchors, most_blocks)
        most_blocks[(anchors == 0) & allowed] = 1
        left_out = (anchors == 0) & ~allowed
    unanchored = tuple(
        map(SentenceLeftOut, sentence_ids[left_out].tolist(), own[left_out].tolist())
    )
    # A sentence puts at most one block in a subset, so with S subsets there are
    # sum(min(most, S)) blocks. Concave in S, that first falls below S past sum(most).
    largest = int(most_blocks.sum())
    if subsets > largest:
        raise PlanImpossible(subsets=subsets, largest=largest, unanchored=unanchored)
    blocks = np.minimum(most_blocks, subsets)

    dealt, block = _deal(
        sentence=sentence, anchor=items["anchor"], copy=copy, blocks=blocks, bits=bits
    )
    block_sizes = np.bincount(block)
    subset_of = _give_blocks(blocks=blocks, sizes=block_sizes, subsets=subsets, bits=bits)
    # When each block's turn comes: subset by subset, at random inside a subset.
    turn = np.argsort(np.lexsort((bits.random_raw(len(subset_of)), subset_of)))
    shown = np.lexsort((bits.random_raw(len(dealt)), turn[block]))

    order = dealt[shown]
    subset = subset_of[block[shown]]
    return Plan(
        subset=subset,
        position=_rank_within(subset),
        sentence=items["sentence"][order],
        candidate=items["candidate"][order],
        anchor=items["anchor"][order],
        copy=copy[order],
        sizes=tuple(np.bincount(subset).tolist()),
        seats=(seats,) * subsets,
        blocks=len(block_sizes),
        largest_block=int(block_sizes.max()),
        unanchored=unanchored,
    )


def _items(
    pool: Iterable[PoolItem], anchor_copies: Mapping[int, Sequence[int]]
) -> tuple[Array, BoolArray]:
    """The pool and the copies on offer as one table, and which of its rows are copies.

    In order of candidate, so that the order of the pool cannot change the plan.
    """
    own = np.fromiter(pool, _ITEM)
    copies = np.fromiter(
        (
            (candidate, sentence, True)
            for sentence, candidates in anchor_copies.items()
            for candidate in candidates
        ),
        _ITEM,
    )
    items = np.concatenate([own, copies])
    order = np.argsort(items["candidate"], kind="stable")
    items = items[order]
    twice = items["candidate"][1:] == items["candidate"][:-1]
    if twice.any():
        candidate = items["candidate"][1:][twice][0]
        raise ValueError(f"candidate {candidate} stands twice in the pool or its copies")
    return items, order >= len(own)


def _deal(
    *,
    sentence: Column,
    anchor: BoolArray,
    copy: BoolArray,
    blocks: Column,
    bits: np.random.PCG64,
) -> tuple[Column, Column]:
    """Which rows are placed, and each one's block, as cards are dealt to players.

    A sentence's rows are a deck, its own anchors on top, then copies, then the rest, each
    part shuffled. Dealt in turn, blocks differ by at most one in anchors and in size, and
    an earlier block of a sentence is never the smaller.
    """
    part = np.where(copy, 1, np.where(anchor, 0, 2))
    deck = np.lexsort((bits.random_raw(len(sentence)), part, sentence))
    players = blocks[sentence[deck]]
    # Copies past the last block without an anchor of its own are not needed.
    wanted = (players > 0) & (~copy[deck] | (_rank_within(sentence[deck]) < players))
    deck = deck[wanted]
    owner = sentence[deck]
    first_block = np.cumsum(blocks) - blocks
    return deck, first_block[owner] + _rank_within(owner) % blocks[owner]


def _give_blocks(
    *, blocks: Column, sizes: Column, subsets: int, bits: np.random.PCG64
) -> Column:
    """Each block's subset: the k blocks of a sentence go to the k lightest subsets.

    Largest block to lightest subset, which keeps any two subsets within B, the largest
    block so far. Say they are, with sizes s ≤ t. Both get a block, b to s and c to t, b ≥ c:
    t+c - (s+b) ≤ t-s ≤ B and s+b - (t+c) ≤ b ≤ B. Only one gets a block: it is the lighter,
    and s+b - t ≤ b ≤ B, t - (s+b) ≤ B. Neither: nothing changes.

    Sentences with large blocks go first, so that the small ones even them out.
    """
    first_block = np.cumsum(blocks) - blocks
    sentences = np.flatnonzero(blocks)
    largest = sizes[first_block[sentences]]
    sentences = sentences[np.lexsort((bits.random_raw(len(sentences)), -largest))]
    # Equal subsets are taken at random: by number, they would get the same neighbours.
    ties = iter(bits.random_raw(subsets + len(sizes)).tolist())
    heap = [(0, next(ties), subset) for subset in range(subsets)]
    heapq.heapify(heap)
    block_sizes: list[int] = sizes.tolist()
    subset_of = [0] * len(block_sizes)
    firsts, counts = first_block[sentences].tolist(), blocks[sentences].tolist()
    for first, count in zip(firsts, counts, strict=True):
        lightest = [heapq.heappop(heap) for _ in range(count)]
        for block, (size, _, subset) in enumerate(lightest, start=first):
            subset_of[block] = subset
            heapq.heappush(heap, (size + block_sizes[block], next(ties), subset))
    return np.array(subset_of, dtype=np.int64)


def _rank_within(group: Column) -> Column:
    """Each row's rank among the rows of its group, from 0; the rows come group by group."""
    counts = np.bincount(group)
    first = np.cumsum(counts) - counts
    return np.arange(len(group)) - first[group]
