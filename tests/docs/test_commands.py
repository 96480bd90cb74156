"""Commands, options, make targets and variables are spelled in the guides as they are."""

import argparse
import re
import shlex
from functools import cache
from itertools import product

import pytest
from django.core.management import CommandError, get_commands, load_command_class

from regild.cli import COMMANDS, module_of
from tests.annotation_site.test_compose import COMPOSE, read_in_python
from tests.docs.guides import codes
from tests.processes import ROOT

pytestmark = pytest.mark.sqlite

OURS = {
    "agreement",
    "annotation_site",
    "annotators",
    "campaigns",
    "pooling",
    "proposing",
    "rating",
    "scoring",
    "sources",
}
MAKEFILE = (ROOT / "Makefile").read_text()
TARGETS = set(re.findall(r"^([a-z-]+):", MAKEFILE, re.MULTILINE))
# Options named alone that are another program's.
OF_OTHER_PROGRAMS = {"--scale"}  # docker compose
# How a command of ours begins in the guides.
PREFIX = re.compile(
    r"^(\$ )?(cd \S+ && )?(.*\bhoncho run -e \S+ )?(docker compose run \S*( --rm)? \w+ )?"
    r"((\S*python3? )?manage\.py|regild) "
)
OPTION = re.compile(r"(?<!\S)\[?(--[a-z][a-z-]*)")
SHELL_ENDS = re.compile(r" (?:&& |\|\| |\| |> |# ).*| {3,}.*|;.*")


def our_commands():
    return {name for name, app in get_commands().items() if app in OURS}


@cache
def parser(name):
    """Of a command of the site, or of `regild` where it is called by that."""
    if name.startswith("regild "):
        found = argparse.ArgumentParser()
        module_of(name.split()[1]).add_arguments(found)
        return found
    app = get_commands()[name]
    return load_command_class(app, name).create_parser("manage.py", name)


def shown_commands():
    """(guide, command, the words after it) of everything that calls one of our commands."""
    for code in codes():
        text = re.sub(r"\$\([^)]*\)", "X", code.text)
        prefix = PREFIX.match(text)
        shown = SHELL_ENDS.sub("", text[prefix.end() :] if prefix else text)
        name, _, rest = shown.partition(" ")
        is_usage = re.match(r"[a-z_]+ (SLUG|GOLD|FILE|FOLDER|\[?--)", shown)
        is_ours = prefix or name in our_commands() or is_usage
        if is_ours and re.fullmatch("[a-z_-]+", name):
            # In the guide to the shell it is short for manage.py.
            by_regild = prefix and prefix[6] == "regild" and code.guide != "docs/shell.md"
            named = f"regild {name}" if by_regild and name in COMMANDS else name
            yield code.guide, named, rest.strip()


def known():
    return {*get_commands(), *(f"regild {name}" for name in COMMANDS)}


def written_out(rest):
    """Every way to write a usage: with and without [what may be left out], with each a|b."""
    whole = re.sub(r"\[|\]|…|\.\.\.", " ", rest)
    least = re.sub(r"\[[^\]]*\]|…|\.\.\.", " ", rest)
    for text in {whole, least}:
        words = shlex.split(text.replace("|", "\x00"))
        yield from product(*(word.split("\x00") for word in words))


def filled_in(name, words):
    """With a value for each placeholder: N is a number, FORMAT one of the choices."""
    options = parser(name)._option_string_actions
    last = None
    for word in words:
        choices = getattr(options.get(last), "choices", None)
        if choices and word.isupper():
            word = next(iter(choices))
        elif word == "N":
            word = "1"
        yield word
        last = word


def is_understood(name, rest):
    try:
        for words in written_out(rest):
            parser(name).parse_args([*filled_in(name, words)])
    except (CommandError, SystemExit):
        return False
    return True


class TestTheCommandsOfTheGuides:
    def test_exist(self):
        unknown = [
            (guide, name) for guide, name, _rest in shown_commands() if name not in known()
        ]
        assert unknown == []

    def test_have_the_options_that_are_shown(self):
        unknown = [
            (guide, name, option)
            for guide, name, rest in shown_commands()
            if name in known()
            for option in OPTION.findall(rest)
            if option not in parser(name)._option_string_actions
        ]
        assert unknown == []

    def test_are_understood_as_they_are_written(self):
        refused = [
            (guide, name, rest)
            for guide, name, rest in shown_commands()
            # A command named in a sentence need not be whole.
            if name in known() and rest and not rest.startswith("--")
            if not is_understood(name, rest)
        ]
        assert refused == []

    def test_are_all_told_to_leads_evaluators_or_operators(self):
        told = {name.removeprefix("regild ") for _guide, name, _rest in shown_commands()}
        by_make = {"demo", "paper"}
        assert our_commands() - told - by_make == set()

    def test_are_seen_wherever_they_stand(self):
        # So that the tests above cannot pass by seeing nothing.
        seen = {(guide, name) for guide, name, _rest in shown_commands()}
        assert {
            ("docs/leads.md", "create_campaign"),
            ("docs/leads.md", "simulate"),
            ("docs/shell.md", "export_gold"),
            ("docs/operations.md", "backup"),
            ("docs/evaluators.md", "regild score"),
        } <= seen


def test_an_option_named_alone_is_one_of_a_command():
    options = {option for name in known() for option in parser(name)._option_string_actions}
    unknown = {
        (code.guide, option)
        for code in codes()
        if code.text.startswith("--")
        for option in OPTION.findall(code.text)
    }
    assert {(g, o) for g, o in unknown if o not in options | OF_OTHER_PROGRAMS} == set()


def test_every_make_target_of_a_guide_is_in_the_makefile():
    named = {
        (code.guide, target)
        for code in codes()
        for target in re.findall(r"(?:^|&& )make ([a-z-]+)", code.text)
    }
    assert {(guide, target) for guide, target in named if target not in TARGETS} == set()
    assert ("README.md", "demo") in named


def test_every_variable_that_a_guide_sets_is_one_that_something_reads():
    """tests/annotation_site/test_compose.py holds the table of docs/operations.md to both."""
    read = read_in_python() | set(re.findall(r"\$\{(\w+)", str(COMPOSE)))
    read |= set(re.findall(r"\$\((?:if \$\()?([A-Z_]+)\b", MAKEFILE))
    # The guides' own word for any, and the names of two parts.
    of_others = {"NAME", "MAN", "RAND"}
    set_by = {
        (code.guide, variable)
        for code in codes()
        for variable in re.findall(r"(?:^|[ `])([A-Z][A-Z_]{2,})=", code.text)
    }
    assert {(g, name) for g, name in set_by if name not in read | of_others} == set()
    assert ("docs/operations.md", "PROXIES") in set_by


def test_every_test_that_a_guide_names_is_there():
    named = {
        (code.guide, file, test)
        for code in codes()
        for file, test in re.findall(r"(tests/[\w/]+\.py)(?:::(\w+))?", code.text)
    }
    gone = [
        (guide, file, test)
        for guide, file, test in named
        if not (ROOT / file).is_file()
        or (test and not re.search(rf"\b(def|class) {test}\b", (ROOT / file).read_text()))
    ]
    assert gone == []


@pytest.mark.parametrize(
    ("usage", "understood"),
    [
        ("SLUG --subsets 90 [--block-size 8] [--seed N] [--dry-run]", True),
        ("SLUG --subsets", False),  # lacks what must be given
        ("SLUG --subsets 90 --blocks 8", False),
        ("--subsets 90", False),
    ],
)
def test_a_wrong_usage_is_told_from_a_right_one(usage, understood):
    assert is_understood("dispatch", usage) is understood
