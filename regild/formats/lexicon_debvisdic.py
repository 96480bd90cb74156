"""The XML of DebVisDic, which WOLF is given out in: a `<SYNSET>` with its words and relations.

Words have no order of senses there: it is that of the synsets in the file. A word `_EMPTY_`
stands for none.
"""

from __future__ import annotations

from typing import NamedTuple
from xml.sax.xmlreader import AttributesImpl  # nosec B406 # defusedxml parses

from regild.formats.hypernym_cycles import cycles, tell_cycle
from regild.formats.lexicon import (
    REMEDY,
    Lexicon,
    PartOfSpeech,
    Synset,
    SynsetLexicon,
    part_of_speech,
    unknown_part_of_speech,
    unknown_synset,
)
from regild.formats.lexicon_xml import MAX_BYTES, LexiconHandler, feed, plain
from regild.formats.limits import MAX_SUBSTITUTE, shown
from regild.formats.text import ByteSource
from regild.problems import N_, Findings, Reading

_NO_WORD = "_EMPTY_"
_TEXTS = frozenset({"ID", "POS", "LITERAL", "ILR"})
_HYPERNYM = "hypernym"
_SIMILAR = frozenset({"similar_to", "similar"})


class _Gathered(NamedTuple):
    pos: PartOfSpeech
    words: tuple[str, ...]
    relations: tuple[tuple[str, str, int], ...]
    line: int


def read_debvisdic(
    stream: ByteSource,
    *,
    name: str,
    max_bytes: int = MAX_BYTES,
    keep_cycles: bool = False,
) -> Reading[Lexicon]:
    findings = Findings(name)
    gathering = _Gathering(findings)
    feed(stream, gathering, findings, max_bytes=max_bytes)
    if not gathering.synsets:
        return findings.reading([])
    lexicon: Lexicon = _joined(gathering.synsets, findings, keep_cycles=keep_cycles)
    return findings.reading([lexicon])


class _Gathering(LexiconHandler):
    def __init__(self, findings: Findings) -> None:
        super().__init__()
        self.synsets: dict[str, _Gathered] = {}
        self._findings = findings
        self._begin()

    def _begin(self, line: int = 0) -> None:
        self._line = line
        self._id = self._pos = self._type = ""
        self._words: list[str] = []
        self._relations: list[tuple[str, str, int]] = []
        self._text: list[str] = []

    def startElement(self, name: str, attrs: AttributesImpl) -> None:  # noqa: N802
        if name == "SYNSET":
            self._begin(self.line())
        elif name in _TEXTS:
            self._text = []
            self._type = attrs.get("type", "")

    def characters(self, content: str) -> None:
        self._text.append(content)

    def endElement(self, name: str) -> None:  # noqa: N802
        text = "".join(self._text).strip() if name in _TEXTS else ""
        match name:
            case "ID":
                self._id = text
            case "POS":
                self._pos = text
            case "LITERAL" if text != _NO_WORD:
                self._literal(plain(text))
            case "ILR":
                self._relations.append((self._type, text, self.line()))
            case "SYNSET":
                self._keep()
        if name in _TEXTS:
            self._text = []

    def _literal(self, word: str) -> None:
        """Much of WOLF was found by programs; a few odd words are no reason to refuse it."""
        if 0 < len(word) <= MAX_SUBSTITUTE and word.isprintable() and ";" not in word:
            self._words.append(word)
            return
        message = N_("the word %(word)s can be no answer", word=shown(word))
        self._findings.notice(self.line(), message, N_("It was left out"))

    def _keep(self) -> None:
        # Its adverbs are of class b.
        pos = part_of_speech("r" if self._pos == "b" else self._pos)
        if pos is None:
            self._findings.problem(self._line, unknown_part_of_speech(self._pos), REMEDY)
        elif self._id in self.synsets:
            message = N_("synset %(synset)s is there twice", synset=shown(self._id))
            self._findings.repeated(self._line, message)
        else:
            words = tuple(dict.fromkeys(self._words))
            read = tuple(
                one
                for one in self._relations
                if (one[0] == _HYPERNYM and pos in ("n", "v"))
                or (one[0] in _SIMILAR and pos == "a")
            )
            self.synsets[self._id] = _Gathered(pos, words, read, self._line)


def _joined(
    gathered: dict[str, _Gathered], findings: Findings, *, keep_cycles: bool
) -> SynsetLexicon:
    place_of = {id: place for place, id in enumerate(gathered)}
    senses: dict[PartOfSpeech, dict[str, list[int]]] = {}
    synsets: list[Synset] = []
    for place, one in enumerate(gathered.values()):
        for word in dict.fromkeys(map(str.lower, one.words)):
            senses.setdefault(one.pos, {}).setdefault(word, []).append(place)
        for _type, target, line in one.relations:
            if target not in place_of:
                # Its relations are those of an English WordNet, of which it may lack some.
                remedy = N_("The relation was left out")
                findings.notice(line, unknown_synset(target), remedy)
        related = tuple(
            place_of[target] for _type, target, _line in one.relations if target in place_of
        )
        synsets.append(Synset(one.words, related))
    hierarchy = [
        () if one.pos == "a" else synset.related
        for one, synset in zip(gathered.values(), synsets, strict=True)
    ]
    ids, lines = [*gathered], [one.line for one in gathered.values()]
    for ring in cycles(hierarchy):
        names, of_each = [ids[at] for at in ring], [synsets[at].words for at in ring]
        tell_cycle(findings, lines[ring[0]], names, of_each, keep=keep_cycles)
    return SynsetLexicon(
        "DebVisDic", synsets=synsets, senses=senses, counts={}, forms={}, english=False
    )
