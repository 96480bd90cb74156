"""Every measure of 10 systems on 2,000 sentences, beside a Perl process for each file and task.

Run with `python -m bench.scoring`. The peer is `score_peer.pl`, our own stand-in for
SemEval-2007's `score.pl`, which is not ours to ship: it reads, adds and prints what `best` and
`oot` need. Ours is all measures, and from the files includes normalising every substitute; as a
command, `regild score` from start to end, without draws and with all that it draws unless told
otherwise. One system of a gold as large as SemDis's stands beside `import numpy`. Last is how
much memory it takes for a million answers of ten systems, and of one.

Each is the best of ten runs. Compared is the time the processor worked, in this process against
in Perl's: what else the machine does stretches the time on the clock, which stands beside it.
Commands have their bytecode, as `pip install` leaves it. Exits 1 when a target is missed.
"""

import os
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from random import Random
from typing import NamedTuple

import numpy as np

from regild.cli.given_files import nothing_collected
from regild.formats.answers import read_answers, write_answers
from regild.formats.gold import read_gold, write_gold
from regild.formats.records import AnswerRecord, GoldRecord
from regild.scoring.bootstrap import bootstrap_means
from regild.scoring.evaluation import PERMUTATIONS
from regild.scoring.inputs import AnswerLists, Spellings, Weights, answer_lists, gold_weights
from regild.scoring.sentence_scores import SentenceScores, score_systems
from regild.scoring.significance import compare_systems
from regild.words import Wording

SYSTEMS = 10
SENTENCES = 2_000
TARGETS = 200
# SemDis 2014's.
FEW_SENTENCES = 300
FEW_TARGETS = 30
ANSWERS_A_SENTENCE = 10
# Sentences of all systems together, of so many answers each: a million.
MANY_ANSWERS = 100_000
TASKS = ("best", "oot")
LEAST_FASTER = 5.0
# From start to end, a Python and numpy loaded on the way.
LEAST_FASTER_AS_COMMAND = 2.0
LEAST_FASTER_WITH_INTERVALS = 1.0
MOST_TIMES_NUMPY = 2.0
MOST_MEGABYTES = 300
NO_DRAWS = ("--replicates", "0", "--permutations", "0")
COMMAND = "import sys; from regild.cli import main; sys.exit(main())"
RUNS = 10
PEER = Path(__file__).with_name("score_peer.pl")


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        environment = with_bytecode(Path(folder) / "bytecode")
        missed = [*times(Path(folder), environment), *memory(Path(folder), environment)]
    for line in missed:
        print(f"missed: {line}", file=sys.stderr)
    sys.exit(bool(missed))


def times(folder: Path, environment: Mapping[str, str]) -> Iterator[str]:
    """Prints them; gives what was missed."""

    def command(gold: Path, systems: list[Path], *options: str) -> TimeTaken:
        words = [sys.executable, "-c", COMMAND, "score", gold, *systems, *options]
        return best_run(
            lambda: subprocess.run(words, capture_output=True, check=True, env=environment),
            who=resource.RUSAGE_CHILDREN,
        )

    gold, systems = write_files(folder)
    peer = best_run(
        lambda: [peer_scores(gold, s, t) for s in systems for t in TASKS],
        who=resource.RUSAGE_CHILDREN,
    )
    alone = command(gold, systems, *NO_DRAWS)
    with_intervals = command(gold, systems, "--replicates", "1000", "--permutations", "0")
    with_all = command(gold, systems)
    # As the command does: what is read is kept, and to look for garbage in it finds none.
    with nothing_collected():
        whole = best_run(lambda: score(*read(gold, systems)))
        reading = best_run(lambda: read(gold, systems))
        votes, answers = read(gold, systems)
        scoring = best_run(lambda: score(votes, answers))
    expected = [peer_scores(gold, system, "best")[2] for system in systems]
    scores = score(votes, answers)
    found = [mean.value for mean in scores.means("best.P")]
    if not np.allclose(np.array(found, dtype=float), expected, atol=1e-6):
        raise SystemExit(f"best.P differs: {found} here, {expected} by the peer")

    print(f"{'ms':42} {'processor':>9} {'clock':>8} {'faster':>7}")
    report(f"{SYSTEMS * len(TASKS)} Perl processes, best and oot", peer)
    report("regild score, all measures", alone, peer)
    report("  with intervals of 1,000 replicates", with_intervals, peer)
    report(f"  and p of {PERMUTATIONS:,} exchanges", with_all, peer)
    report("all measures from the files", whole, peer)
    report("  reading and normalising", reading)
    report("  scoring alone", scoring, peer)
    matrix = scores.matrices["semdis.oot_norm"]
    rng = np.random.default_rng(1)

    def bootstrap(replicates: int) -> TimeTaken:
        return best_run(lambda: bootstrap_means(matrix, replicates=replicates, rng=rng))

    report("bootstrap, 1,000 rounds", bootstrap(1_000))
    report("bootstrap, 10,000 rounds", bootstrap(10_000))
    pairs = best_run(lambda: compare_systems(matrix, permutations=PERMUTATIONS, rng=rng))
    report(f"exchanges, {PERMUTATIONS:,} rounds, all pairs", pairs)
    for what, taken, least in (
        ("from the files", whole, LEAST_FASTER),
        ("as a command", alone, LEAST_FASTER_AS_COMMAND),
        ("with intervals", with_intervals, LEAST_FASTER_WITH_INTERVALS),
        ("with all it draws", with_all, LEAST_FASTER_WITH_INTERVALS),
    ):
        faster = peer.processor / taken.processor
        if faster < least:
            yield f"{faster:.2f} times as fast {what}, not {least:.0f}"

    words = [sys.executable, "-c", "import numpy"]
    numpy = best_run(
        lambda: subprocess.run(words, check=True, env=environment),
        who=resource.RUSAGE_CHILDREN,
    )
    gold, systems = write_files(folder, sentences=FEW_SENTENCES, targets=FEW_TARGETS, systems=1)
    one = command(gold, systems)
    times_numpy = one.processor / numpy.processor
    report("python -c 'import numpy'", numpy)
    report(f"regild score, one system, {FEW_SENTENCES} sentences", one)
    print(f"  {times_numpy:.2f} times numpy, {one.clock / numpy.clock:.2f} by the clock")
    if times_numpy > MOST_TIMES_NUMPY:
        yield f"one system takes {times_numpy:.2f} times numpy, not {MOST_TIMES_NUMPY:.0f}"


def memory(folder: Path, environment: Mapping[str, str]) -> Iterator[str]:
    """Prints it; gives what was missed."""
    for systems in (SYSTEMS, 1):
        gold, paths = write_files(folder, sentences=MANY_ANSWERS // systems, systems=systems)
        # In a process of its own, whose children are this one command.
        code = (
            "import resource, subprocess, sys;"
            "subprocess.run(sys.argv[1:], capture_output=True, check=True);"
            "print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss * 1024)"
        )
        words = [sys.executable, "-c", COMMAND, "score", gold, *paths]
        run = subprocess.run(
            [sys.executable, "-c", code, *words],
            capture_output=True,
            check=True,
            text=True,
            env=environment,
        )
        megabytes = int(run.stdout) / 1e6
        answers = f"{MANY_ANSWERS * ANSWERS_A_SENTENCE:,} answers of {systems}"
        print(f"memory for {answers}: {megabytes:.0f} MB")
        if megabytes > MOST_MEGABYTES:
            yield f"{megabytes:.0f} MB for {answers}, not {MOST_MEGABYTES}"


def with_bytecode(folder: Path) -> dict[str, str]:
    """An environment in which it is kept there, so that only the first run compiles."""
    kept = {key: one for key, one in os.environ.items() if key != "PYTHONDONTWRITEBYTECODE"}
    return {**kept, "PYTHONPYCACHEPREFIX": str(folder)}


class TimeTaken(NamedTuple):
    """In milliseconds."""

    processor: float
    clock: float


def best_run(call: Callable[[], object], *, who: int = resource.RUSAGE_SELF) -> TimeTaken:
    """The shortest of each. `who` works: this process, or those that it starts."""
    runs = []
    for _ in range(RUNS):
        start, worked = time.perf_counter(), _worked(who)
        call()
        runs.append((_worked(who) - worked, time.perf_counter() - start))
    return TimeTaken(*(1000 * min(times) for times in zip(*runs, strict=True)))


def _worked(who: int) -> float:
    usage = resource.getrusage(who)
    return usage.ru_utime + usage.ru_stime


def write_files(
    folder: Path, *, sentences: int = SENTENCES, targets: int = TARGETS, systems: int = SYSTEMS
) -> tuple[Path, list[Path]]:
    """Synthetic: each target has 60 words, of which annotators gave some and systems ten."""
    random = Random(20140701)
    items = [(str(i), f"word{i % targets}.n") for i in range(1, sentences + 1)]

    def words(lexelt: str, n: int) -> list[str]:
        # The first ones more often, as answers and votes agree better than chance.
        ranked = sorted(range(60), key=lambda i: i * random.random())
        return [f"{lexelt[:-2]}x{i}" for i in ranked[:n]]

    gold = folder / "gold.txt"
    with gold.open("wb") as sink:
        write_gold(
            sink,
            [
                GoldRecord(
                    sentence,
                    lexelt,
                    tuple((text, random.randint(1, 5)) for text in words(lexelt, 7)),
                    codes=(),
                    line=0,
                )
                for sentence, lexelt in items
            ],
        )
    paths = [folder / f"system{i}.txt" for i in range(systems)]
    for system in paths:
        with system.open("wb") as sink:
            write_answers(
                sink,
                [
                    AnswerRecord(
                        sentence, lexelt, tuple(words(lexelt, ANSWERS_A_SENTENCE)), line=0
                    )
                    for sentence, lexelt in items
                ],
            )
    return gold, paths


def read(gold: Path, systems: list[Path]) -> tuple[Weights, list[AnswerLists]]:
    spellings = Spellings(Wording())
    with gold.open("rb") as stream:
        records = read_gold(stream, name=gold.name).records
    lexelts = {record.sentence: record.group for record in records}
    lists = []
    for system in systems:
        with system.open("rb") as stream:
            answers = read_answers(stream, name=system.name).records
        lists.append(answer_lists(answers, spellings, groups=lexelts))
    return gold_weights(records, spellings), lists


def score(gold: Weights, systems: list[AnswerLists]) -> SentenceScores[str]:
    return score_systems(gold=gold, systems=systems)


def peer_scores(gold: Path, system: Path, task: str) -> list[float]:
    """Total, attempted, precision, recall and mode recall."""
    run = subprocess.run(
        ["perl", PEER, system, gold, task], capture_output=True, text=True, check=True
    )
    return [float(number) for number in run.stdout.split()]


def report(what: str, taken: TimeTaken, peer: TimeTaken | None = None) -> None:
    ratio = "" if peer is None else f"{peer.processor / taken.processor:.1f}×"
    print(f"{what:42} {taken.processor:>9.1f} {taken.clock:>8.1f} {ratio:>7}", flush=True)


if __name__ == "__main__":
    main()
