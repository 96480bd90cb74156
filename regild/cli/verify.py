"""`regild verify`: whether scores are what their signature says, or a folder what it claims."""

from __future__ import annotations

import argparse
from pathlib import Path

from regild.cli import score
from regild.cli.progress import ProgressLine
from regild.cli.refusal import refuse
from regild.cli.score_categories import LABELS
from regild.formats.rows import TextSink
from regild.scoring.signature import (
    ALL_MEASURES,
    NOTHING,
    NoSignature,
    listed,
    read_signature,
    unlike,
)
from regild.scoring.verification import folder_signature, verify_folder

HELP = """\
Compute again what somebody published, and say where it differs.

With --signature of a release, FOLDER is its dataset. With that of scores, GOLD and the systems
are scored as it says, and the signature of that is held against it. It has the options; files
it names by their SHA-256 alone, so a mapping, parts or a gold of multiwords have to be given
again.

Without it, FOLDER is a published dataset: the checksum of every file, the second gold from its
ratings by the rule of its policy, and, where it has a folder systems/ and a file scores.json
(`regild score FOLDER FOLDER/systems/*.txt --json`), every score of it."""
EXAMPLES = """\
examples:
  regild verify boats-gold-1
  regild verify --signature 'regild|none|gold:…' boats-gold-1
  regild verify --signature 'regild|semdis|gold:…' gold.txt careful.txt neural.txt
  regild verify --signature 'regild|semdis|gold:…' gold.txt careful.txt --mapping mapping.txt

exit code: 0 where all is as it was said, 1 where something differs, 2 where a file or an
option is wrong.
"""

DIFFERS = 1


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("folder", metavar="FOLDER|GOLD", help="a published dataset, or a gold")
    parser.add_argument("systems", nargs="*", metavar="SYSTEM", help="with --signature")
    parser.add_argument(
        "--signature", metavar="S", help="the line under a table, between quotation marks"
    )
    for option, said in _FILES.items():
        parser.add_argument(option, metavar="FILE", help=said)
    parser.add_argument("--part", action="append", default=[], metavar="NAME=FILE")
    parser.add_argument("--runs", action="append", default=[], metavar="NAME=GLOB")


_FILES = {
    "--mapping": "what the signature calls map",
    "--multiword-gold": "what it calls mwt",
    "--second-gold": "what it calls second",
    "--categories": "what it calls tree",
}


def run(options: argparse.Namespace, out: TextSink, err: TextSink) -> int:
    if options.signature is None:
        return _folder(options, out)
    try:
        fields = read_signature(options.signature)
    except NoSignature as wrong:
        refuse(f"--signature: {wrong}.")
    if fields["measures"] == NOTHING:
        return _gold(options, out)
    if not (options.systems or options.runs):
        refuse("--signature takes GOLD and the systems that were scored.")
    asked = _score_options(options, fields)
    with ProgressLine() as progress:
        found = score.signed_again(asked, err, progress)
    if differ := unlike(options.signature, found):
        out.write("".join(f"{one}\n" for one in ("The signature differs:", *differ)))
        return DIFFERS
    out.write(f"The same: {found}\n")
    return 0


def _gold(options: argparse.Namespace, out: TextSink) -> int:
    """Of a published gold alone, with which nothing was scored."""
    if options.systems or options.runs:
        refuse("this signature is of a gold alone; systems have one of their own.")
    try:
        found = folder_signature(options.folder)
    except OSError as error:
        refuse(f"{error.filename}: {error.strerror}; this signature is of a dataset's folder.")
    # A gold is the same whichever version reads it.
    differ = [one for one in unlike(options.signature, found) if not one.startswith("v:")]
    if differ:
        out.write("".join(f"{one}\n" for one in ("The signature differs:", *differ)))
        return DIFFERS
    out.write(f"The same: {found}\n")
    return 0


def _score_options(options: argparse.Namespace, fields: dict[str, str]) -> argparse.Namespace:
    """What `regild score` was asked, by the signature."""
    words = [options.folder, *options.systems]
    for field, option in _SAID.items():
        if (value := fields.get(field)) and value != NOTHING:
            words += [f"--{option}={value}"]
    if fields["measures"] == "mw":
        words = [word for word in words if not word.startswith("--penalty=")]
    words += ["--skip-noise"] if fields.get("noise") else []
    # Of a published dataset, its policy says so.
    dropped = fields.get("mw") == "drop" and "policy" not in fields
    words += ["--multiwords=drop"] if dropped else []
    measures = fields["measures"]
    if "table" in fields:
        words += [f"--table={fields['table']}"]
    elif measures == "mw":
        words += ["--task=mw"]
    elif "compat" not in fields and measures not in (ALL_MEASURES, LABELS):
        words += [f"--measures={','.join(listed(measures))}"]
    if "excl" in fields:
        words += ["--exclude-target", *listed(fields["excl"])]
    parser = argparse.ArgumentParser(prog="regild verify --signature")
    score.add_arguments(parser)
    for option in _FILES:
        if value := getattr(options, option.strip("-").replace("-", "_")):
            words += [f"{option}={value}"]
    words += [f"--part={one}" for one in options.part]
    words += [f"--runs={one}" for one in options.runs]
    if "second" in fields and "table" not in fields:
        words += ["--rankings"]
    return parser.parse_args(words)


# By the field of a signature, the option that it is.
_SAID = {
    "use": "gold",
    "case": "case",
    "repeated": "on-repeated",
    "compat": "compat",
    "task": "task",
    "seed": "seed",
    "draws": "replicates",
    "swaps": "permutations",
    "penalty": "penalty",
}


def _folder(options: argparse.Namespace, out: TextSink) -> int:
    if options.systems:
        refuse("a folder is verified by itself; systems take --signature.")
    if not Path(options.folder).is_dir():
        refuse(f"{options.folder}: this is no folder; a gold takes --signature.")
    checks = verify_folder(options.folder)
    for check in checks:
        out.write(f"{'ok' if not check.wrong else 'WRONG':5}  {check.what}: {check.said}\n")
        for one in check.wrong:
            out.write(f"       {one}\n")
    return DIFFERS if any(check.wrong for check in checks) else 0
