"""What is said of words as they are written."""

import pytest

from regild.proposing.hints import Hint, hints


@pytest.mark.parametrize(
    ("answers", "told"),
    [
        (("happy", "pleased"), (None, None)),
        ((" GLAD ", ""), (Hint.TARGET, None)),
        (("happy", "Happy"), (None, Hint.REPEATED)),
        (("very happy", "happy,pleased", "happy؛"), (Hint.SEVERAL, Hint.SEVERAL, None)),
        # Composed or not, it is the same letter.
        (("café", "cafe\u0301"), (None, Hint.REPEATED)),
    ],
)
def test_the_target_repetitions_and_several_words_are_told(answers, told):
    assert hints(answers, target="glad", single_words=True) == told


def test_several_words_are_welcome_where_the_campaign_keeps_them():
    assert hints(["very happy"], target="glad", single_words=False) == (None,)
