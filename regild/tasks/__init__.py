"""What people judge, declared once a task; no other code asks which task it is.

A task is found by the name its campaign has. A new one is a package beside `substitution`, its
templates and scripts of the same name, and a line here.
"""

from collections.abc import Mapping

from regild.tasks.substitution import SUBSTITUTION
from regild.tasks.task import Task

__all__ = ["DEFAULT", "TASKS", "Task", "task_named"]

TASKS: Mapping[str, Task] = {task.name: task for task in (SUBSTITUTION,)}
DEFAULT = SUBSTITUTION.name


def task_named(name: str) -> Task:
    """Raises KeyError for a task nobody declared."""
    return TASKS[name]
