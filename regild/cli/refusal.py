"""How a command says that it cannot do what was asked."""

from __future__ import annotations

from typing import NoReturn

# argparse's own code for a wrong call; a wrong file is the same kind of mistake.
WRONG_INPUT = 2


class WrongInput(Exception):  # noqa: N818
    """Options or files that the caller has to mend; the message says which, and how."""


def refuse(message: str) -> NoReturn:
    raise WrongInput(message)
