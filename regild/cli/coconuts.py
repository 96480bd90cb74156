"""`regild coconuts`: sets of utterances, one of them natural, out of a tagged corpus."""

from __future__ import annotations

import argparse
import json

from regild.cli.refusal import refuse
from regild.formats.rows import TextSink
from regild.formats.tagged import read_tagged
from regild.tasks.utterances.coconuts import Options, make_coconuts
from regild.tasks.utterances.sets import write_sets

HELP = """\
Make sets of utterances: natural sentences, and others with a noun swapped for another.

CORPUS is a file, a folder or a ZIP of tagged text: word/tag as in Brown's, or CoNLL-U. A word
coconut has one word in different sentences, a sentence coconut one sentence with different
words. docs/utterances.md says how they are made, and what is in FILE."""
EXAMPLES = """\
examples:
  regild coconuts brown.zip --kind sentence --seed 1 --out sets.json
  regild coconuts brown.zip --kind word --natural 2 --draw type --out sets.json
  regild coconuts en-ud.conllu --kind word --tags upos --tag NOUN --out sets.json
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("corpus", metavar="CORPUS")
    parser.add_argument("--kind", choices=["word", "sentence"], required=True)
    parser.add_argument("--out", metavar="FILE", required=True)
    parser.add_argument("--size", type=int, default=8, metavar="N", help="utterances a set; 8")
    parser.add_argument("--count", type=int, default=46, metavar="N", help="sets; 46")
    parser.add_argument("--tag", default="NN", help="of what is swapped, in any case; NN")
    parser.add_argument(
        "--tags",
        choices=["xpos", "upos"],
        default="xpos",
        help="the column of CoNLL-U that --tag is of; xpos",
    )
    parser.add_argument(
        "--natural", type=int, default=1, metavar="N", help="natural ones a word coconut; 1"
    )
    parser.add_argument(
        "--draw",
        choices=["token", "type"],
        default="token",
        help="words to swap come as often as in the corpus, or each as often as any other",
    )
    parser.add_argument(
        "--min-sentences",
        type=int,
        default=2,
        metavar="N",
        help="leave out words that occur in fewer; 2",
    )
    parser.add_argument(
        "--determiners",
        choices=["en", "none"],
        default="en",
        help="mend a and an before the new word, or leave them; en",
    )
    parser.add_argument("--seed", type=int, default=0, metavar="N", help="of the draws; 0")
    parser.add_argument("--json", action="store_true", help="print one JSON object")


def run(options: argparse.Namespace, out: TextSink, err: TextSink) -> int:
    try:
        corpus = read_tagged(options.corpus, column=options.tags)
        coconuts = make_coconuts(
            corpus.sentences,
            Options(
                kind=options.kind,
                size=options.size,
                count=options.count,
                tag=options.tag,
                natural=options.natural,
                draw=options.draw,
                determiners=options.determiners,
                min_sentences=options.min_sentences,
                seed=options.seed,
            ),
        )
        write_sets(coconuts, options.out)
    except OSError as error:
        refuse(f"{error.filename}: {error.strerror}.")
    except ValueError as wrong:
        refuse(f"{options.corpus}: {wrong}.")
    for name in corpus.left_out:
        err.write(f"{name}: no tagged word in it; left out.\n")
    said = dict(coconuts.options)
    if options.json:
        report = {
            "corpus": options.corpus,
            "sentences": len(corpus.sentences),
            "sets": len(coconuts.sets),
            "options": said,
            "out": options.out,
        }
        out.write(json.dumps(report, ensure_ascii=False) + "\n")
    else:
        out.write(
            f"{len(coconuts.sets)} {options.kind} coconuts of {options.size} utterances from"
            f" {len(corpus.sentences)} sentences in {options.out}.\n"
            + "".join(f"{name}: {value}\n" for name, value in said.items())
        )
    return 0
