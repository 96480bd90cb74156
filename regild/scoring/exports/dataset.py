"""A folder ready to publish: the data in every format, a card, metadata and checksums."""

from __future__ import annotations

import hashlib
import io
import json
from collections.abc import Callable, Mapping
from functools import partial

from regild.formats.plain_text import plain
from regild.formats.rows import Form
from regild.formats.text import Sink
from regild.scoring.exports.candidates import write_csv, write_jsonl
from regild.scoring.exports.card import card
from regild.scoring.exports.citation import citation
from regild.scoring.exports.croissant import croissant
from regild.scoring.exports.lexsub import write_lexsub
from regild.scoring.exports.lexsub_int import write_lexsub_int
from regild.scoring.exports.publication import Publication
from regild.scoring.exports.ratings import write_ratings
from regild.scoring.exports.swords import write_swords_json
from regild.scoring.frozen import FrozenGold


def _write_sentences(sink: Sink, gold: FrozenGold, *, form: Form) -> None:
    gold.columns.write(sink, (record for record, _ in gold.sentences), form=form)


_DATA: Mapping[str, Callable[[Sink, FrozenGold], None]] = {
    "data/candidates.csv": write_csv,
    "data/candidates.jsonl": write_jsonl,
    "data/gold.txt": write_lexsub,
    "data/gold-int.txt": write_lexsub_int,
    "data/ratings.csv": partial(write_ratings, form="csv"),
    "data/ratings.jsonl": partial(write_ratings, form="jsonl"),
    "data/sentences.csv": partial(_write_sentences, form="csv"),
    "data/sentences.jsonl": partial(_write_sentences, form="jsonl"),
    "data/swords.json": write_swords_json,
}


def dataset(gold: FrozenGold, publication: Publication) -> dict[str, bytes]:
    """The folder's files by their paths."""
    files = {}
    for path, write in _DATA.items():
        out = io.BytesIO()
        write(out, gold)
        files[path] = out.getvalue()
    files["policy.json"] = _json(gold.policy)
    files["croissant.json"] = _json(croissant(gold, publication, files))
    files["README.md"] = plain(card(gold, publication)).encode()
    files["CITATION.cff"] = plain(citation(gold, publication)).encode()
    files["SHA256SUMS"] = "".join(
        # The form that `sha256sum --check` reads.
        f"{hashlib.sha256(data).hexdigest()}  {path}\n"
        for path, data in sorted(files.items())
    ).encode()
    return files


def _json(content: object) -> bytes:
    # Sorted, because PostgreSQL keeps the members of an object in an order of its own.
    text = json.dumps(content, ensure_ascii=False, indent=2, sort_keys=True)
    return plain(f"{text}\n").encode()
