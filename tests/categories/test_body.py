"""A document's text: what is quoted is told apart, what is long is folded."""

import pytest

from regild.tasks.categories.body import Part, body_of


def test_lines_that_are_marked_and_the_one_that_says_who_is_quoted():
    body = body_of("Hello.\nOn Monday Ben wrote:\n> Who pays?\n> I?\nWe do.")
    assert body.first == (
        Part("Hello.", False),
        Part("On Monday Ben wrote:\n> Who pays?\n> I?", True),
        Part("We do.", False),
    )
    assert (body.rest, body.lines) == ((), 0)


@pytest.mark.parametrize(
    "head",
    [
        "-----Original Message-----",
        " --- Ursprüngliche Nachricht ---",
        "----Message d'origine---",
    ],
)
def test_all_below_the_head_of_an_answered_message_is_quoted(head):
    body = body_of(f"Yes.\n{head}\nFrom: Ann\n\nShall we?")
    assert [part.quoted for part in body.first] == [False, True]


def test_a_long_text_is_folded_at_a_line_and_nothing_is_lost():
    lines = [f"Line {n}" for n in range(100)]
    body = body_of("\n".join(lines))
    assert body.first == (Part("\n".join(lines[:30]), False),)
    assert body.rest == (Part("\n".join(lines[30:]), False),)
    assert body.lines == 70


def test_little_is_not_folded_away():
    lines = [f"Line {n}" for n in range(34)]
    assert body_of("\n".join(lines)).lines == 0
    # One line however long is shown.
    assert body_of("x" * 9000).rest == ()


def test_an_empty_text_has_no_parts():
    assert body_of("\n\n") == ((), (), 0)
