"""The page that shows every element of docs/look.md."""

import importlib
import re
from types import ModuleType

import pytest
from django.test import RequestFactory

from annotation_site import urls, views
from tests.processes import ROOT

pytestmark = pytest.mark.sqlite

SPRITE = (ROOT / "static/img/icons.svg").read_text()


@pytest.fixture
def urls_in_debug(settings):
    settings.DEBUG = True
    yield importlib.reload(urls)
    settings.DEBUG = False
    importlib.reload(urls)


def routes(module: ModuleType) -> set[str]:
    return {str(pattern.pattern) for pattern in module.urlpatterns}


def test_the_style_guide_is_served_to_builders_alone(urls_in_debug, settings):
    assert "styleguide/" in routes(urls_in_debug)
    settings.DEBUG = False
    assert "styleguide/" not in routes(importlib.reload(urls))


def test_the_style_guide_shows_every_icon_and_every_part_it_lists(client):
    request = RequestFactory().get("/styleguide/")
    page = views.styleguide(request).content.decode()
    drawn = set(re.findall(r"icons[^#\"]*\.svg#([\w-]+)", page))
    assert set(re.findall(r'symbol id="([\w-]+)"', SPRITE)) == drawn
    listed = re.findall(r'<li><a href="#([\w-]+)">', page)
    assert listed
    assert set(listed) <= set(re.findall(r'<section id="([\w-]+)">', page))


def test_every_icon_that_a_template_names_is_drawn():
    drawn = set(re.findall(r'symbol id="([\w-]+)"', SPRITE))
    named = {
        name
        for path in (ROOT / "templates").rglob("*.html")
        for name in re.findall(r'{% icon "([\w-]+)"', path.read_text())
    }
    assert named <= drawn
    assert named
