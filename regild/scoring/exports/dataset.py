"""A folder ready to publish: the data in every format, a card, metadata and checksums."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any, Protocol

from regild.formats.long import write_gold_table
from regild.formats.plain_text import plain
from regild.formats.published import FIRST_GOLD, POLICY
from regild.formats.rows import Form
from regild.formats.text import Sink
from regild.scoring.exports.candidates import write_csv, write_jsonl
from regild.scoring.exports.card import card
from regild.scoring.exports.citation import citation, zenodo
from regild.scoring.exports.croissant import FileFacts, croissant, record_sets
from regild.scoring.exports.export import OpenFile
from regild.scoring.exports.lexsub import write_lexsub
from regild.scoring.exports.lexsub_int import integer_scale, write_lexsub_int
from regild.scoring.exports.people import who_rated
from regild.scoring.exports.publication import Publication
from regild.scoring.exports.ratings import write_ratings
from regild.scoring.exports.soft_labels import write_lewidi, write_soft_labels
from regild.scoring.exports.swords import swords_can_hold, write_swords_json
from regild.scoring.frozen import FrozenGold


def write_items(sink: Sink, gold: FrozenGold, *, form: Form) -> None:
    gold.columns.write(sink, (record for record, _ in gold.sentences), form=form)


def write_first_gold(sink: Sink, gold: FrozenGold) -> None:
    """As JSON lines, in which a substitute may be any text."""
    write_gold_table(sink, gold.first_gold, form="jsonl")


class WriteData(Protocol):
    def __call__(self, sink: Sink, /, gold: FrozenGold) -> None: ...


SWORDS = "data/swords.json"
_DATA: Mapping[str, WriteData] = {
    "data/candidates.csv": write_csv,
    "data/candidates.jsonl": write_jsonl,
    "data/gold.txt": write_lexsub,
    "data/gold-int.txt": write_lexsub_int,
    "data/shares.csv": write_soft_labels,
    "data/lewidi.json": write_lewidi,
    "data/ratings.csv": partial(write_ratings, form="csv"),
    "data/ratings.jsonl": partial(write_ratings, form="jsonl"),
    "data/sentences.csv": partial(write_items, form="csv"),
    "data/sentences.jsonl": partial(write_items, form="jsonl"),
    SWORDS: write_swords_json,
}


class _Digested:
    """A sink that says afterwards what went through it."""

    def __init__(self, sink: Sink) -> None:
        self._sink, self._size, self._digest = sink, 0, hashlib.sha256()

    def write(self, data: bytes) -> object:
        self._size += len(data)
        self._digest.update(data)
        return self._sink.write(data)

    @property
    def facts(self) -> FileFacts:
        return FileFacts(self._size, self._digest.hexdigest())


def write_dataset(open_file: OpenFile, gold: FrozenGold, publication: Publication) -> None:
    """Of substitutes."""
    data = dict(_DATA)
    if any(True for _record in gold.first_gold):
        data[FIRST_GOLD] = write_first_gold
    # A folder of all but this form is more to whoever publishes than none.
    if not swords_can_hold(gold):
        del data[SWORDS]
    write_folder(
        open_file,
        gold,
        publication,
        data=data,
        readme=card(gold, publication, scale=integer_scale(gold), files=data),
        records=record_sets(gold),
    )


def write_folder(
    open_file: OpenFile,
    gold: FrozenGold,
    publication: Publication,
    *,
    data: Mapping[str, WriteData],
    readme: str,
    records: Sequence[Mapping[str, Any]],
) -> None:
    """One file after the other, each a sentence at a time. `data` are the files by their paths,
    `records` what Croissant says of their rows."""
    files = {}

    def write(path: str, write_to: Callable[[Sink], object]) -> None:
        with open_file(path) as file:
            sink = _Digested(file)
            write_to(sink)
        files[path] = sink.facts

    def write_text(path: str, text: str) -> None:
        write(path, lambda sink: sink.write(plain(text).encode()))

    for path, writer in data.items():
        write(path, partial(writer, gold=gold))
    write_text(POLICY, policy_file(gold))
    write_text("croissant.json", _json(croissant(gold, publication, files, records)))
    write_text("README.md", readme)
    write_text("CITATION.cff", citation(gold, publication))
    described = f"{gold.columns.subject}, each weighed by ratings. {who_rated(gold.annotated)}"
    write_text(".zenodo.json", _json(zenodo(gold, publication, description=described)))
    # The form that `sha256sum --check` reads.
    sums = "".join(f"{facts.sha256}  {path}\n" for path, facts in sorted(files.items()))
    write_text("SHA256SUMS", sums)


def policy_file(gold: FrozenGold) -> str:
    """The file as it is written: signatures of scores have its checksum."""
    of_scores = {} if gold.penalty is None else {"penalty": gold.penalty}
    return plain(_json({**gold.policy, **of_scores}))


def _json(content: object) -> str:
    # Sorted, because PostgreSQL keeps the members of an object in an order of its own.
    return f"{json.dumps(content, ensure_ascii=False, indent=2, sort_keys=True)}\n"
