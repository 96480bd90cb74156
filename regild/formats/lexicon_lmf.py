"""WordNet LMF, the XML that Open English WordNet and the WordNets beside it are given out in.

Read are the words with their senses in order, further forms and counts, and of a synset's
relations the hypernyms of nouns and verbs and what is similar to adjectives. The DTD that a
file names is never fetched.
"""

from __future__ import annotations

from sys import intern
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
from regild.formats.limits import check_substitute, shown
from regild.formats.text import ByteSource
from regild.problems import N_, Findings, Reading

# Phrases, conjunctions, adpositions, others and unknown ones: LMF's own, and nobody's targets.
_NOT_READ = frozenset("tcpxu")
_RELATION: dict[str, PartOfSpeech | None] = {"hypernym": None, "similar": "a"}


class _Sense(NamedTuple):
    """`place` is where the entry says it stands, or comes."""

    place: int
    synset: str
    line: int


def read_lmf(
    stream: ByteSource,
    *,
    name: str,
    max_bytes: int = MAX_BYTES,
    keep_cycles: bool = False,
) -> Reading[Lexicon]:
    findings = Findings(name)
    entries = _Entries(findings)
    feed(stream, entries, findings, max_bytes=max_bytes)
    if not entries.is_lmf:
        message = N_("this is XML, but no lexicon in WordNet LMF")
        findings.stop(None, message, N_("Choose a file that begins with <LexicalResource>"))
    lexicon: Lexicon = _joined(entries, findings, keep_cycles=keep_cycles)
    return findings.reading([lexicon])


class _Entries(LexiconHandler):
    """Collects words and synsets; which belong together is known at the end."""

    def __init__(self, findings: Findings) -> None:
        super().__init__()
        self.is_lmf = False
        self.english = False
        self.senses: dict[tuple[PartOfSpeech, str], list[_Sense]] = {}
        self.members: dict[str, dict[str, str]] = {}
        self.relations: dict[str, list[tuple[str, int]]] = {}
        self.synsets: dict[str, tuple[PartOfSpeech | None, int, list[str]]] = {}
        self.counts: dict[tuple[PartOfSpeech, str], float] = {}
        self.forms: dict[tuple[PartOfSpeech, str], list[str]] = {}
        self._findings = findings
        self._entry = ""
        self._word: tuple[PartOfSpeech, str] | None = None
        self._written = ""
        self._synset = ""
        self._pos: PartOfSpeech | None = None
        self._count: list[str] | None = None

    def startElement(self, name: str, attrs: AttributesImpl) -> None:  # noqa: N802
        match name:
            case "LexicalEntry":
                self._entry, self._word = attrs.get("id", ""), None
            case "Lemma":
                self._lemma(attrs.get("writtenForm", ""), attrs.get("partOfSpeech", ""))
            case "Form" if self._word:
                form = plain(attrs.get("writtenForm", "")).lower()
                self.forms.setdefault((self._word[0], form), []).append(self._word[1])
            case "Sense" if self._word:
                self._sense(attrs.get("synset", ""), attrs.get("n", ""))
            case "Count":
                self._count = []
            case "Synset":
                self._begin_synset(attrs)
            case "SynsetRelation" if attrs.get("relType") in _RELATION:
                wanted = _RELATION[attrs["relType"]]
                if self._pos == "a" if wanted == "a" else self._pos in ("n", "v"):
                    target = attrs.get("target", "")
                    self.relations.setdefault(self._synset, []).append((target, self.line()))
            case "Lexicon":
                language = attrs.get("language", "").lower().partition("-")[0]
                self.english = language in ("en", "eng")
            case "LexicalResource":
                self.is_lmf = True

    def characters(self, content: str) -> None:
        if self._count is not None:
            self._count.append(content)

    def endElement(self, name: str) -> None:  # noqa: N802
        if name == "Count" and self._count is not None:
            text, self._count = "".join(self._count).strip(), None
            if not (text.isascii() and text.isdigit() and len(text) < 16):
                message = N_("%(text)s is not a frequency", text=shown(text))
                self._findings.problem(self.line(), message, N_("Write a number such as 12"))
            elif self._word:
                self.counts[self._word] = self.counts.get(self._word, 0) + int(text)

    def _part_of_speech(self, text: str) -> PartOfSpeech | None:
        pos = part_of_speech(text)
        if pos is None and text not in _NOT_READ:
            self._findings.problem(self.line(), unknown_part_of_speech(text), REMEDY)
        return pos

    def _lemma(self, written: str, pos: str) -> None:
        known = self._part_of_speech(pos)
        self._written = plain(written)
        if check_substitute(self._findings, self.line(), self._written) and known:
            self._word = known, intern(self._written.lower())
            self.senses.setdefault(self._word, [])

    def _sense(self, synset: str, number: str) -> None:
        if self._word:
            senses = self.senses[self._word]
            place = int(number) if number.isascii() and number.isdigit() else len(senses)
            senses.append(_Sense(place, synset, self.line()))
            self.members.setdefault(synset, {})[self._entry] = intern(self._written)

    def _begin_synset(self, attrs: AttributesImpl) -> None:
        self._synset, line = attrs.get("id", ""), self.line()
        # Some leave a synset's part of speech to its words; it is then not one of adjectives.
        text = attrs.get("partOfSpeech", "")
        self._pos = self._part_of_speech(text) if text else "n"
        order = attrs.get("members", "").split()
        first = self.synsets.setdefault(self._synset, (self._pos, line, order))
        if first[1] != line:
            message = N_("synset %(synset)s is there twice", synset=shown(self._synset))
            self._findings.repeated(line, message)


def _joined(entries: _Entries, findings: Findings, *, keep_cycles: bool) -> SynsetLexicon:
    place_of = {id: place for place, id in enumerate(entries.synsets)}

    def unknown(line: int, synset: str) -> None:
        findings.problem(line, unknown_synset(synset), N_("Name a synset that the file has"))

    senses: dict[PartOfSpeech, dict[str, tuple[int, ...]]] = {}
    for (pos, word), found in entries.senses.items():
        for one in found:
            if one.synset not in place_of:
                unknown(one.line, one.synset)
        ordered = sorted(found, key=lambda one: one.place)
        senses.setdefault(pos, {})[word] = tuple(
            dict.fromkeys(place_of[one.synset] for one in ordered if one.synset in place_of)
        )
    synsets, hierarchy, lines = [], [], []
    for id, (pos_of, line, order) in entries.synsets.items():
        named = entries.members.get(id, {})
        first = [named[entry] for entry in order if entry in named]
        related = []
        for target, where in entries.relations.get(id, ()):
            if target in place_of:
                related.append(place_of[target])
            else:
                unknown(where, target)
        words = tuple(dict.fromkeys([*first, *named.values()]))
        synsets.append(Synset(words, tuple(related)))
        # Similar adjectives point to each other.
        hierarchy.append(() if pos_of == "a" else tuple(related))
        lines.append(line)
    ids = [*entries.synsets]
    for ring in cycles(hierarchy):
        names, of_each = [ids[at] for at in ring], [synsets[at].words for at in ring]
        tell_cycle(findings, lines[ring[0]], names, of_each, keep=keep_cycles)
    return SynsetLexicon(
        "WordNet LMF",
        synsets=synsets,
        senses=senses,
        counts=entries.counts,
        forms=entries.forms,
        english=entries.english,
    )
