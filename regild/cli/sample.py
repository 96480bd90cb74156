"""`regild sample`: targets and sentences for a task, drawn from a corpus."""

from __future__ import annotations

import argparse
import json
import re
from pathlib import Path
from typing import cast

from regild.cli.refusal import refuse
from regild.formats.corpus_xml import write_sentences_xml
from regild.formats.lemma_table import write_lemma_table
from regild.formats.long import write_sentences_table
from regild.formats.rows import Form, TextSink
from regild.formats.sense_counts import PARTS_OF_SPEECH, read_sense_counts
from regild.problems import BadFile, BadFiles
from regild.proposing.drawing import draw_from_corpus
from regild.proposing.sampling import SampleOptions, SentenceSample

HELP = """\
Draw targets from a corpus, and sentences of each, as a file of sentences.

CORPUS is a file, a folder or a ZIP of CoNLL-U or of plain text. CoNLL-U says lemmas and parts
of speech; of plain text a --lexicon does, for words that have one of each. The table of lemmas
beside FILE is to be looked through: a row taken out is a suggestion undone.
docs/first-stage.md says how both are drawn."""
EXAMPLES = """\
examples:
  regild sample fr-ud.conllu --pos n v a --targets 30 --sentences 10 --out sentences.xml
  regild sample texts.zip --lexicon /usr/share/wordnet --senses 2-9 --language en \\
      --pos n v a r --targets 50 --min-frequency 100 --seed 1 --out sentences.csv
"""
FORMS = ("csv", "tsv", "jsonl")
_RANGE = re.compile(r"(?P<least>[0-9]{1,6})-(?P<most>[0-9]{1,6})", re.ASCII)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("corpus", metavar="CORPUS")
    parser.add_argument("--out", metavar="FILE", required=True, help=".xml, .csv, .tsv, .jsonl")
    parser.add_argument("--pos", nargs="+", choices=PARTS_OF_SPEECH, default=["n", "v", "a"])
    parser.add_argument(
        "--targets",
        dest="groups",
        type=int,
        default=30,
        metavar="N",
        help="in all, as many of each --pos; 30",
    )
    parser.add_argument(
        "--sentences", type=int, default=10, metavar="N", help="of each target; 10"
    )
    parser.add_argument(
        "--min-frequency", type=int, default=1, metavar="N", help="in the corpus"
    )
    parser.add_argument("--max-frequency", type=int, metavar="N")
    parser.add_argument("--senses", metavar="MIN-MAX", help="needs --lexicon")
    parser.add_argument(
        "--lexicon",
        metavar="PATH",
        help="a table of word, pos, senses, or WordNet's folder or ZIP",
    )
    parser.add_argument(
        "--words", default="5-60", metavar="MIN-MAX", help="in a sentence; 5-60"
    )
    parser.add_argument(
        "--language", choices=["en", "fr"], default="en", help="of the rules for plain text; en"
    )
    parser.add_argument("--lemmas", metavar="FILE", help="the table; beside FILE unless given")
    parser.add_argument("--seed", type=int, default=0, metavar="N", help="of the draws; 0")
    parser.add_argument("--json", action="store_true", help="print one JSON object")


def run(options: argparse.Namespace, out: TextSink, err: TextSink) -> int:
    chosen = _options(options)
    lemmas_path = options.lemmas or str(Path(options.out).with_suffix(".lemmas.csv"))
    if Path(options.out).suffix.lstrip(".").lower() not in ("xml", *FORMS):
        refuse(f"--out is a file that ends in .xml, .{', .'.join(FORMS)}.")
    try:
        senses = dict(read_sense_counts(options.lexicon).records) if options.lexicon else None
        drawn = draw_from_corpus(
            options.corpus, chosen, senses=senses, language=options.language
        )
        sample = drawn.sample
        _write(options.out, sample)
        with open(lemmas_path, "wb") as sink:
            write_lemma_table(sink, drawn.lemmas, form="csv")
    except OSError as error:
        refuse(f"{error.filename}: {error.strerror}.")
    except (BadFile, BadFiles) as bad:
        refuse(str(bad))
    except ValueError as wrong:
        refuse(f"{options.corpus}: {wrong}.")
    for name in drawn.left_out:
        err.write(f"{name}: plain text, which needs a --lexicon; left out.\n")
    for pos, n in sample.missing.items():
        err.write(
            f"{n} targets of {pos} were not found: {sample.eligible[pos]} met the conditions,"
            f" and not all of them have {chosen.sentences} sentences of their own.\n"
        )
    if options.json:
        said = {
            "corpus": options.corpus,
            **drawn.facts(chosen),
            "out": options.out,
            "lemmas": lemmas_path,
        }
        out.write(json.dumps(said, ensure_ascii=False) + "\n")
    else:
        out.write(
            f"{len(sample.records)} sentences of {len(sample.drawn)} targets in"
            f" {options.out}.\n"
            f"{len(drawn.lemmas)} lemmas to look through in {lemmas_path}.\n"
        )
    return 0


def _options(options: argparse.Namespace) -> SampleOptions:
    for name, n in (
        ("--targets", options.groups),
        ("--sentences", options.sentences),
        ("--min-frequency", options.min_frequency),
    ):
        if n < 1:
            refuse(f"{name} must be at least 1.")
    if options.senses and not options.lexicon:
        refuse("--senses needs a --lexicon.")
    return SampleOptions(
        pos=tuple(dict.fromkeys(options.pos)),
        groups=options.groups,
        sentences=options.sentences,
        min_frequency=options.min_frequency,
        max_frequency=options.max_frequency,
        senses=_range("--senses", options.senses) if options.senses else None,
        words=_range("--words", options.words),
        seed=options.seed,
    )


def _range(name: str, said: str) -> tuple[int, int]:
    found = _RANGE.fullmatch(said)
    if found is None or int(found["least"]) > int(found["most"]):
        refuse(f"{name} is two numbers such as 2-9, the lower first.")
    return int(found["least"]), int(found["most"])


def _write(path: str, sample: SentenceSample) -> None:
    suffix = Path(path).suffix.lstrip(".").lower()
    with open(path, "wb") as sink:
        if suffix == "xml":
            write_sentences_xml(sink, sample.records)
        else:
            write_sentences_table(sink, sample.records, form=cast(Form, suffix))
