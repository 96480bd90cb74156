"""Templates are read and reviewed like code: two beside each other on a screen."""

import pytest
from django.template import TemplateSyntaxError
from django.template.loader import get_template

from tests.processes import ROOT

pytestmark = pytest.mark.sqlite

WIDEST = 119


def test_no_line_of_a_template_is_wider_than_a_screen_shows():
    templates = [
        path for path in (ROOT / "templates").rglob("*") if path.suffix in {".html", ".txt"}
    ]
    wide = [
        f"{path.relative_to(ROOT)}:{number}"
        for path in templates
        for number, line in enumerate(path.read_text().splitlines(), 1)
        if len(line) > WIDEST
    ]
    assert wide == []
    assert len(templates) > 90


def test_every_template_finds_the_tags_it_names():
    wrong = {}
    for path in (ROOT / "templates").rglob("*.html"):
        name = str(path.relative_to(ROOT / "templates"))
        try:
            get_template(name)
        except TemplateSyntaxError as error:
            wrong[name] = str(error)
    assert wrong == {}
