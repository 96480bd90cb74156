"""Write SWORDS v1.1 a sentence at a time, as the published files are laid out.

A gold of a million substitutes does not fit into memory as one document. What is written is
gone through several times instead, once for each part of the document.
"""

from __future__ import annotations

import json
import zlib
from collections.abc import Iterable, Iterator, Mapping
from types import MappingProxyType
from typing import Any, NamedTuple, Protocol

from regild.formats.records import (
    SentenceRecord,
    SwordsContext,
    SwordsSubstitute,
    SwordsTarget,
)
from regild.formats.swords import context_id, substitute_id, target_id
from regild.formats.text import Sink
from regild.problems import N_

# SWORDS names parts of speech as Universal Dependencies does.
_POS = {"n": "NOUN", "v": "VERB", "a": "ADJ", "j": "ADJ", "r": "ADV"}


class LabelledSubstitute(NamedTuple):
    """With labels from LABELS; `extra` is what else is known of it."""

    substitute: str
    labels: tuple[str, ...]
    extra: Mapping[str, Any]


class LabelledSentence(NamedTuple):
    """`extra` is what else is known of the target."""

    sentence: SentenceRecord
    substitutes: Iterable[LabelledSubstitute]
    extra: Mapping[str, Any] = MappingProxyType({})


class Document(Protocol):
    """What is written: `Swords` that were read, or `NewSwords`."""

    @property
    def contexts(self) -> Iterable[SwordsContext]: ...
    @property
    def targets(self) -> Iterable[SwordsTarget]: ...
    @property
    def substitutes(self) -> Iterable[SwordsSubstitute]: ...
    @property
    def lemmatized(self) -> bool: ...
    @property
    def extra(self) -> Mapping[str, Any] | None: ...


class NewSwords:
    """A document of one's own, with the campaign's key in each target's `extra`.

    Sentences of the same text share a context. Where they also have the same target in the
    same place, SWORDS would give them one id: the ids of each of them take its key in.
    ValueError, once it is gone through, where a sentence has a substitute twice.
    """

    def __init__(
        self,
        sentences: Iterable[LabelledSentence],
        *,
        lemmatized: bool,
        extra: Mapping[str, Any] | None = None,
    ) -> None:
        self._sentences, self.lemmatized, self.extra = sentences, lemmatized, extra
        seen: set[str] = set()
        self._shared: set[str] = set()
        for sentence, *_rest in sentences:
            id = _target_of(sentence).id
            (self._shared if id in seen else seen).add(id)

    @property
    def contexts(self) -> Iterator[SwordsContext]:
        written = set()
        for sentence, *_rest in self._sentences:
            text = _text_of(sentence)
            if (id := context_id(text)) not in written:
                written.add(id)
                yield SwordsContext(id, text, None)

    @property
    def targets(self) -> Iterator[SwordsTarget]:
        for sentence, _substitutes, extra in self._sentences:
            target = self._target(sentence)
            yield target._replace(extra={**(target.extra or {}), **extra})

    @property
    def substitutes(self) -> Iterator[SwordsSubstitute]:
        for sentence, substitutes, _extra in self._sentences:
            target = self._target(sentence).id
            written = set()
            for substitute, labels, extra in substitutes:
                id = substitute_id(target=target, substitute=substitute)
                if id in written:
                    raise ValueError(
                        N_(
                            "sentence %(sentence)s has %(substitute)s twice",
                            sentence=sentence.key,
                            substitute=repr(substitute),
                        )
                    )
                written.add(id)
                yield SwordsSubstitute(id, target, substitute, labels, extra)

    def _target(self, sentence: SentenceRecord) -> SwordsTarget:
        target = _target_of(sentence)
        if target.id in self._shared:
            target = _target_of(sentence, key=sentence.key)
        return target


def write_swords(sink: Sink, document: Document, *, compress: bool) -> None:
    """Laid out as the published files are, byte for byte; no time stamp in the gzip."""
    if not compress:
        for piece in _pieces(document):
            sink.write(piece.encode())
        return
    # As `gzip.compress` packs, whose header holds no time either.
    packer = zlib.compressobj(9, zlib.DEFLATED, 16 + zlib.MAX_WBITS)
    for piece in _pieces(document):
        sink.write(packer.compress(piece.encode()))
    sink.write(packer.flush())


def _target_of(sentence: SentenceRecord, *, key: str | None = None) -> SwordsTarget:
    context = context_id(_text_of(sentence))
    tag = sentence.group.rpartition(".")[2]
    pos = _POS.get(tag, tag if tag in _POS.values() else None)
    offset = len(sentence.left)
    id = target_id(context=context, target=sentence.target, offset=offset, pos=pos, key=key)
    return SwordsTarget(id, context, sentence.target, offset, pos, {"sentence": sentence.key})


def _text_of(sentence: SentenceRecord) -> str:
    return sentence.left + sentence.target + sentence.right


def _pieces(document: Document) -> Iterator[str]:
    """`json.dumps(…, indent=2)` of the whole."""
    yield '{\n  "contexts": '
    yield from _object((c.id, {"context": c.context}, c.extra) for c in document.contexts)
    yield ',\n  "targets": '
    yield from _object(
        (
            t.id,
            {
                "context_id": t.context_id,
                "target": t.target,
                "offset": t.offset,
                "pos": t.pos,
            },
            t.extra,
        )
        for t in document.targets
    )
    yield ',\n  "substitutes": '
    yield from _object(
        (s.id, {"target_id": s.target_id, "substitute": s.substitute}, s.extra)
        for s in document.substitutes
    )
    yield f',\n  "substitutes_lemmatized": {json.dumps(document.lemmatized)}'
    yield ',\n  "substitute_labels": '
    yield from _object((s.id, s.labels, None) for s in document.substitutes)
    if document.extra is not None:
        yield f',\n  "extra": {_laid_out(document.extra, "  ")}'
    yield "\n}"


def _object(members: Iterable[tuple[str, Any, Mapping[str, Any] | None]]) -> Iterator[str]:
    begun = False
    for id, value, extra in members:
        whole = value if extra is None else {**value, "extra": extra}
        yield f"{',' if begun else '{'}\n    {json.dumps(id)}: {_laid_out(whole, '    ')}"
        begun = True
    yield "\n  }" if begun else "{}"


def _laid_out(value: Any, margin: str) -> str:
    """What the standard library prints with an indent, at a third of its time: it has that in
    Python alone, with a generator for every member."""
    inner = f"\n{margin}  "
    if isinstance(value, Mapping) and value:
        members = (f"{json.dumps(key)}: {_laid_out(v, inner[1:])}" for key, v in value.items())
        return f"{{{inner}{f',{inner}'.join(members)}\n{margin}}}"
    if isinstance(value, list | tuple) and value:
        return f"[{inner}{f',{inner}'.join(_laid_out(v, inner[1:]) for v in value)}\n{margin}]"
    return json.dumps(value)
