"""A competition for Codabench: systems scored by this very scorer on a release.

The bundle's form is that of version 2 (docs.codabench.org, 'Competition Bundle Structure' and
'YAML Structure'): competition.yaml names pages, a phase, a task with its scoring program and
reference data, and the columns of the leaderboard. What is submitted is a ZIP with one file of
answers; the program is this package itself, so that the numbers are those of `regild score`.
"""

from __future__ import annotations

import json
import struct
import zlib
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

import regild
from regild.formats.long import write_gold_table
from regild.formats.plain_text import plain
from regild.formats.published import CANDIDATES, FIRST_GOLD, POLICY
from regild.scoring.exports.candidates import write_jsonl
from regild.scoring.exports.citation import bibtex, quoted, title
from regild.scoring.exports.dataset import policy_file
from regild.scoring.exports.export import OpenFile
from regild.scoring.exports.publication import UNKNOWN_LICENSE, Publication
from regild.scoring.frozen import FrozenGold
from regild.scoring.measures import JUDGED, TABLE_2, TABLE_3, measure_of

# Python 3.12 with numpy, of the platform's own making.
IMAGE = "codalab/codalab-legacy:py312"
COLUMNS = (("second", TABLE_2), ("second", TABLE_3), ("first", TABLE_2), ("first", TABLE_3))
DECIMALS = 4
PROGRAM, REFERENCE, KIT = "scoring_program/", "reference_data/", "starting_kit/"
GOLDS = {"first": "first gold", "second": "second gold"}


def column_key(gold: str, measure: str) -> str:
    """A key may have no dot."""
    return f"{gold}_{measure.replace('.', '_')}"


def write_codabench(open_file: OpenFile, gold: FrozenGold, publication: Publication) -> None:
    """Of substitutes."""

    def write_text(path: str, text: str) -> None:
        with open_file(path) as file:
            file.write(plain(text).encode())

    whole = any(True for _record in gold.first_gold)
    golds = ("second", "first") if whole else ("second",)
    write_text("competition.yaml", _competition(gold, publication, golds))
    for path, text in _pages(gold, publication).items():
        write_text(path, text)
    with open_file("logo.png") as file:
        file.write(logo())
    # What `regild score FOLDER` reads of a published dataset.
    write_text(REFERENCE + POLICY, policy_file(gold))
    with open_file(REFERENCE + CANDIDATES) as file:
        write_jsonl(file, gold)
    if whole:
        with open_file(REFERENCE + FIRST_GOLD) as file:
            write_gold_table(file, gold.first_gold, form="jsonl")
    write_text(PROGRAM + "metadata.yaml", f"command: {_COMMAND}\n")
    write_text(PROGRAM + "score.py", _score_program(golds))
    for path, data in _package():
        with open_file(PROGRAM + path) as file:
            file.write(data)
    with open_file(f"{KIT}sentences.csv") as file:
        gold.columns.write(file, (record for record, _ in gold.sentences), form="csv")
    with open_file(f"{KIT}answers.txt") as file:
        for line in _sample(gold):
            file.write(line.encode())
    write_text(f"{KIT}README.md", _KIT)


_COMMAND = "python3 /app/program/score.py /app/input /app/output"
_KIT = """\
# Starting kit

`sentences.csv` has the sentences to answer. `answers.txt` is a submission with the right form
and no sense: one line a sentence, `word.pos id :: best;next;…`, best first.

To submit, pack your file alone: `zip answers.zip answers.txt`. To look at it first, install
Regild and score it on any gold you have: `regild score GOLD answers.txt`.
"""


def _competition(gold: FrozenGold, publication: Publication, golds: Iterable[str]) -> str:
    lines = [
        "version: 2",
        f"title: {quoted(title(gold))}",
        f"description: {quoted(gold.columns.subject)}",
        "image: logo.png",
        "terms: pages/terms.md",
        f"docker_image: {IMAGE}",
        "registration_auto_approve: false",
        "enable_detailed_results: false",
        "make_programs_available: true",
    ]
    if gold.statement.contact:
        lines.append(f"contact_email: {quoted(gold.statement.contact)}")
    lines.append("pages:")
    for name in ("Overview", "Evaluation", "Data"):
        lines += [f"  - title: {name}", f"    file: pages/{name.lower()}.md"]
    lines += [
        "tasks:",
        "  - index: 0",
        "    name: Answers",
        "    description: A ranked list of substitutes for each sentence",
        f"    scoring_program: {PROGRAM}",
        f"    reference_data: {REFERENCE}",
        "phases:",
        "  - index: 0",
        "    name: Submissions",
        f"    start: {publication.published.isoformat()} 00:00:00",
        f"    starting_kit: {KIT}",
        "    accepts_only_result_submissions: true",
        "    execution_time_limit: 1200",
        "    tasks:",
        "      - 0",
        "leaderboards:",
        "  - title: Results",
        "    key: main",
        "    submission_rule: Force_Best",
        "    columns:",
    ]
    shown = [(which, measure) for which, measure in COLUMNS if which in golds]
    for index, (which, measure) in enumerate([*shown, ("second", JUDGED)]):
        lines += [
            f"      - title: {quoted(f'{measure_of(measure).title}, {GOLDS[which]}')}",
            f"        key: {column_key(which, measure)}",
            f"        index: {index}",
            "        sorting: desc",
            f"        precision: {DECIMALS}",
        ]
    return "\n".join(lines) + "\n"


def _pages(gold: FrozenGold, publication: Publication) -> Mapping[str, str]:
    counts, said = gold.counts, gold.statement
    licence = publication.license if publication.license != UNKNOWN_LICENSE else "not decided"
    link = f"\nThe release: {publication.link}\n" if publication.link else ""
    rated = (
        f"{counts['decided']} candidates in {counts['sentences']} sentences were weighed by"
        f" {counts['ratings']} ratings of {counts['annotators']} annotators."
    )
    evaluation = "\n".join(
        f"- **{measure_of(key).title}** (`{key}`): {measure_of(key).definition}"
        for key in (TABLE_2, TABLE_3, JUDGED)
    )
    return {
        "pages/overview.md": f"# {title(gold)}\n\n{rated}\n{link}\n{said.rationale}\n",
        "pages/evaluation.md": (
            "# Evaluation\n\nSystems are scored with Regild, the program beside the data:"
            f" the same numbers as `regild score`.\n\n{evaluation}\n"
        ),
        "pages/data.md": (
            "# Data\n\nThe starting kit has the sentences and an example of a submission:"
            " one line a sentence, `word.pos id :: best;next;…`, best first.\n\n"
            f"{said.source_text}\n"
        ),
        "pages/terms.md": (
            f"# Terms\n\nLicence of the gold: {licence}.\n\nPlease cite:\n\n"
            f"```bibtex\n{bibtex(gold, publication)}\n```\n"
        ),
    }


def _score_program(golds: Iterable[str]) -> str:
    columns: dict[str, dict[str, str]] = {}
    for which, measure in (*COLUMNS, ("second", JUDGED)):
        if which in golds:
            columns.setdefault(which, {})[measure] = column_key(which, measure)
    return _PROGRAM.replace("COLUMNS = {}", f"COLUMNS = {json.dumps(columns, indent=4)}")


_PROGRAM = '''\
"""Score what was submitted with `regild score`, on the golds in the reference data.

score.py INPUT OUTPUT: INPUT/res has the submission, INPUT/ref the golds; OUTPUT gets
scores.json. A measure that is undefined is left out there, and its reason printed.
"""

import contextlib
import io
import json
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))

from regild.cli import main

# By gold and measure, the column of the leaderboard.
COLUMNS = {}


def answers_in(folder):
    """The one file that was submitted."""
    files = [
        path
        for path in sorted(folder.rglob("*"))
        if path.is_file() and not path.name.startswith((".", "__", "metadata"))
    ]
    if len(files) != 1:
        names = ", ".join(path.name for path in files) or "no file"
        sys.exit(f"Submit a ZIP with one file of answers. This one has: {names}.")
    return files[0]


def scored(gold, answers, which, measures):
    out = io.StringIO()
    with contextlib.redirect_stdout(out):
        code = main(
            ["score", str(gold), str(answers), "--gold", which, "--json"]
            + ["--measures", ",".join(measures), "--replicates", "0", "--permutations", "0"]
        )
    if code:
        sys.exit(code)
    [system] = json.loads(out.getvalue())["systems"]
    return system["measures"]


def score(inputs, outputs):
    answers, found = answers_in(inputs / "res"), {}
    for which, columns in COLUMNS.items():
        measures = scored(inputs / "ref", answers, which, columns)
        for measure, column in columns.items():
            if measures[measure] is None:
                print(f"{measure} on the {which} gold is undefined")
            else:
                found[column] = measures[measure]
    outputs.mkdir(parents=True, exist_ok=True)
    (outputs / "scores.json").write_text(json.dumps(found))


if __name__ == "__main__":
    score(Path(sys.argv[1]), Path(sys.argv[2]))
'''


def _package() -> Iterator[tuple[str, bytes]]:
    """This package, as it is installed."""
    here = Path(regild.__file__).parent
    for file in sorted(here.rglob("*.py")):
        yield f"regild/{file.relative_to(here).as_posix()}", file.read_bytes()


def _sample(gold: FrozenGold) -> Iterator[str]:
    """No answer of anybody: what is asked for must not be in the kit."""
    for record, _entries in gold.sentences:
        yield f"{record.group} {record.key} :: example;another example\n"


def logo(size: int = 128) -> bytes:
    """A PNG of two discs, one behind the other; the platform wants a picture."""
    rows = bytearray()
    for y in range(size):
        rows.append(0)
        for x in range(size):
            rows += bytes(_colour(x / size, y / size))
    head = struct.pack(">IIBBBBB", size, size, 8, 2, 0, 0, 0)
    chunks = ((b"IHDR", head), (b"IDAT", zlib.compress(bytes(rows), 9)), (b"IEND", b""))
    return b"\x89PNG\r\n\x1a\n" + b"".join(
        struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
        for kind, data in chunks
    )


def _colour(x: float, y: float) -> tuple[int, int, int]:
    if (x - 0.42) ** 2 + (y - 0.5) ** 2 < 0.09:
        return 125, 90, 0
    return (214, 190, 128) if (x - 0.62) ** 2 + (y - 0.5) ** 2 < 0.0625 else (250, 249, 246)
