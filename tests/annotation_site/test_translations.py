"""The interface is as complete in French as it is in English."""

import ast
import re
from collections.abc import Iterator

import pytest
from babel.messages.pofile import read_po
from django.utils.translation.template import templatize

from campaigns.models import AuditEntry
from campaigns.selectors import ACTIONS, audit_facets
from tests.factories import make_campaign
from tests.processes import ROOT

APPS = ["annotation_site", "agreement", "campaigns", "pooling", "rating", "scoring", "core"]
# %(name)s, %s, %d, %%, and the {} or {code} that a script or a page fills in.
PLACEHOLDER = re.compile(r"%\(\w+\)[sd]|%[sd%]|\{\w*\}")
TEXT = r"""u?(?:'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*")"""
CALL = re.compile(rf"\b(_|n?p?gettext)\((\s*{TEXT}(?:\s*,\s*{TEXT})*)")
# A blank in French that a line may break at, before or inside what it belongs to.
LOOSE = re.compile(r" [;!?»]| :(?!:)|« |\d %(?![(sd ])")


def texts_of(function: str, arguments: list[str]) -> tuple[str | None, str]:
    """(context, msgid) of a call of a gettext function."""
    context, *rest = arguments if "pgettext" in function else [None, *arguments]
    return context, rest[0]


def of_modules() -> Iterator[tuple[str | None, str]]:
    for path in (path for app in APPS for path in (ROOT / app).rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text())):
            if not isinstance(node, ast.Call) or not node.args:
                continue
            function = getattr(node.func, "attr", getattr(node.func, "id", ""))
            if function == "_" or "gettext" in function:
                literal = [a.value for a in node.args if isinstance(a, ast.Constant)]
                if literal and isinstance(node.args[0], ast.Constant):
                    yield texts_of(function, literal)


def of_templates() -> Iterator[tuple[str | None, str]]:
    for path in (*(ROOT / "templates").rglob("*.html"), *(ROOT / "templates").rglob("*.txt")):
        for call in CALL.finditer(templatize(path.read_text())):
            yield texts_of(call[1], list(ast.literal_eval(f"({call[2]},)")))


@pytest.fixture(scope="module")
def catalogue():
    with (ROOT / "locale/fr/LC_MESSAGES/django.po").open("rb") as file:
        return read_po(file, locale="fr")


def pairs(message) -> list[tuple[str, str]]:
    """English and French beside each other; of a plural both forms."""
    if isinstance(message.id, str):
        return [(message.id, message.string)]
    return list(zip(message.id, message.string, strict=True))


def test_every_text_of_pages_and_modules_is_in_the_catalogue(catalogue):
    used = {*of_templates(), *of_modules()}
    known = {
        (message.context, message.id if isinstance(message.id, str) else message.id[0])
        for message in catalogue
    }
    assert len(used) > 900
    assert sorted(used - known, key=str) == []


def test_every_text_has_its_french_and_none_is_a_guess(catalogue):
    unfinished = [
        message.id
        for message in catalogue
        if message.id and (message.fuzzy or not all(french for _, french in pairs(message)))
    ]
    assert unfinished == []


def test_what_is_filled_in_stands_on_both_sides(catalogue):
    differing = [
        english
        for message in catalogue
        if message.id
        for english, french in pairs(message)
        if sorted(PLACEHOLDER.findall(english)) != sorted(PLACEHOLDER.findall(french))
    ]
    assert differing == []


def test_no_line_breaks_before_a_mark_or_inside_guillemets(catalogue):
    loose = [
        french
        for message in catalogue
        if message.id
        for _, french in pairs(message)
        if LOOSE.search(french)
    ]
    assert loose == []


def test_every_action_of_the_audit_log_is_known_by_name():
    """One put together from parts, such as of exclusions, cannot be found by this."""
    written = {
        keyword.value.value
        for app in APPS
        for path in (ROOT / app).rglob("*.py")
        if "management" not in path.parts
        for node in ast.walk(ast.parse(path.read_text()))
        if isinstance(node, ast.Call)
        for keyword in node.keywords
        if keyword.arg == "action" and isinstance(keyword.value, ast.Constant)
    }
    assert len(written) > 15
    assert written - set(ACTIONS) == set()


@pytest.mark.django_db
def test_the_log_offers_what_was_done_in_the_order_of_the_work():
    campaign = make_campaign()
    AuditEntry.objects.all().delete()
    for action in ("release gold", "abolished long ago", "pool"):
        AuditEntry.objects.create(campaign=campaign, slug=campaign.slug, action=action)
    _, actions = audit_facets(campaign)
    assert actions == ["pool", "release gold", "abolished long ago"]
