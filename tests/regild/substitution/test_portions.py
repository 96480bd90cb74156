"""Files read in portions give what they give read whole: records, notices and problems."""

import io
import tracemalloc
from random import Random

import pytest

from regild.formats import detect
from regild.formats.counting import count_marks
from regild.problems import BadFiles, Source
from regild.tasks import task_named

HEAD = "sentence,lexelt,left,target,right\n"
SENTENCES = HEAD + "".join(f'{n},w{n % 7}.n,"a\n{n % 5}",b,c\n' for n in range(40))
GOLD = "".join(f"w{n % 7}.n {n} :: happy 2;NIL 1;glad {n % 3};\n" for n in range(40))
TABLE = "sentence,lexelt,substitute,votes,annotator\n" + "".join(
    f"{n % 40},w{n % 40 % 7}.n,{word},,{who}\n"
    for who in ("ann", "bob")
    for n, word in enumerate(["happy", "glad", "", "merry"] * 10)
)
VOTES = "sentence,substitute,votes\n" + "".join(
    f"{n % 40},x{n},{n % 3 + 1}\n" for n in range(90)
)
JSONL = "".join(
    f'{{"sentence": {n}, "lexelt": "w{n % 7}.n", "left": "a", "target": "b", "right": ""}}\n'
    for n in range(40)
)
XML = (
    "<corpus><lexelt item='w1.n'>"
    + "".join(
        f"<instance id='{n}'><context>a <head>b</head></context></instance>" for n in range(40)
    )
    + "</lexelt></corpus>"
)


def outcome(sentences, gold, *, in_portions, names=("s.csv", "g.txt"), excluded=()):
    """What reading comes to, whichever way."""
    files = {
        "sentences": Source(io.BytesIO(sentences.encode(errors="surrogateescape")), names[0])
    }
    if gold is not None:
        raw = gold.encode(errors="surrogateescape")
        files["gold"] = Source(io.BytesIO(raw), names[1])
    task = task_named("substitution")
    try:
        sources = task.read(files, excluded_groups=excluded, in_portions=in_portions)
    except BadFiles as bad:
        return [(file.name, sorted(file.problems, key=str)) for file in bad.files]
    for _time in range(2):
        items, gold_records = [*sources.items], sorted(sources.gold)
    return items, gold_records, sorted(sources.notices, key=str)


@pytest.fixture(autouse=True)
def small_parts(monkeypatch):
    monkeypatch.setattr(detect, "_ROWS_AT_A_TIME", 9)


@pytest.mark.parametrize(
    ("sentences", "gold", "names"),
    [
        (SENTENCES, None, ("s.csv", "")),
        (SENTENCES, GOLD, ("s.csv", "g.txt")),
        (SENTENCES, TABLE, ("s.csv", "g.csv")),
        (SENTENCES, VOTES, ("s.csv", "g.csv")),
        (JSONL, GOLD, ("s.jsonl", "g.txt")),
        (XML, GOLD.replace("w0", "w1"), ("s.xml", "g.txt")),
        ("\ufeff" + SENTENCES, "\ufeff" + GOLD, ("s.csv", "g.txt")),
        (SENTENCES.replace("\n", "\r\n"), GOLD.replace("\n", "\r\n"), ("s.csv", "g.txt")),
    ],
)
def test_what_is_read_in_portions_is_what_is_read_whole(sentences, gold, names):
    whole = outcome(sentences, gold, in_portions=False, names=names)
    assert outcome(sentences, gold, in_portions=True, names=names) == whole
    assert len(whole) == 3


@pytest.mark.parametrize("seed", range(150))
def test_so_are_its_problems(seed):
    draw = Random(seed)

    def spoilt(text):
        lines = text.split("\n")
        for _ in range(draw.randrange(4)):
            place = draw.randrange(len(lines))
            lines[place] = draw.choice(
                [
                    *("", "rubbish", ",,,,", "\x07", "é", "\udcff", '"', lines[place] + ";;"),
                    *(lines[place].replace("1", "2"), lines[draw.randrange(len(lines))]),
                    *(lines[place].replace(",", ";"), "w1.n 99 :: x 1;", "99,w1.n,a,b,c"),
                ]
            )
        return "\n".join(lines)

    gold, name = draw.choice([(GOLD, "g.txt"), (TABLE, "g.csv"), (VOTES, "g.csv")])
    sentences, gold = spoilt(SENTENCES), spoilt(gold)
    excluded = draw.choice([(), ("w1.n", "nothing.n")])
    asked = {"names": ("s.csv", name), "excluded": excluded}
    whole = outcome(sentences, gold, in_portions=False, **asked)
    assert outcome(sentences, gold, in_portions=True, **asked) == whole


@pytest.mark.parametrize(
    ("text", "name", "count"),
    [(SENTENCES, "s.csv", 40), (JSONL, "s.jsonl", 40), (XML, "s.xml", 40), ("x", "s.csv", 0)],
)
def test_items_are_counted_without_reading_them(text, name, count):
    stream = io.BytesIO(text.encode())
    files = {"sentences": Source(stream, name)}
    assert task_named("substitution").count_items(files, most=5) == count
    assert task_named("substitution").count_items(files, most=1_000) >= count
    assert stream.tell() == 0


def test_a_mark_that_two_chunks_share_is_counted(monkeypatch):
    monkeypatch.setattr("regild.formats.counting._CHUNK", 3)
    assert count_marks(io.BytesIO(b"ab<instance><instance>"), b"<instance") == 2
    assert count_marks(io.BytesIO(b"aaaa"), b"\n") == 0


def test_reading_in_portions_keeps_little_of_a_sentence(monkeypatch):
    """A million short ones must fit into 300 MiB, with all that a worker does beside."""
    monkeypatch.undo()
    count = 20_000
    sentences = HEAD + "".join(f"{n},w.n,left {n},b,right\n" for n in range(count))
    gold = "".join(f"w.n {n} :: happy 2;glad 1;\n" for n in range(count))
    files = {
        "sentences": Source(io.BytesIO(sentences.encode()), "s.csv"),
        "gold": Source(io.BytesIO(gold.encode()), "g.txt"),
    }
    task = task_named("substitution")
    task.read(files, excluded_groups=())  # what is imported once
    tracemalloc.start()
    sources = task.read(rewound(files), excluded_groups=(), in_portions=True)
    assert sum(1 for _item in sources.items) == sum(1 for _one in sources.gold) == count
    _now, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    # Beside it, the lines of a chunk; a record of each alone would take 1,000 bytes.
    assert peak < 250 * count + 3 * 1024 * 1024


def rewound(files):
    for source in files.values():
        source.stream.seek(0)
    return files
