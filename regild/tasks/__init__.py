"""What people judge, declared once a task; no other code asks which task it is.

A task is found by the name its campaign has. A new one is a package beside `substitution`, its
templates in `templates/tasks` and scripts in `static/js/blocks` of the same name, what leads
write of it in `campaigns/forms`, and a line here.
"""

from collections.abc import Iterator, Mapping, Sequence

from regild.tasks.baselines import Baseline, BaselineOption
from regild.tasks.categories import CATEGORIES
from regild.tasks.source_file import SourceFile
from regild.tasks.substitution import SUBSTITUTION
from regild.tasks.task import Task
from regild.tasks.utterances import UTTERANCES

__all__ = [
    "DEFAULT",
    "TASKS",
    "Task",
    "baseline_files",
    "baseline_kinds",
    "baseline_options",
    "campaign_files",
    "settings_without_use",
    "task_named",
]

_ALL: tuple[Task, ...] = (SUBSTITUTION, CATEGORIES, UTTERANCES)
TASKS: Mapping[str, Task] = {task.name: task for task in _ALL}
DEFAULT = SUBSTITUTION.name


def campaign_files() -> Mapping[str, SourceFile]:
    """What campaigns are made of, whatever their task, by the names that a shell, a form and
    the API have for the files; one that several tasks take is told as each has it."""
    files: dict[str, SourceFile] = {}
    for task in _ALL:
        for name, file in task.files.items():
            if file.of == "campaign":
                others = [files[name].help] if name in files else []
                files[name] = file._replace(help="; ".join([*others, file.help]))
    return files


def baseline_kinds() -> Sequence[str]:
    """Of every task. Several may have one of a kind, which each makes in its own way: what it
    takes is its campaign's task's to say."""
    return sorted({kind for task in _ALL for kind in task.baselines})


def baseline_options() -> Mapping[str, BaselineOption]:
    """Of every kind of every task, by the names that a shell and the API have for them; one
    that several have takes what any of them takes."""
    options: dict[str, BaselineOption] = {}
    for made in _baselines():
        for name, option in made.options.items():
            choices = [*options.get(name, option).choices, *option.choices]
            options[name] = option._replace(choices=tuple(dict.fromkeys(choices)))
    return options


def baseline_files() -> Mapping[str, SourceFile]:
    """The same of the files."""
    return {name: file for made in _baselines() for name, file in made.files.items()}


def _baselines() -> Iterator[Baseline]:
    return (made for task in _ALL for made in task.baselines.values())


def settings_without_use(task: Task) -> frozenset[str]:
    """What other tasks have a use for, and this one has none."""
    return frozenset().union(*(other.settings for other in _ALL)) - frozenset(task.settings)


def task_named(name: str) -> Task:
    """Raises KeyError for a task nobody declared."""
    return TASKS[name]
