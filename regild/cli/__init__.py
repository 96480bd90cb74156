"""The command `regild`: the method from a shell, without a site, a database or settings.

Every command is a module of this folder, named with `_` for `-`, with `add_arguments(parser)`
and `run(options, out, err)`, which returns the exit code. A module is loaded when its command
is asked for, so that `regild --help` answers at once.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Sequence
from importlib import import_module
from typing import Any

from regild.cli.refusal import WRONG_INPUT, WrongInput

# numpy would start a thread for each processor as it loads, and its sums of a few thousand
# numbers are done before these are up.
os.environ.setdefault("OMP_NUM_THREADS", "1")

# Each command's line in `regild --help`; the module of that name says the rest.
COMMANDS = {
    "score": "score systems on a gold",
    "verify": "compute again what somebody published: scores by their signature, or a folder",
    "agreement": "measure how far annotators agree",
    "severity": "measure how strict each annotator is, and means without it",
    "alt-test": "test whether a model may stand in for an annotator",
    "first_gold": "measure how far annotators agree on what they proposed",
    "first_stage": "make a first gold of what annotators proposed",
    "sample": "draw targets and sentences for a task from a corpus",
    "baseline": "answer sentences from a lexicon, by similarity or by n-grams, as a baseline",
    "words": "label documents by their words, as a baseline for categories",
    "coconuts": "make sets of utterances out of a tagged corpus, one of each natural",
    "ngrams": "rank the utterances of sets by n-gram models",
    "ranks": "measure where systems rank the natural utterances",
}


def main(argv: Sequence[str] | None = None) -> int:
    words = sys.argv[1:] if argv is None else list(argv)
    options = _parser(words).parse_args(words)
    try:
        code: int = module_of(options.command).run(options, sys.stdout, sys.stderr)
    except WrongInput as wrong:
        sys.stderr.write(f"regild {options.command}: {wrong}\n")
        return WRONG_INPUT
    return code


def module_of(command: str) -> Any:
    return import_module(f"{__name__}.{command.replace('-', '_')}")


def _parser(words: Sequence[str]) -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="regild",
        description="Score systems, measure agreement, make baselines and sets of utterances.",
        epilog="regild COMMAND --help says what a command takes, with examples. What cannot be "
        "read or makes no sense is told on standard error, and the exit code is 2.",
    )
    commands = parser.add_subparsers(dest="command", metavar="COMMAND", required=True)
    asked = words[0] if words else ""
    if asked in COMMANDS:
        command = commands.add_parser(asked, help=COMMANDS[asked], formatter_class=_Help)
        module = module_of(asked)
        command.description, command.epilog = module.HELP, module.EXAMPLES
        module.add_arguments(command)
        return parser
    for name, said in COMMANDS.items():
        commands.add_parser(name, help=said)
    return parser


class _Help(argparse.RawDescriptionHelpFormatter):
    """One is made for every other option. Each would ask how wide the terminal is, of a module
    that brings along every kind of archive."""

    def __init__(self, prog: str) -> None:
        super().__init__(prog, width=_width())


def _width() -> int:
    try:
        columns = int(os.environ.get("COLUMNS", 0)) or os.get_terminal_size().columns
    except (ValueError, OSError):
        columns = 80
    return (columns or 80) - 2
