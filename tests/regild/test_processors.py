"""What every command gives does not depend on the processor it runs on."""

import io
import json
from contextlib import chdir, redirect_stderr, redirect_stdout
from pathlib import Path
from random import Random

import pytest
from numpy._core._multiarray_umath import __cpu_features__

from regild.cli import COMMANDS, main
from tests.processors import kinds_here, under_each, unlike_the_first
from tests.regild.test_first_stage_command import CONLLU

PEOPLE = [f"p{number:02}" for number in range(16)]
SCALE = (0, 0.1, 0.45, 1)
SENTENCES = range(1, 41)
WORDS = [f"w{number:03}" for number in range(200)]
SYSTEMS = [f"system{number}" for number in range(6)]


def write_inputs(folder):
    """Files for every command, the same on every machine. Of what is rated and answered enough
    is alike that there is much to tie."""
    random = Random(7)
    pool = {key: random.sample(WORDS, 6) for key in SENTENCES}
    _write_ratings(folder, random, pool)
    _write_systems(folder, random, pool)
    _write_documents(folder, random)
    _write_corpora(folder, random)
    _write_vectors(folder, random)


def _write_ratings(folder, random, pool):
    strict = {who: random.choice((-0.2, 0, 0, 0.2)) for who in PEOPLE}
    worth = {(key, word): random.random() for key in pool for word in pool[key]}
    rows, models = [], []
    for (key, word), value in worth.items():
        for who in random.sample(PEOPLE, random.choice((3, 5, 8))):
            place = round(3 * min(1, max(0, value + strict[who] + random.uniform(-0.3, 0.3))))
            rows.append((who, key, word, place))
        models.append(("model", f"{key} {word}", round(3 * value)))
    _table(folder / "ratings.csv", "annotator,sentence,substitute,value", rows)
    weighed = [(*row[:3], SCALE[row[3]]) for row in rows]
    _table(folder / "weighed.csv", "annotator,sentence,substitute,value", weighed)
    people = [(who, f"{key} {word}", place) for who, key, word, place in rows]
    _table(folder / "people.csv", "annotator,item,value", people)
    # Everybody rated everything: effects cancel, and adjusted means are the plain ones.
    crossed = [(who, n, random.randrange(4)) for who in PEOPLE[:6] for n in range(60)]
    _table(folder / "crossed.csv", "annotator,item,value", crossed)
    _table(folder / "models.csv", "model,item,value", models)
    proposals = [
        (key, "calm.a", who, rank, word)
        for key in SENTENCES
        for who in random.sample(PEOPLE, 5)
        for rank, word in enumerate(random.sample(pool[key], random.choice((1, 2, 3))), 1)
    ]
    _table(folder / "proposals.csv", "sentence,lexelt,annotator,rank,substitute", proposals)


def _write_systems(folder, random, pool):
    lexelt = {key: f"w{key % 9}.{'nva'[key % 3]}" for key in SENTENCES}
    first, second, answers = [], [], {name: [] for name in SYSTEMS}
    for key, words in pool.items():
        votes = "".join(f"{word} {random.randint(1, 5)};" for word in words[:4])
        first.append(f"{lexelt[key]} {key} :: {votes}")
        means = "".join(f"{word} {random.randint(0, 9) / 3!r};" for word in words)
        second.append(f"{lexelt[key]} {key} :: {means}")
        for name in SYSTEMS[:-1]:
            given = random.sample(words, 5) + random.sample(WORDS, 3)
            answers[name].append(f"{lexelt[key]} {key} ::: {';'.join(dict.fromkeys(given))}")
    # Two that answer the same.
    answers[SYSTEMS[-1]] = answers[SYSTEMS[0]]
    _lines(folder / "first.txt", first)
    _lines(folder / "second.txt", second)
    for name, lines in answers.items():
        _lines(folder / f"{name}.txt", lines)
    rows = [(key, lexelt[key], "The sea was ", f"w{key % 9}", " today.") for key in SENTENCES]
    _table(folder / "sentences.csv", "sentence,lexelt,left,target,right", rows)


def _write_documents(folder, random):
    tree = [("work", ""), ("home", ""), ("plans", "work"), ("papers", "work"), ("kin", "home")]
    _table(folder / "categories.csv", "category,parent", tree)
    leaves = ["plans", "papers", "kin"]
    texts, chosen, labels = [], [], []
    for key in range(1, 61):
        leaf = random.choice(leaves)
        # Documents of one word that all categories have leave two of them as likely.
        words = ["same"] if key % 5 == 0 else random.choices(["same", leaf, *leaves], k=7)
        texts.append((key, " ".join(words)))
        chosen += [(key, who, random.choice([leaf, *leaves])) for who in PEOPLE[:3]]
        labels.append((key, random.choice([leaf, leaf, *leaves]), random.randrange(9) / 9))
    _table(folder / "documents.csv", "document,text", texts)
    _table(folder / "annotations.csv", "document,annotator,category", chosen)
    _table(folder / "labels.csv", "document,category,score", labels)


def _write_corpora(folder, random):
    nouns = ["dog", "apple", "cat", "egg", "house", "ink", "lamp", "owl", "pen", "rose"]
    said = [(verb, noun) for verb in ("saw", "took", "left") for noun in nouns]
    tagged = [f"She/pps {verb}/vbd the/at {noun}/nn ./." for verb, noun in said]
    (folder / "tagged").write_text("\n\n".join(tagged))
    plain = [f"She {verb} the {noun} ." for verb, noun in random.choices(said, k=90)]
    lines = [f"The sea was {word} today ." for word in WORDS[:30]]
    _lines(folder / "text.txt", plain + lines)
    (folder / "corpus.conllu").write_text(CONLLU)


def _write_vectors(folder, random):
    """Of four words each the same direction, at four lengths: they are equally near to any."""
    names = [f"w{key}" for key in range(9)] + WORDS
    lines, counts = [], []
    for place, name in enumerate(names):
        if place % 4 == 0:
            numbers = [random.randint(1, 9_999) for _number in range(45)]
        lines.append(" ".join([name, *(str((1 + place % 4) * number) for number in numbers)]))
        features = random.sample(range(30), 8)
        counts += [(name, feature, random.randint(1, 4)) for feature in features]
    _lines(folder / "vectors.txt", [f"{len(names)} 45", *lines])
    _lines(folder / "counts.tsv", ["word\tfeature\tcount", *map(_tabbed, counts)])
    synonyms = [
        (f"w{key}", pos, word, rank)
        for key in range(9)
        for pos in "nva"
        for rank, word in enumerate(random.sample(WORDS[:30], 6), 1)
    ]
    _table(folder / "lexicon.csv", "word,pos,synonym,rank", synonyms)


def _table(path, heading, rows):
    _lines(path, [heading, *(",".join(map(str, row)) for row in rows)])


def _tabbed(row):
    return "\t".join(map(str, row))


def _lines(path, lines):
    path.write_text("".join(f"{line}\n" for line in lines))


# In this order: some read what others wrote. SIGNATURE is what the first of them printed.
RUNS = """\
score first.txt SYSTEMS --compare --per-sentence --json
score second.txt SYSTEMS --compare --per-sentence --json
score second.txt SYSTEMS --measures ndcg@10,gap --format tex
score first.txt SYSTEMS --second-gold second.txt --rankings --measures ndcg@10 --replicates 200
score second.txt --runs one=system[01].txt system2.txt system3.txt --json
score first.txt SYSTEMS --task oot --compat semeval2007
score annotations.csv labels.csv --categories categories.csv --json
verify first.txt SYSTEMS --signature SIGNATURE
agreement ratings.csv --json
agreement weighed.csv --scale 0,0.1,0.45,1 --json
agreement ratings.csv
agreement annotations.csv --categories categories.csv --json
severity people.csv --json
severity weighed.csv --json
severity crossed.csv --json
severity people.csv
alt-test people.csv models.csv --epsilon .1 --json
alt-test people.csv models.csv --epsilon .1 --score neg-rmse --json
first_gold proposals.csv --json
first_gold proposals.csv --parts
first_stage proposals.csv --out made.txt --json
sample corpus.conllu --pos n --targets 2 --sentences 3 --out sample.csv
baseline sentences.csv --task oot --lexicon lexicon.csv --out lexicon.oot
baseline sentences.csv --task oot --kind distributional --vectors vectors.txt --out cosine.oot
baseline sentences.csv --task oot --kind distributional --vectors counts.tsv --out counts.oot
baseline sentences.csv --task oot --kind distributional --vectors counts.tsv LIN
baseline sentences.csv --task oot --kind distributional --vectors counts.tsv ALPHA
baseline sentences.csv --task oot --kind ngram --lexicon lexicon.csv --text text.txt NGRAM
words documents.csv annotations.csv --categories categories.csv --out words.csv --json
coconuts tagged --kind sentence --count 5 --out sets.json
ngrams sets.json text.txt --order 3 --context window --out ngrams.csv --json
ranks sets.json ngrams.csv --json
"""
SHORT = {
    "SYSTEMS": " ".join(f"{name}.txt" for name in SYSTEMS),
    "LIN": "--similarity lin --out lin.oot",
    "NGRAM": "--out ngram.oot",
    "ALPHA": "--similarity alpha-skew --out skew.oot",
}


def all_commands(folder):
    """What each run printed, and what is in the files they wrote."""
    found, known = {}, {**SHORT}
    with chdir(folder):
        given = {*Path().iterdir()}
        for run in RUNS.splitlines():
            words = " ".join(known.get(word, word) for word in run.split()).split()
            out, err = io.StringIO(), io.StringIO()
            with redirect_stdout(out), redirect_stderr(err):
                code = main(words)
            said = json.loads(out.getvalue()) if "--json" in words else out.getvalue()
            if "SIGNATURE" not in known:
                known["SIGNATURE"] = said["signature"]
            found[run] = {"code": code, "said": said, "beside": err.getvalue()}
        made = sorted({*Path().iterdir()} - given)
        return found | {path.name: path.read_text() for path in made}


def test_every_command_gives_the_same_with_every_kernel(tmp_path):
    assert {run.split()[0] for run in RUNS.splitlines()} == {*COMMANDS}
    for kind in kinds_here():
        (tmp_path / kind).mkdir()
        write_inputs(tmp_path / kind)
    found = under_each(
        "import sys; from tests.regild.test_processors import all_commands;"
        "FOUND = all_commands(sys.argv[1])",
        f"{tmp_path}/{{}}",
    )
    assert unlike_the_first(found) == []
    assert [
        run for said in found.values() for run in RUNS.splitlines() if said[run]["code"]
    ] == []


def test_the_summary_names_the_kernels_that_a_processor_cannot_run(monkeypatch):
    monkeypatch.setitem(__cpu_features__, "AVX512_SKX", False)
    with pytest.warns(UserWarning, match="cannot run SkylakeX"):
        assert "SkylakeX" not in kinds_here()
