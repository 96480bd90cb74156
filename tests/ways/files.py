"""What two small campaigns are made of: the demo's first e-mails, and sets of its sentences."""

import csv
import io
from pathlib import Path
from typing import Any

from annotation_site.demo.finishing import DATA

DOCUMENTS = 8
SEED = 1
# Half of the documents are for both annotators, the rest for whoever comes first.
DOUBLES = 0.5
SUBSETS = 2
PEOPLE = 2
THEME = "broken or paid for"
THEMED = "m03"
NOTE = "Schools write as offices do."
CHANGES = [
    {"change": "merge", "category": "School", "to": "Harbour office"},
    {"change": "rename", "category": "Money", "to": "Fees and bills"},
]
SETS = {"kind": "sentence", "count": 3, "size": 4, "seed": 1}

CORPUS = DATA / "utterances" / "corpus.txt"
TRAIN = DATA / "utterances" / "train.txt"


def rows(name: str) -> list[dict[str, str]]:
    """Of a table of the mail, those of the first documents."""
    with (DATA / "mail" / name).open(encoding="utf-8", newline="") as file:
        read = list(csv.DictReader(file))
    return [row for row in read if row.get("document", "") <= f"m{DOCUMENTS:02}"]


def written(table: list[dict[str, Any]]) -> str:
    sink = io.StringIO()
    writer = csv.DictWriter(sink, [*table[0]])
    writer.writeheader()
    writer.writerows(table)
    return sink.getvalue()


def write_mail(folder: Path) -> Path:
    for name in ("documents.csv", "categories.csv", "gold.csv", "careful.csv"):
        (folder / name).write_text(written(rows(name)), encoding="utf-8")
    (folder / "changes.csv").write_text(written(CHANGES), encoding="utf-8")
    return folder


SUBJECTS = {row["subject"]: row["document"] for row in rows("documents.csv")}
TRUTH = {row["document"]: row["category"] for row in rows("truth.csv")}


def sorted_by(person: int, document: str) -> str:
    """The second annotator finds that every other document is about money."""
    return "Money" if person and int(document[1:]) % 2 else TRUTH[document]


def write_coin(folder: Path) -> Path:
    table = [
        {"set": one, "utterance": place, "score": one * place % 5 / 5}
        for one in range(1, SETS["count"] + 1)
        for place in range(1, SETS["size"] + 1)
    ]
    (folder / "coin.csv").write_text(written(table), encoding="utf-8")
    return folder


def rated_by(person: int, utterance: str) -> int:
    """The second is more lenient with what begins late in the alphabet."""
    return min(3, len(utterance) % 4 + (person and utterance[-2] > "m"))
