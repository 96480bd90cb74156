"""Documents and utterances from an empty site to scores, by mouse; and by commands the same."""

from pathlib import Path
from typing import Any

import pytest

from campaigns.models import Campaign
from tests.browser.conftest import OpenPage
from tests.browser.hands import Mouse
from tests.ways import by_command, by_mouse
from tests.ways.files import write_coin, write_mail
from tests.ways.stored import stored

pytestmark = pytest.mark.sqlite


@pytest.mark.usefixtures("worker")
@pytest.mark.parametrize(("task", "write"), [("mail", write_mail), ("utterances", write_coin)])
@pytest.mark.long
def test_by_mouse_a_campaign_comes_to_what_commands_make_of_it(
    open_page: OpenPage, settings: Any, live_server: Any, tmp_path: Path, task: str, write: Any
) -> None:
    settings.SITE_URL = live_server.url
    folder = write(tmp_path)
    getattr(by_mouse, task)(lambda: Mouse(open_page()), folder)
    slug = Campaign.objects.get().slug
    getattr(by_command, task)("command", folder)
    assert stored(slug) == stored("command")
