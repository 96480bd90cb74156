"""What ranks utterances by itself: an n-gram model of a text."""

from collections.abc import Iterable, Mapping
from typing import cast

from regild.formats.records import AnswerRecord
from regild.problems import N_, reason_of
from regild.tasks.baselines import BadBaseline, Baseline, BaselineInput, BaselineOption
from regild.tasks.source_file import SourceFile
from regild.tasks.utterances.content import set_of
from regild.tasks.utterances.ngrams import (
    SMOOTHINGS,
    UNKNOWN,
    Context,
    ModelOptions,
    Smoothing,
    Unknown,
    read_stream,
    score_sets,
)
from regild.tasks.utterances.sets import Coconuts

MODEL_OPTIONS: Mapping[str, BaselineOption] = {
    "order": BaselineOption(N_("Order"), "3", ("2", "3", "4")),
    "smoothing": BaselineOption(
        N_("Smoothing: back off as SRILM does, or add to every count"),
        SMOOTHINGS[0],
        SMOOTHINGS,
    ),
    "unknown": BaselineOption(
        N_("Words that the text lacks: leave them out of the sums, or score them"),
        UNKNOWN[0],
        UNKNOWN,
    ),
}


def by_ngrams(asked: BaselineInput) -> Iterable[AnswerRecord]:
    """All utterances of every set, the likeliest first."""
    said = {name: words[0] for name, words in asked.options.items()}
    model = ModelOptions(
        order=int(said["order"]),
        context=cast(Context, said["context"]),
        smoothing=cast(Smoothing, said["smoothing"]),
        unknown=cast(Unknown, said["unknown"]),
    )
    sets = Coconuts({}, tuple(set_of(item.key, item.content) for item in asked.items))
    source = asked.files["train"]
    try:
        [scores] = score_sets(sets, read_stream(source.stream, name=source.name), [model])
    except (EOFError, OSError, ValueError) as wrong:
        text = reason_of(wrong, otherwise=N_("the training text cannot be read"))
        raise BadBaseline(text, option="train") from wrong
    return [
        _ranked(key, found, line) for line, (key, found) in enumerate(scores.items(), start=1)
    ]


def _ranked(key: str, scores: list[float], line: int) -> AnswerRecord:
    best = sorted(range(len(scores)), key=lambda place: -scores[place])
    return AnswerRecord(
        key,
        "",
        tuple(str(place + 1) for place in best),
        line,
        tuple(scores[place] for place in best),
        (line,) * len(best),
    )


BASELINES: Mapping[str, Baseline] = {
    "ngram": Baseline(
        N_("N-grams"),
        N_("How likely a model of a text of yours finds each utterance"),
        by_ngrams,
        files={
            "train": SourceFile(
                N_("Training text"),
                "baseline",
                required=True,
                help=N_("Plain text in UTF-8, which may be compressed (.gz)"),
            )
        },
        options={
            **MODEL_OPTIONS,
            "context": BaselineOption(N_("Context"), "window", ("window", "sentence")),
        },
    )
}
