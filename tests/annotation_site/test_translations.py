"""The interface is as complete in every language as it is in English: in some for annotators
alone."""

import ast
import re
from collections.abc import Iterable, Iterator
from pathlib import Path

import pytest
from babel.messages.pofile import read_po
from django.utils.translation.template import templatize

from campaigns.models import AuditEntry
from campaigns.selectors.audit import ACTIONS, audit_facets
from core.languages import Catalogue
from tests.factories import make_campaign
from tests.processes import ROOT

pytestmark = pytest.mark.sqlite

APPS = [
    "annotation_site",
    "agreement",
    "annotators",
    "campaigns",
    "core",
    "pooling",
    "proposing",
    "rating",
    "scoring",
    "judging",
    "sources",
]
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


def calls(paths: Iterable[Path]) -> Iterator[tuple[str, ast.Call]]:
    """Every call in these modules, by the function's name."""
    for path in paths:
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.Call):
                yield getattr(node.func, "attr", getattr(node.func, "id", "")), node


def of_modules(paths: Iterable[Path]) -> Iterator[tuple[str | None, str]]:
    for function, node in calls(paths):
        if function in {"_", "N_"} or "gettext" in function:
            literal = [a.value for a in node.args if isinstance(a, ast.Constant)]
            if literal and isinstance(node.args[0], ast.Constant):
                yield texts_of(function, literal)


def of_templates(paths: Iterable[Path]) -> Iterator[tuple[str | None, str]]:
    for path in paths:
        for call in CALL.finditer(templatize(path.read_text())):
            yield texts_of(call[1], list(ast.literal_eval(f"({call[2]},)")))


def our_modules() -> Iterator[Path]:
    return (path for app in [*APPS, "regild"] for path in (ROOT / app).rglob("*.py"))


def modules_of_annotators() -> Iterator[Path]:
    """What writes what annotators read."""
    yield from (ROOT / "annotators" / "services").glob("*.py")
    yield from (ROOT / "rating/services" / name for name in ("sittings.py", "storing.py"))
    yield ROOT / "rating/services/reminding.py"
    yield ROOT / "rating/forms/annotators.py"
    yield ROOT / "regild/tasks/said_in_every_task.py"
    for name in ("said_to_annotators", "said_to_proposers"):
        yield from (ROOT / "regild/tasks").glob(f"*/{name}.py")
    yield from (ROOT / "annotators/pages").glob("*.py")
    yield ROOT / "proposing/pages/sitting.py"
    for path in (ROOT / "rating/pages").glob("*.py"):
        if "annotators.pages.visiting" in path.read_text():
            yield path


def templates_of_annotators() -> Iterator[Path]:
    yield from (ROOT / "templates").glob("*.html")
    yield from (ROOT / "templates/rating").glob("*.html")
    yield from (ROOT / "templates/rating").glob("*.txt")
    yield from (ROOT / "templates/proposing/visit").glob("*.html")
    asked = ("row_name", "asked", "rows", "keys", "scale", "example", "_*")
    for name in (*asked, "proposed", "to_practise", "others_wrote"):
        yield from (ROOT / "templates/tasks").glob(f"*/{name}.html")


def texts_used(*, by_annotators: bool) -> set[tuple[str | None, str]]:
    if by_annotators:
        return {
            *of_templates(templates_of_annotators()),
            *of_modules(modules_of_annotators()),
        }
    templates = ROOT / "templates"
    return {
        *of_templates([*templates.rglob("*.html"), *templates.rglob("*.txt")]),
        *of_modules(our_modules()),
    }


FILES = {
    file.parent.parent.name: file for file in (ROOT / "locale").glob("*/LC_MESSAGES/django.po")
}
COMPLETE = [name for name, file in FILES.items() if not Catalogue.of(file).for_annotators]


def read(name: str):
    with FILES[name].open("rb") as file:
        return read_po(file, locale=name)


@pytest.fixture(scope="module", params=sorted(FILES))
def catalogue(request):
    return read(request.param)


def pairs(message) -> list[tuple[str, str]]:
    """English and the translation beside each other; of a plural every form."""
    if isinstance(message.id, str):
        return [(message.id, message.string)]
    singular, plural = message.id
    return [(singular if at == 0 else plural, one) for at, one in enumerate(message.string)]


def test_every_text_of_pages_and_modules_is_in_the_catalogue(catalogue):
    used = texts_used(by_annotators=Catalogue.of(FILES[str(catalogue.locale)]).for_annotators)
    known = {
        (message.context, message.id if isinstance(message.id, str) else message.id[0])
        for message in catalogue
    }
    assert len(used) > (900 if str(catalogue.locale) in COMPLETE else 100)
    assert sorted(used - known, key=str) == []


def test_every_text_of_a_refusal_is_written_out_with_what_it_is_filled_with():
    """A template without keywords is kept to be filled later."""
    found = [node for function, node in calls(our_modules()) if function == "N_"]
    assert len(found) > 250
    for node in found:
        [template] = node.args
        assert isinstance(template, ast.Constant), ast.unparse(node)
        given = {keyword.arg for keyword in node.keywords if keyword.arg}
        wanted = set(re.findall(r"%\((\w+)\)s", template.value))
        if node.keywords and len(given) == len(node.keywords):
            assert given == wanted, ast.unparse(node)


def test_every_text_is_translated_and_none_is_a_guess(catalogue):
    unfinished = [
        message.id
        for message in catalogue
        if message.id and (message.fuzzy or not all(said for _, said in pairs(message)))
    ]
    assert unfinished == []


def test_what_is_filled_in_stands_on_both_sides(catalogue):
    differing = [
        english
        for message in catalogue
        if message.id
        for english, said in pairs(message)
        if sorted(PLACEHOLDER.findall(english)) != sorted(PLACEHOLDER.findall(said))
    ]
    assert differing == []


def test_no_line_breaks_before_a_mark_or_inside_guillemets_in_french():
    loose = [
        french
        for message in read("fr")
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
