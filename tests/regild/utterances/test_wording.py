"""What people read of a corpus's words."""

import pytest

from regild.tasks.utterances.wording import as_written


@pytest.mark.parametrize(
    ("words", "read"),
    [
        ("The baker gave each child a warm roll .", "The baker gave each child a warm roll."),
        ("Well , he did n't ( not yet ) .", "Well, he didn't (not yet)."),
        ("`` The jury 's out '' , he said .", "“The jury's out”, he said."),
        # A number, a blank of French, and what was never split.
        ("It costs .5 and he asks : pourquoi ?", "It costs .5 and he asks : pourquoi ?"),
        ("She is here.", "She is here."),
    ],
)
def test_no_blank_stands_before_what_closes_a_sentence(words, read):
    assert as_written(words) == read
