"""Repeats and foils: what may be drawn, how many, and the same again for a seed."""

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from regild.pooling.checks import Foil, GroupWords, choose_foils, choose_repeats

WORDS = {
    "bar.n": GroupWords("bar", "n", ("pub", "counter", "rod", "good")),
    "bank.n": GroupWords("bank", "n", ("shore", "lender", "rod")),
    "side.n": GroupWords("side", "n", ("bar", "flank", "shore")),
    "run.v": GroupWords("run", "v", ("sprint", "manage")),
}
LEXELTS = {1: "bar.n", 2: "bar.n", 3: "bank.n", 4: "run.v", 5: "side.n"}


def foils(*, sentences=(1, 2, 3, 4, 5), share=0.5, seed=1, words=WORDS):
    return choose_foils(
        dict.fromkeys(sentences, 8), groups=LEXELTS, words=words, share=share, rng=Random(seed)
    )


@settings(max_examples=100, deadline=None)
@given(
    candidates=st.lists(st.integers(), unique=True, max_size=60),
    share=st.floats(0, 0.5),
    seed=st.integers(0, 999),
)
def test_repeats_are_distinct_and_shown_first_in_the_first_half(candidates, share, seed):
    repeats = choose_repeats(candidates, share=share, rng=Random(seed))
    assert len(repeats) == len(set(repeats))
    assert set(repeats) <= set(candidates[: len(candidates) // 2])


@pytest.mark.parametrize(
    ("candidates", "share", "count"),
    [(100, 0.1, 10), (100, 0.0, 0), (100, 0.5, 50), (3, 0.5, 1), (1, 0.5, 0), (0, 0.1, 0)],
)
def test_as_many_repeats_as_the_share_asks(candidates, share, count):
    assert len(choose_repeats(range(candidates), share=share, rng=Random(1))) == count


@pytest.mark.parametrize("share", [-0.1, 0.51])
def test_a_share_of_repeats_beyond_half_the_sitting_is_refused(share):
    with pytest.raises(ValueError, match="share of repeats"):
        choose_repeats(range(10), share=share, rng=Random(1))


def test_a_seed_draws_the_same_repeats_again_and_another_seed_others():
    def drawn(seed):
        return choose_repeats(range(100), share=0.1, rng=Random(seed))

    assert drawn(3) == drawn(3)
    assert drawn(3) != drawn(4)


def test_a_seed_draws_the_same_foils_again_and_another_seed_others():
    assert foils(seed=3) == foils(seed=3)
    assert foils(seed=3) != foils(seed=4)


def test_a_foil_is_a_word_of_another_target_of_the_same_part_of_speech():
    drawn = {foil for seed in range(300) for foil in foils(seed=seed)}
    # Worked by hand. `rod` is pooled for both bar and bank, `shore` for both bank and side;
    # `bar` is the word of its own target. run.v has no other verb to draw from.
    bar = {"shore", "lender", "flank"}
    bank = {"pub", "counter", "good", "bar", "flank"}
    side = {"pub", "counter", "good", "rod", "lender"}
    assert drawn == {
        Foil(sentence, text)
        for sentence, texts in {1: bar, 2: bar, 3: bank, 5: side}.items()
        for text in texts
    }


@pytest.mark.parametrize(("share", "count"), [(0.0, 0), (0.05, 2), (0.075, 3), (1.0, 4)])
def test_as_many_foils_as_the_share_asks_but_one_a_block(share, count):
    # 5 blocks of 8 candidates; one of them, run.v, has no possible foil.
    drawn = foils(share=share)
    assert len(drawn) == count
    assert len({foil.sentence for foil in drawn}) == count


def test_a_target_alone_in_its_part_of_speech_gets_no_foil():
    assert foils(sentences=[4]) == ()


def test_a_target_is_passed_over_when_all_its_words_are_pooled_here_too():
    words = {
        "bar.n": GroupWords("bar", "n", ("pub", "rod")),
        "bank.n": GroupWords("bank", "n", ("rod",)),
        "side.n": GroupWords("side", "n", ("flank",)),
    }
    assert {foils(sentences=[1], seed=seed, words=words) for seed in range(20)} == {
        (Foil(1, "flank"),)
    }


@pytest.mark.parametrize("share", [-0.1, 1.1])
def test_a_share_of_foils_is_a_share(share):
    with pytest.raises(ValueError, match="share of foils"):
        foils(share=share)
