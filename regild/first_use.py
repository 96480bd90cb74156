"""Public names that a package loads when they are first asked for.

A package gives names of many of its modules, and whoever wants one need not wait for all.
"""

import sys
from collections.abc import Callable, Mapping
from importlib import import_module


def at_first_use(
    package: str, home_of: Mapping[str, str]
) -> tuple[Callable[[str], object], Callable[[], list[str]]]:
    """The package's `__getattr__` and `__dir__`; `home_of` says in which module a name is."""
    names = sys.modules[package].__dict__

    def value_of(name: str) -> object:
        if name not in home_of:
            raise AttributeError(f"module {package!r} has no attribute {name!r}")
        # Kept, so that it is looked up here once.
        value = names[name] = getattr(import_module(home_of[name]), name)
        return value

    def listed() -> list[str]:
        return sorted({*names, *home_of})

    return value_of, listed
