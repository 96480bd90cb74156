"""Every measure of 10 systems on 2,000 sentences, beside a Perl process for each file and task.

Run with `python -m bench.scoring`. The peer is `score_peer.pl`, our own stand-in for
SemEval-2007's `score.pl`, which is not ours to ship: it reads, adds and prints what `best` and
`oot` need. Ours is all measures, and from the files includes normalising every substitute.
Both are the best of five runs. Exits 1 when the target is missed.
"""

import subprocess
import sys
import tempfile
from pathlib import Path
from random import Random

import numpy as np

from bench.agreement import milliseconds
from campaigns.formats.answers import read_answers, write_answers
from campaigns.formats.gold import read_gold, write_gold
from campaigns.formats.records import AnswerRecord, GoldRecord
from campaigns.wording import Wording
from scoring.inputs import AnswerLists, Spellings, Weights, answer_lists, gold_weights
from scoring.measures import Scores, score_systems
from scoring.resampling import bootstrap_means, compare_systems

SYSTEMS = 10
SENTENCES = 2_000
TARGETS = 200
TASKS = ("best", "oot")
LEAST_FASTER = 5.0
PEER = Path(__file__).with_name("score_peer.pl")


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        gold, systems = write_files(Path(folder))
        peer = milliseconds(lambda: [peer_scores(gold, s, t) for s in systems for t in TASKS])
        whole = milliseconds(lambda: score(*read(gold, systems)))
        reading = milliseconds(lambda: read(gold, systems))
        votes, answers = read(gold, systems)
        expected = [peer_scores(gold, system, "best")[2] for system in systems]
    scores = score(votes, answers)
    found = [mean.value for mean in scores.means("best.P")]
    if not np.allclose(np.array(found, dtype=float), expected, atol=1e-6):
        raise SystemExit(f"best.P differs: {found} here, {expected} by the peer")

    report(f"{SYSTEMS * len(TASKS)} Perl processes, best and oot", peer)
    report("all measures from the files", whole, peer)
    report("  reading and normalising", reading)
    report("  scoring alone", milliseconds(lambda: score(votes, answers)), peer)
    matrix = scores.matrices["semdis.oot_norm"]
    rng = np.random.default_rng(1)

    def bootstrap(rounds: int) -> float:
        return milliseconds(lambda: bootstrap_means(matrix, rounds=rounds, rng=rng))

    report("bootstrap, 1,000 rounds", bootstrap(1_000))
    report("bootstrap, 10,000 rounds", bootstrap(10_000))
    pairs = milliseconds(lambda: compare_systems(matrix, rounds=10_000, rng=rng))
    report("randomisation, 10,000 rounds, all pairs", pairs)
    if peer / whole < LEAST_FASTER:
        print(
            f"missed: {peer / whole:.2f} times as fast from the files, not {LEAST_FASTER:.0f}",
            file=sys.stderr,
        )
        sys.exit(1)


def write_files(folder: Path) -> tuple[Path, list[Path]]:
    """Synthetic: each target has 60 words, of which annotators gave some and systems ten."""
    random = Random(20140701)
    sentences = [(str(i), f"word{i % TARGETS}.n") for i in range(1, SENTENCES + 1)]

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
                for sentence, lexelt in sentences
            ],
        )
    systems = [folder / f"system{i}.txt" for i in range(SYSTEMS)]
    for system in systems:
        with system.open("wb") as sink:
            write_answers(
                sink,
                [
                    AnswerRecord(sentence, lexelt, tuple(words(lexelt, 10)), line=0)
                    for sentence, lexelt in sentences
                ],
            )
    return gold, systems


def read(gold: Path, systems: list[Path]) -> tuple[Weights, list[AnswerLists]]:
    spellings = Spellings(Wording())
    with gold.open("rb") as stream:
        records = read_gold(stream, name=gold.name).records
    lexelts = {record.sentence: record.lexelt for record in records}
    lists = []
    for system in systems:
        with system.open("rb") as stream:
            answers = read_answers(stream, name=system.name).records
        lists.append(answer_lists(answers, spellings, lexelts=lexelts))
    return gold_weights(records, spellings), lists


def score(gold: Weights, systems: list[AnswerLists]) -> Scores[str]:
    return score_systems(gold=gold, systems=systems)


def peer_scores(gold: Path, system: Path, task: str) -> list[float]:
    """Total, attempted, precision, recall and mode recall."""
    run = subprocess.run(
        ["perl", PEER, system, gold, task], capture_output=True, text=True, check=True
    )
    return [float(number) for number in run.stdout.split()]


def report(what: str, taken: float, peer: float | None = None) -> None:
    ratio = "" if peer is None else f"{peer / taken:.1f}×"
    print(f"{what:42} {taken:>8.1f} ms {ratio:>7}", flush=True)


if __name__ == "__main__":
    main()
