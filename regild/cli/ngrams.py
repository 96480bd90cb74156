"""`regild ngrams`: how an n-gram model ranks sets of utterances."""

from __future__ import annotations

import argparse
import json
from itertools import product
from typing import Any, NamedTuple

from regild.cli.refusal import refuse
from regild.formats.rows import TextSink
from regild.results import aligned
from regild.tasks.utterances.ngrams import (
    ADDED,
    SMOOTHINGS,
    UNKNOWN,
    ModelOptions,
    Smoothing,
    read_text,
    score_sets,
)
from regild.tasks.utterances.ranks import rank_sets
from regild.tasks.utterances.scores import write_scores
from regild.tasks.utterances.sets import read_sets

HELP = """\
Train n-gram models on a text, rank every set of utterances by them, and print the mean rank of
the natural utterance, MRR and P@1, each with its 95% interval and what a coin would get.

SETS is a file of `regild coconuts`, TEXT is plain text in UTF-8, which may be .gz.
docs/utterances.md defines the models and the measures."""
EXAMPLES = """\
examples:
  regild ngrams sets.json reuters.txt --order 2 3 4 --context window sentence
  regild ngrams sets.json reuters.txt --order 3 --likelihood per-word --out scores.csv
  regild ngrams sets.json reuters.txt --smoothing additive --unknown score
"""


class AskedSmoothing(NamedTuple):
    """A number alone is what the additive model adds."""

    model: Smoothing
    added: float | None = None


def smoothing(said: str) -> AskedSmoothing:
    for model in SMOOTHINGS:
        if said == model:
            return AskedSmoothing(model)
    try:
        return AskedSmoothing("additive", float(said))
    except ValueError:
        known = " or ".join(SMOOTHINGS)
        raise argparse.ArgumentTypeError(f"it is {known}, not {said!r}") from None


def add_model_arguments(parser: argparse.ArgumentParser) -> None:
    """How the words of a text become probabilities."""
    parser.add_argument(
        "--smoothing",
        type=smoothing,
        default=AskedSmoothing("srilm"),
        metavar="{" + ",".join(SMOOTHINGS) + "}",
        help="back off as SRILM's -addsmooth does, or add to the count of every n-gram; srilm."
        " A number K is additive, with --added K and --unknown score",
    )
    parser.add_argument(
        "--unknown",
        choices=UNKNOWN,
        help="leave words that the text lacks out of the sums, or score them; skip",
    )
    parser.add_argument("--added", type=float, metavar="K", help=f"to every count; {ADDED:g}")


def model_arguments(options: argparse.Namespace) -> dict[str, Any]:
    """They are those of `ModelOptions`."""
    asked: AskedSmoothing = options.smoothing
    if asked.added is not None and options.added is not None:
        refuse("--added says nothing beside a --smoothing that is a number.")
    added = options.added if asked.added is None else asked.added
    return {
        "smoothing": asked.model,
        "unknown": options.unknown or ("skip" if asked.added is None else "score"),
        "added": ADDED if added is None else added,
    }


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("sets", metavar="SETS")
    parser.add_argument("text", metavar="TEXT")
    parser.add_argument("--order", nargs="+", type=int, default=[2, 3, 4], metavar="N")
    parser.add_argument(
        "--context",
        nargs="+",
        choices=["window", "sentence"],
        default=["window", "sentence"],
        help="the 2n-1 words round the swapped one, or the whole sentence",
    )
    parser.add_argument(
        "--likelihood",
        choices=["sum", "per-word"],
        default="sum",
        help="the sum of the logarithms, or their mean; sum",
    )
    parser.add_argument(
        "--vocabulary",
        choices=["training", "both"],
        default="training",
        help="the words of TEXT, or those of SETS too; training",
    )
    add_model_arguments(parser)
    parser.add_argument(
        "--out", metavar="FILE", help="write the scores of the one model as CSV"
    )
    parser.add_argument("--json", action="store_true", help="print one JSON object")


def run(options: argparse.Namespace, out: TextSink, err: TextSink) -> int:
    path, chosen = options.sets, model_arguments(options)
    try:
        models = [
            ModelOptions(
                order=order,
                context=context,
                likelihood=options.likelihood,
                vocabulary=options.vocabulary,
                **chosen,
            )
            for context, order in product(options.context, options.order)
        ]
        if options.out and len(models) > 1:
            refuse("--out is for one model: one --order and one --context.")
        coconuts = read_sets(path)
        path = options.text
        scores = score_sets(coconuts, read_text(path), models)
        found = [rank_sets(coconuts, one) for one in scores]
        if options.out:
            write_scores(scores[0], options.out)
    except OSError as error:
        refuse(f"{error.filename or path}: {error.strerror or error}.")
    except ValueError as wrong:
        refuse(f"{path}: {wrong}.")
    if options.json:
        report = {
            "sets": options.sets,
            "options": dict(coconuts.options),
            "text": options.text,
            "models": [
                {"options": model.to_dict(), **ranks.to_dict()}
                for model, ranks in zip(models, found, strict=True)
            ],
        }
        out.write(json.dumps(report, ensure_ascii=False) + "\n")
        return 0
    measures = [*found[0].measures]
    lines = [["order", "context", *measures]]
    lines += [
        [str(model.order), model.context, *(ranks.measures[key].shown() for key in measures)]
        for model, ranks in zip(models, found, strict=True)
    ]
    lines.append(["coin", "", *(f"{found[0].measures[key].chance:.3f}" for key in measures)])
    made = " ".join(f"{name}={value}" for name, value in coconuts.options.items())
    how = " ".join(f"{name}={value}" for name, value in chosen.items())
    out.write(
        f"{len(coconuts.sets)} sets: {made}\n"
        f"likelihood={options.likelihood} vocabulary={options.vocabulary} {how}\n\n"
        + "\n".join(aligned(lines))
        + "\n"
    )
    return 0
