"""The field's datasets whose gold we know by its SHA-256: found where their user put them.

None is ours to pass on, and nothing here fetches anything: a file is looked for, checked, and
if it is not there or is another, whoever asks is told what to fetch.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from pathlib import Path

# The environment variable that names the folder.
FOLDER = "REGILD_DATA"


class KnownDataset(NamedTuple):
    """`files` are the names that its gold is known by, the publisher's own first."""

    title: str
    files: tuple[str, ...]
    sha256: str
    source: str
    licence: str


class DatasetMissing(Exception):  # noqa: N818
    """It is not there, or what is there is another; the message says what to fetch."""


_SWORDS = "https://github.com/p-lambda/swords, assets/parsed/"
_LEXSUB = "https://github.com/orenmel/lexsub, datasets/"
_TSAR = "https://github.com/LaSTUS-TALN-UPF/TSAR-2022-Shared-Task, datasets/test/"
_NOT_STATED = "not stated of the data; the repository is Apache-2.0"

DATASETS: Mapping[str, KnownDataset] = {
    "semdis2014": KnownDataset(
        "SemDis 2014, French lexical substitution, first gold",
        ("gold1.txt",),
        "edc1d819a314347b55e11678f53bafecf701edb764b9c5f4e54353dd0339f32c",
        "https://github.com/henry-grafe/BERT-semdis2014, eval/",
        "CC BY-NC-SA 3.0",
    ),
    "semeval2007": KnownDataset(
        "SemEval-2007 task 10, English lexical substitution, test",
        ("lst_test.gold",),
        "038c987bee2c912318172bbb8706cc39276eb69201d6c9a5c8923736bb167d2d",
        _LEXSUB,
        _NOT_STATED,
    ),
    "semeval2007-trial": KnownDataset(
        "SemEval-2007 task 10, English lexical substitution, trial",
        ("lst_trial.gold",),
        "2c661d66d0da0470531d623ab4af053c800b4825ce89e0f525cee5c148d373dd",
        _LEXSUB,
        _NOT_STATED,
    ),
    "swords-subset": KnownDataset(
        "SWORDS 1.1, subset of the test part",
        ("swords-v1.1_test-subset.json.gz",),
        "3974c802f3437b115e3d3b1cdc26ee558146dc4f71df7ae4d7bc588d86b1f37e",
        _SWORDS,
        "CC BY 3.0 US",
    ),
    "swords-reannotated": KnownDataset(
        "SWORDS 1.1, the same subset, annotated again",
        ("swords-v1.1_test-subset_reannotated.json.gz",),
        "d63df1a32030895d71349dcfdd4efdbeead74da804714215c05f31c8aa1b84b1",
        _SWORDS,
        "CC BY 3.0 US",
    ),
    "tsar2022-en": KnownDataset(
        "TSAR-2022, lexical simplification, English test",
        ("tsar2022_en_test_gold.tsv", "gold_en.tsv"),
        "57390b78a3e5adc6967865455b8b652e06a1809e62331899fcbef21660bbfaa9",
        _TSAR,
        "see the repository",
    ),
    "tsar2022-es": KnownDataset(
        "TSAR-2022, lexical simplification, Spanish test",
        ("tsar2022_es_test_gold.tsv", "gold_es.tsv"),
        "ce6ebab652566f7beaa93007205fdb65e63f9702fa3d4d122aadb6d679f712d0",
        _TSAR,
        "see the repository",
    ),
    "tsar2022-pt": KnownDataset(
        "TSAR-2022, lexical simplification, Portuguese test",
        ("tsar2022_pt_test_gold.tsv", "gold_pt.tsv"),
        "83139b7ac1c3f30c3a3d98dabfc64743f66cfa68dc6e2eacdfe5ad5724cfd611",
        _TSAR,
        "see the repository",
    ),
}


def find_dataset(name: str, folder: str | None) -> Path:
    """Its gold, in the folder or one below it. Raises DatasetMissing."""
    # Here, not above: the command names all datasets, and seldom looks for one.
    from pathlib import Path

    known = DATASETS[name]
    wanted = (
        f"Fetch {known.files[0]} from {known.source} (licence: {known.licence}) and put it "
        f"into the folder that --data or {FOLDER} names; its SHA-256 is {known.sha256}."
    )
    if not folder:
        raise DatasetMissing(f"{name}: no folder to look in. {wanted}")
    others = []
    for path in _named_so(Path(folder), known.files):
        with path.open("rb") as file:
            if hashlib.file_digest(file, "sha256").hexdigest() == known.sha256:
                return path
        others.append(str(path))
    if others:
        raise DatasetMissing(
            f"{name}: {', '.join(others)} is not {known.title}, by its SHA-256. {wanted}"
        )
    raise DatasetMissing(f"{name}: {folder} has no {' or '.join(known.files)}. {wanted}")


def _named_so(folder: Path, names: tuple[str, ...]) -> Iterator[Path]:
    for place in (folder, *sorted(path for path in folder.glob("*") if path.is_dir())):
        yield from (place / name for name in names if (place / name).is_file())
