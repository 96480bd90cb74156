"""The baselines of substitution that a campaign makes of its own sentences."""

from collections.abc import Callable, Iterable, Mapping
from contextlib import ExitStack
from pathlib import Path
from typing import Any, cast

from regild.formats.files import Sentences
from regild.formats.frequencies import read_frequencies
from regild.formats.lexicons import read_lexicon
from regild.formats.records import AnswerRecord
from regild.formats.vectors import read_vectors
from regild.problems import N_, BadFile, BadFiles, Reading, reason_of
from regild.tasks.baselines import BadBaseline, Baseline, BaselineInput, BaselineOption
from regild.tasks.source_file import SourceFile
from regild.tasks.substitution.baselines import Asked, Kind, baseline
from regild.tasks.substitution.content import sentence_of
from regild.tasks.substitution.given_files import lying_at
from regild.tasks.substitution.similarity import ALPHA, SIMILARITIES, Similarity
from regild.tasks.utterances.baselines import MODEL_OPTIONS
from regild.tasks.utterances.ngrams import Smoothing, Unknown

_READ: Mapping[str, Callable[[Path], Reading[Any]]] = {
    "lexicon": read_lexicon,
    "frequencies": read_frequencies,
    "vectors": read_vectors,
}


def by_lexicon(asked: BaselineInput) -> Iterable[AnswerRecord]:
    return _answers(asked, "lexicon")


def by_similarity(asked: BaselineInput) -> Iterable[AnswerRecord]:
    return _answers(asked, "distributional")


def by_ngrams(asked: BaselineInput) -> Iterable[AnswerRecord]:
    return _answers(asked, "ngram")


def _answers(asked: BaselineInput, kind: Kind) -> list[AnswerRecord]:
    """What `regild baseline` writes; sentences without an answer are left out. Raises BadFiles
    with the problems of all files, or BadBaseline."""
    sentences = [sentence_of(item.key, item.group, item.content) for item in asked.items]
    options = {name: said[0] for name, said in asked.options.items()}
    alpha = _number(options.get("alpha", str(ALPHA)))
    with ExitStack() as stack:
        given = _read(asked)
        if "train" in asked.files:
            given["text"] = stack.enter_context(lying_at(asked.files["train"]))
        try:
            answers = baseline(
                Sentences(tuple(sentences)),
                task=cast(Asked, options["task"]),
                kind=kind,
                similarity=cast(Similarity, options.get("similarity", SIMILARITIES[0])),
                alpha=alpha,
                order=int(options.get("order", "3")),
                smoothing=cast(Smoothing, options.get("smoothing", "srilm")),
                unknown=cast(Unknown, options.get("unknown", "skip")),
                **given,
            )
        except BadFile as bad:
            raise BadFiles([bad]) from bad
        except (EOFError, OSError, ValueError) as wrong:
            otherwise = N_("the training text cannot be read")
            text = reason_of(wrong, otherwise=otherwise)
            raise BadBaseline(text, option="train" if kind == "ngram" else "") from wrong
    answered = [one for one in answers.records if one.answers]
    if not answered:
        raise BadBaseline(N_("It has no answer to any of the targets."))
    return answered


def _read(asked: BaselineInput) -> dict[str, Any]:
    """What was sent, by the names of `regild.baseline`; problems of all files at once."""
    read: dict[str, Any] = {}
    bad: list[BadFile] = []
    for name, reader in _READ.items():
        if name not in asked.files:
            continue
        try:
            with lying_at(asked.files[name]) as path:
                [read[name]] = reader(path).records
        except BadFiles as found:
            bad += found.files
    if bad:
        raise BadFiles(bad)
    return read


def _number(said: str) -> float:
    try:
        return float(said)
    except ValueError as wrong:
        raise BadBaseline(N_("%(said)s is not a number.", said=said), option="alpha") from wrong


_TASK = BaselineOption(
    N_("Answers to a sentence: one (best), or up to ten (oot)"), "best", ("best", "oot")
)
_LEXICON = SourceFile(
    N_("Lexicon"),
    "baseline",
    required=True,
    help=N_(
        "A table word,pos,synonym; WordNet LMF or WOLF, which may be compressed (.gz); or a ZIP"
        " of WordNet's own files"
    ),
    folder=True,
)
_FREQUENCIES = SourceFile(
    N_("Frequencies"),
    "baseline",
    help=N_("A table word,frequency or a corpus to count; else the lexicon's own counts"),
)

BASELINES: Mapping[str, Baseline] = {
    "lexicon": Baseline(
        N_("Lexicon"),
        N_("The synonyms that a lexicon has, by the criteria of SemEval 2007"),
        by_lexicon,
        files={"lexicon": _LEXICON, "frequencies": _FREQUENCIES},
        options={"task": _TASK},
    ),
    "distributional": Baseline(
        N_("Similarity"),
        N_("The words of a vocabulary that are most alike to the target"),
        by_similarity,
        slow=True,
        files={
            "vectors": SourceFile(
                N_("Vectors"),
                "baseline",
                required=True,
                help=N_("As word2vec writes them, or a table word,feature,count"),
            )
        },
        options={
            "task": _TASK,
            "similarity": BaselineOption(N_("Similarity"), SIMILARITIES[0], SIMILARITIES),
            "alpha": BaselineOption(N_("Alpha, of alpha-skew"), f"{ALPHA:g}"),
        },
    ),
    "ngram": Baseline(
        N_("Lexicon and n-grams"),
        N_("A lexicon's synonyms, by how likely a model of a text of yours finds them there"),
        by_ngrams,
        slow=True,
        files={
            "lexicon": _LEXICON,
            "frequencies": _FREQUENCIES,
            "train": SourceFile(
                N_("Training text"),
                "baseline",
                required=True,
                help=N_("Plain text in UTF-8, which may be compressed (.gz)"),
            ),
        },
        options={
            "task": _TASK,
            **MODEL_OPTIONS,
        },
    ),
}
