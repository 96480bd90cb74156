"""A file that a task takes."""

from typing import Literal, NamedTuple


class SourceFile(NamedTuple):
    """A file that is brought in; `of` says with what, `required` whether it must be, `folder`
    whether a shell may bring in a folder instead. The label and the help are English message
    ids."""

    label: str
    of: Literal["baseline", "campaign", "ratings", "scores", "system"]
    required: bool = False
    help: str = ""
    folder: bool = False
