"""`regild baseline`: a baseline's answers to every target of a file of sentences."""

from __future__ import annotations

import argparse
import json
from collections.abc import Callable
from typing import Any, Literal, TypeVar

from regild.cli.given_files import GivenFiles, add_encoding
from regild.cli.refusal import refuse
from regild.formats.answers import write_answers
from regild.formats.detect import read_sentences
from regild.formats.files import Answers, Sentences
from regild.formats.frequencies import read_frequencies
from regild.formats.lexicons import read_lexicon
from regild.formats.rows import TextSink
from regild.formats.vectors import read_vectors
from regild.problems import BadFile, Reading
from regild.tasks.substitution.baselines import ASKED, KINDS, baseline, unknown_parts
from regild.tasks.substitution.similarity import ALPHA, SIMILARITIES
from regild.tasks.utterances.ngrams import SMOOTHINGS, UNKNOWN

R = TypeVar("R")

HELP = """\
Answer every target of a file of sentences, and write the answers as SemEval's systems did: one
a sentence (best), up to ten (oot), or the multiword that the target is part of (mw).

The lexicon is WordNet's own folder (data.noun, index.noun, ...), an XML of WordNet LMF or
WOLF, or a table word,pos,synonym,rank. docs/baselines.md says how each is read and what is
proposed."""
EXAMPLES = """\
examples:
  regild baseline sentences.xml --lexicon /usr/share/wordnet --task oot --out wordnet.oot
  regild baseline sentences.xml --lexicon wolf.xml --frequencies corpus.txt --task best --out b
  regild baseline sentences.xml --lexicon /usr/share/wordnet --task mw --out wordnet.mw
  regild baseline sentences.xml --kind distributional --vectors counts.tsv --similarity lin \\
    --task oot --out lin.oot
  regild baseline sentences.xml --kind ngram --lexicon /usr/share/wordnet --text reuters.txt \\
    --task oot --out lm.oot
"""

# What each kind rests on, and what it may have beside that.
_NEEDED = {"lexicon": ["lexicon"], "distributional": ["vectors"], "ngram": ["lexicon", "text"]}
_ALLOWED = {"lexicon": ["frequencies"], "distributional": [], "ngram": ["frequencies"]}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("sentences", metavar="SENTENCES")
    parser.add_argument("--task", choices=ASKED, required=True)
    parser.add_argument("--out", metavar="FILE", required=True)
    parser.add_argument("--kind", choices=KINDS, default="lexicon", help="lexicon")
    parser.add_argument("--lexicon", metavar="PATH")
    parser.add_argument(
        "--frequencies",
        metavar="FILE",
        help="a table word,frequency, or a corpus to count; the lexicon's own counts",
    )
    parser.add_argument(
        "--keep-cycles",
        action="store_true",
        help="read a lexicon whose hypernyms have cycles",
    )
    parser.add_argument(
        "--vectors", metavar="FILE", help="word2vec's, or a table word,feature,count"
    )
    parser.add_argument("--similarity", choices=SIMILARITIES, default="cosine", help="cosine")
    parser.add_argument(
        "--alpha", type=float, default=ALPHA, metavar="A", help=f"of alpha-skew; {ALPHA:g}"
    )
    parser.add_argument("--text", metavar="FILE", help="plain text, which may be .gz")
    parser.add_argument("--order", type=int, default=3, metavar="N", help="of n-grams; 3")
    parser.add_argument(
        "--smoothing",
        choices=SMOOTHINGS,
        default=SMOOTHINGS[0],
        help=f"of n-grams; {SMOOTHINGS[0]}",
    )
    parser.add_argument(
        "--unknown",
        choices=UNKNOWN,
        default=UNKNOWN[0],
        help=f"words that the text of n-grams lacks; {UNKNOWN[0]}",
    )
    add_encoding(parser)
    parser.add_argument("--json", action="store_true", help="print one JSON object")


def run(options: argparse.Namespace, out: TextSink, err: TextSink) -> int:
    _check(options)
    files = GivenFiles(options.encoding)
    sentences = files.read(read_sentences, options.sentences)
    if strangers := unknown_parts(sentences):
        files.bad.append(str(BadFile(options.sentences, strangers)))

    def one(path: str | None, read: Callable[[str], Reading[R]]) -> R | None:
        return next(iter(files.keep(path, lambda: read(path))), None) if path else None

    lexicon = one(
        options.lexicon, lambda path: read_lexicon(path, keep_cycles=options.keep_cycles)
    )
    frequencies = one(options.frequencies, read_frequencies)
    vectors = one(options.vectors, read_vectors)
    files.refuse_if_bad()
    for notice in files.notices:
        err.write(f"{notice}\n")
    try:
        answers = baseline(
            Sentences(sentences),
            task=options.task,
            kind=options.kind,
            lexicon=lexicon,
            frequencies=frequencies,
            vectors=vectors,
            similarity=options.similarity,
            alpha=options.alpha,
            text=options.text,
            order=options.order,
            smoothing=options.smoothing,
            unknown=options.unknown,
        )
    except OSError as error:
        refuse(f"{error.filename or options.text}: {error.strerror or error}.")
    except ValueError as wrong:
        refuse(f"{options.text + ': ' if options.text else ''}{wrong}.")
    answered = _write(options, answers)
    rested = [source.about() for source in (lexicon, vectors) if source is not None]
    if frequencies is not None:
        rested.append(f"frequencies of {len(frequencies)} words")
    elif lexicon is not None and options.task != "mw":
        rested.append("its own counts" if lexicon.has_counts() else "no frequencies")
    _tell(options, out, len(sentences), answered, rested)
    return 0


def _check(options: argparse.Namespace) -> None:
    kind = options.kind
    if options.task == "mw" and kind != "lexicon":
        refuse(f"--task mw --kind {kind}: multiwords are found in a lexicon alone.")
    for name in ("lexicon", "frequencies", "vectors", "text"):
        given = getattr(options, name) is not None
        if given and name not in _NEEDED[kind] + _ALLOWED[kind]:
            refuse(f"--{name} is not for --kind {kind}.")
        if name in _NEEDED[kind] and not given:
            refuse(f"--kind {kind} needs --{name}.")


def _write(options: argparse.Namespace, answers: Answers) -> int:
    """Sentences without an answer have no line: `score.pl` would give them the answers of the
    line before."""
    answered = [record for record in answers.records if record.answers]
    if not answered:
        refuse(f"{options.sentences}: there is no answer to any of its targets.")
    colons: Literal["::", ":::"] = ":::" if options.task == "oot" else "::"
    try:
        with open(options.out, "wb") as sink:
            write_answers(sink, answered, colons=colons)
    except OSError as error:
        refuse(f"{options.out}: {error.strerror}.")
    return len(answered)


def _tell(
    options: argparse.Namespace, out: TextSink, sentences: int, answered: int, rested: list[str]
) -> None:
    if options.json:
        report: dict[str, Any] = {
            "sentences": sentences,
            "answered": answered,
            "task": options.task,
            "kind": options.kind,
            "rests_on": rested,
            "out": options.out,
        }
        if options.kind == "distributional":
            report |= {"similarity": options.similarity}
            if options.similarity == "alpha-skew":
                report |= {"alpha": options.alpha}
        if options.kind == "ngram":
            names = ("order", "smoothing", "unknown")
            report |= {name: getattr(options, name) for name in names}
        out.write(json.dumps(report, ensure_ascii=False) + "\n")
        return
    out.write(
        f"{answered} of {sentences} sentences answered in {options.out}.\n"
        + "".join(f"{one}\n" for one in rested)
    )
