"""Every task says what another says: a page that one of them left out would break."""

import re

import pytest

from regild.tasks import TASKS

PLACEHOLDER = re.compile(r"%\((\w+)\)s")


def said(task) -> dict[str, set[str]]:
    """What is filled in, by the phrase's name; not of what stands over groupings."""
    plain = {key: text for key, text in task.phrases.items() if key not in task.groupings}
    return {
        **{key: set(PLACEHOLDER.findall(text)) for key, text in plain.items()},
        **{key: set(PLACEHOLDER.findall(said.many)) for key, said in task.plurals.items()},
    }


@pytest.mark.parametrize("task", TASKS.values(), ids=list(TASKS))
def test_every_task_says_the_same_things_filled_with_the_same(task):
    assert said(task) == said(TASKS["substitution"])


@pytest.mark.parametrize("task", TASKS.values(), ids=list(TASKS))
def test_no_name_is_both_a_phrase_and_a_plural(task):
    assert task.phrases.keys() & task.plurals.keys() == set()


@pytest.mark.parametrize("task", TASKS.values(), ids=list(TASKS))
def test_every_grouping_has_a_heading(task):
    assert task.groupings.keys() <= task.phrases.keys()
