"""The keyboard's hand is of use only if it fails where a person would."""

import pytest

from tests.browser.conftest import OpenPage
from tests.browser.hands import Keyboard

pytestmark = pytest.mark.sqlite


def press(open_page: OpenPage, content: str) -> Keyboard:
    hand = Keyboard(open_page())
    hand.page.set_content(content)
    hand.press("button", "Save")
    return hand


def test_it_presses_what_the_tab_key_reaches(open_page: OpenPage) -> None:
    hand = press(open_page, "<a href='#'>Back</a> <form action='#saved'><button>Save</button>")
    hand.page.wait_for_url("**#saved")


@pytest.mark.parametrize(
    "content",
    [
        "<button tabindex=-1>Save</button>",
        "<div role=button>Save</div>",
    ],
)
def test_it_fails_where_the_tab_key_does_not_come(open_page: OpenPage, content: str) -> None:
    with pytest.raises(AssertionError, match="cannot be reached"):
        press(open_page, content)


@pytest.mark.parametrize(
    "content",
    [
        "<button style='outline: none'>Save</button>",
        "<a href='#' style='outline: none'>Back</a> <button>Save</button>",
        # A frame that is always there says nothing about the focus.
        "<button style='outline: 1px solid red'>Save</button>",
    ],
)
def test_it_fails_where_nobody_sees_the_focus(open_page: OpenPage, content: str) -> None:
    with pytest.raises(AssertionError, match="nobody sees"):
        press(open_page, content)
