"""Only a task's own modules, templates and scripts know what its items are made of.

Whoever adds a task adds a package in `regild/tasks`; what else says a word of one task would
have to be found and changed for every other.
"""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from regild.scoring.by_task import Scoring
from regild.tasks.task import Task
from tests import ROOT

APPS = (
    "regild",
    "core",
    "campaigns",
    "sources",
    "annotators",
    "proposing",
    "pooling",
    "rating",
    "agreement",
    "scoring",
    "judging",
    "annotation_site",
)
# What reads and writes the files of the trade, what is the task's own, and what is data.
OF_THE_TASK = (
    "regild/formats/",
    "regild/tasks/",
    "campaigns/forms/substitution.py",
    "campaigns/forms/categories.py",
    "campaigns/forms/utterances.py",
    "campaigns/forms/written.py",
    "campaigns/templatetags/documents.py",
    "templates/tasks/",
    "static/js/blocks/",
    "annotation_site/demo/",
    # The first stage asks for substitutes of a target, where a task says so (`Task.proposes`).
    "regild/proposing/",
    "regild/rating/proposers.py",
    "proposing/",
    "templates/proposing/",
)
# Reads the files of the program it imitates, and calls the sides of a line so.
IMITATED = "regild/scoring/official/"

WORDS = {
    *("target", "targets", "by_target", "left", "right"),
    *("attachments", "utterances", "probe", "probes"),
}
# What else is called so, in all the files there are.
PROMISED = {
    # The reason that a pool's count of what stayed out has in answers and in kept results.
    ("regild/pooling/pool.py", "target"),
    # What is drawn for an interval, where sentences share one: signatures and files say so.
    ("regild/cli/score_print.py", "targets"),
    ("regild/scoring/score_records.py", "target"),
    ("regild/scoring/evaluation.py", "targets"),
    ("regild/scoring/two_golds.py", "targets"),
    ("scoring/models/evaluations.py", "target"),
    ("scoring/models/evaluations.py", "targets"),
    ("templates/scoring/_over_sentences.html", "targets"),
    ("scoring/management/commands/rescore.py", "targets"),
    # Sides of a picture and of an interval.
    ("regild/figures/drawing.py", "left"),
    ("regild/figures/rankings.py", "left"),
    ("regild/figures/rankings.py", "right"),
    ("regild/agreement/origins.py", "right"),
    # Answers that are not wrong.
    ("regild/scoring/matrices.py", "right"),
    ("regild/scoring/leave_one_out.py", "right"),
    ("regild/scoring/measures/jabbari.py", "right"),
    ("regild/scoring/measures/retrieval.py", "right"),
    ("regild/scoring/measures/tsar.py", "right"),
}

# `event.target` is the browser's, and so is what is taken out of an event.
ATTRIBUTE = re.compile(r"(?<!event)\.(target|left|right)\b")
IN_TEMPLATE = re.compile(r"{[{%].*?[%}]}", re.DOTALL)
IN_QUOTES = re.compile(r"""(["']).*?\1""")


def sources(*endings: str) -> Iterator[tuple[str, str]]:
    for folder in (*APPS, "templates", "static/js"):
        for path in sorted((ROOT / folder).rglob("*")):
            name = path.relative_to(ROOT).as_posix()
            ours = path.suffix in endings and "migrations" not in path.parts
            if ours and not name.startswith(OF_THE_TASK):
                yield name, Path(path).read_text()


def said_in_python(text: str) -> set[str]:
    """Keys and strings, attributes and fields, and names of arguments."""
    found: set[str] = set()
    for node in ast.walk(ast.parse(text)):
        match node:
            case ast.Constant(value=str(word)):
                found.add(word)
            case ast.Attribute(attr=word):
                found.add(word)
            case ast.keyword(arg=str(word)) | ast.arg(arg=word):
                found.add(word)
            case ast.AnnAssign(target=ast.Name(id=word)):
                found.add(word)
    return found & WORDS


def said_in_template(text: str) -> set[str]:
    # `hx-target` and sentences are no variables; nor is what stands in quotes.
    inside = (IN_QUOTES.sub("", tag.group()) for tag in IN_TEMPLATE.finditer(text))
    return {word for tag in inside for word in re.findall(r"\w+", tag)} & WORDS


def test_only_tasks_and_formats_name_the_lexelt():
    saying = [name for name, text in sources(".py", ".html", ".js") if "lexelt" in text.lower()]
    assert saying == []


@pytest.mark.parametrize(
    ("ending", "said_in"),
    [
        (".py", said_in_python),
        (".html", said_in_template),
        (".js", lambda text: set(ATTRIBUTE.findall(text))),
    ],
)
def test_only_the_task_names_what_its_item_holds(ending, said_in):
    said = {
        (name, word)
        for name, text in sources(ending)
        if not name.startswith(IMITATED)
        for word in said_in(text)
    }
    assert sorted(said - PROMISED) == []
    # A promise nobody keeps any more would hide the next one who breaks the rule.
    kept = {(name, word) for name, word in PROMISED if name.endswith(ending)}
    assert sorted(kept - said) == []


# Whatever a task is called, or what it judges, in the name of a question.
DISGUISED = re.compile(
    r"\b(?:of|is|has|for|are|only|judges)_(?:substitut|categor|document|utteranc)\w*"
)
NOUNS = re.compile("substitut|categor|document|utteranc|lexelt|probe")


def test_nobody_asks_in_other_words_which_task_it_is():
    asked = {
        (name, word.group())
        for name, text in sources(".py", ".html")
        for word in DISGUISED.finditer(text)
    }
    assert sorted(asked) == []


@pytest.mark.parametrize("declared", [Task, Scoring])
def test_what_a_task_declares_is_called_after_no_task(declared):
    """A property named after one task is answered by it alone."""
    names = [name for name in vars(declared) if not name.startswith("_")]
    assert len(names) > 10
    assert [name for name in names if NOUNS.search(name)] == []
