"""A lexicon of a million pairs, and WordNet's own files, answer 2,000 sentences.

Run with `python -m bench.baselines`. Each row is `regild baseline` in a process of its own,
from its start to the file of answers: the time its processor worked, that on the clock beside
it, and the most memory it ever held. Exits 1 when both together take longer than the target, or
one of them more memory.
"""

import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from random import Random
from typing import NamedTuple

from bench.measuring import RSS_UNIT, print_row

PAIRS = 1_000_000
WORDS = 100_000
SENTENCES = 2_000
WORDNET = Path("/usr/share/wordnet")
MOST_SECONDS = 5.0
MOST_BYTES = 300_000_000
WIDTHS = (34, 10, 8, 8)
COMMAND = "import sys; from regild.cli import main; sys.exit(main())"


class TimedAnswers(NamedTuple):
    processor: float
    clock: float
    peak: int


def main() -> None:
    print_row(WIDTHS, ["oot of 2,000 sentences", "processor", "clock", "MB"])
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        words = made_up_words()
        table = write_pairs(folder / "lexicon.tsv", words)
        sentences = write_sentences(folder / "table.csv", words)
        runs = [report("a table of a million pairs", answer(sentences, table, folder))]
        if (WORDNET / "index.noun").is_file():
            sentences = write_sentences(folder / "wordnet.csv", wordnets_words())
            runs.append(report("WordNet's files", answer(sentences, WORDNET, folder)))
        else:
            print("WordNet's files are not measured: apt-get install wordnet-base")
    seconds = sum(run.processor for run in runs)
    if seconds > MOST_SECONDS or any(run.peak > MOST_BYTES for run in runs):
        print(
            f"missed: {seconds:.1f} s in all, not {MOST_SECONDS:g},"
            f" or more than {MOST_BYTES / 1e6:.0f} MB",
            file=sys.stderr,
        )
        sys.exit(1)


def made_up_words() -> list[str]:
    random = Random(2007)
    letters = "abcdefghijklmnopqrstuvwxyz"
    return ["".join(random.choices(letters, k=random.randint(4, 12))) for _ in range(WORDS)]


def write_pairs(path: Path, words: list[str]) -> Path:
    random = Random(1)
    with path.open("w") as sink:
        sink.write("word\tpos\tsynonym\trank\n")
        for number in range(PAIRS):
            sink.write(
                f"{words[number % WORDS]}\tn\t{random.choice(words)}\t{number % 3 + 1}\n"
            )
    return path


def wordnets_words() -> list[str]:
    lines = (WORDNET / "index.noun").read_text().splitlines()
    return [line.split()[0] for line in lines if line[0].isalpha()]


def write_sentences(path: Path, words: list[str]) -> Path:
    random = Random(2)
    with path.open("w") as sink:
        sink.write("sentence,lexelt,left,target,right\n")
        for number in range(SENTENCES):
            word = random.choice(words).replace(".", "")
            sink.write(f'{number},{word}.n,"Here is a ","{word}"," and nothing else."\n')
    return path


def answer(sentences: Path, lexicon: Path, folder: Path) -> TimedAnswers:
    began = time.perf_counter()
    words = ["baseline", sentences, "--lexicon", lexicon, "--task", "oot"]
    process = subprocess.Popen(
        [sys.executable, "-c", COMMAND, *map(str, words), "--out", str(folder / "answers")],
        stdout=subprocess.DEVNULL,
    )
    _pid, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode:
        raise SystemExit(f"regild baseline failed on {lexicon}")
    worked = usage.ru_utime + usage.ru_stime
    return TimedAnswers(worked, time.perf_counter() - began, usage.ru_maxrss * RSS_UNIT)


def report(what: str, run: TimedAnswers) -> TimedAnswers:
    print_row(
        WIDTHS,
        [what, f"{run.processor:.2f} s", f"{run.clock:.2f} s", f"{run.peak / 1e6:.0f}"],
    )
    return run


if __name__ == "__main__":
    main()
