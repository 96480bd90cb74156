"""What a release is taken away as, read back by our readers and by readers of its own kind."""

import csv
import hashlib
import io
import json
import tracemalloc
from contextlib import nullcontext
from datetime import date
from fractions import Fraction

import pytest
import yaml

import regild
from regild.formats.gold import read_gold
from regild.formats.long import read_ratings_table, read_sentences_table
from regild.formats.swords import gold_by_label, read_swords, sentences_of
from regild.problems import BadFile
from regild.scoring.compat import print_official
from regild.scoring.exports.candidates import checksum, write_csv, write_jsonl
from regild.scoring.exports.citation import bibtex
from regild.scoring.exports.dataset import write_dataset
from regild.scoring.exports.lexsub import write_lexsub
from regild.scoring.exports.lexsub_int import integer_scale, write_lexsub_int
from regild.scoring.exports.publication import Publication
from regild.scoring.exports.ratings import write_ratings
from regild.scoring.exports.soft_labels import write_lewidi, write_soft_labels
from regild.scoring.exports.swords import write_swords_json
from regild.scoring.frozen import FrozenSentence, scale_of
from regild.scoring.inputs import Spellings, gold_weights
from regild.scoring.measures import FAMILIES, KEYS
from regild.scoring.sentence_scores import score_systems
from regild.scoring.spooled import spooled
from regild.tasks.substitution.exports import EXPORTS
from regild.words import Wording
from tests.regild.scoring.golds import (
    CALM,
    NOISE,
    ROOM,
    dataset_of,
    entry,
    make_gold,
    many_sentences,
)

PUBLICATION = Publication("https://example.org/gold/1/", "CC-BY-4.0", date(2026, 5, 4))
ANSWERS = {
    "best": {"12": ("quiet", "at peace"), "13": ("space",)},
    "good": {"12": ("at peace", "flat"), "13": ("hall", "space")},
    "poor": {"12": ("loud", "meek", "=still"), "13": ("hall",)},
}


def written(write, gold):
    out = io.BytesIO()
    write(out, gold)
    return out.getvalue()


def without_lines(records):
    return [record[:-1] for record in records]


def weights_in(data):
    records = read_gold(io.BytesIO(data), name="gold.txt").records
    return gold_weights(records, Spellings(Wording()))


def decided(gold):
    return {
        sentence.record.key: {
            entry.substitute: entry.weight
            for entry in sentence.entries
            if entry.weight is not None
        }
        for sentence in gold.sentences
    }


def test_our_reader_finds_the_very_same_weights_in_the_lines():
    gold = make_gold()
    assert weights_in(written(write_lexsub, gold)) == decided(gold)


def test_lines_are_sorted_by_weight_and_leave_the_undecided_out():
    first = written(write_lexsub, make_gold()).decode().splitlines()[0]
    assert first == ("calm.a 12 :: quiet 2.75;at peace 1.6666666666666667;=still 0.75;loud 0;")


def test_unanimous_zeros_are_listed_only_where_the_policy_says_so():
    lines = written(write_lexsub, make_gold(list_unanimous_zeros=False)).decode().splitlines()
    assert [line.split(" :: ")[0] for line in lines] == ["calm.a 12", "room.n 13"]
    assert "loud" not in lines[0]


def test_a_read_back_file_scores_systems_as_the_release_does():
    gold = make_gold()
    ours = score_systems(gold=decided(gold), systems=list(ANSWERS.values()))
    theirs = score_systems(
        gold=weights_in(written(write_lexsub, gold)), systems=list(ANSWERS.values())
    )
    for key in KEYS:
        assert theirs.means(key) == ours.means(key)


def test_whole_weights_are_exact_multiples_by_the_scale_that_is_stated():
    gold = make_gold()
    # Quarters from four ratings and thirds from three: twelfths.
    assert integer_scale(gold) == 12
    assert written(write_lexsub_int, gold).decode().splitlines() == [
        "calm.a 12 :: quiet 33;at peace 20;=still 9;",
        "room.n 13 :: space 36;",
    ]


def test_weights_of_options_with_decimals_become_whole_too():
    halves = [{"value": value, "label": str(value), "weight": value / 10} for value in range(3)]
    third = entry("x", "012")._replace(weight=0.1 / 3 + 0.2 / 3)
    gold = make_gold(CALM._replace(entries=(third,)), scale=halves)
    assert integer_scale(gold) == 10
    assert b"x 1;" in written(write_lexsub_int, gold)


def test_the_whole_weights_rank_systems_as_the_decimal_ones_do():
    gold = make_gold()
    orders = []
    for write in (write_lexsub, write_lexsub_int):
        scores = score_systems(
            gold=weights_in(written(write, gold)),
            systems=list(ANSWERS.values()),
            keys=["best.R", "oot.R", "semdis.best_norm", "gap"],
        )
        orders.append(
            {key: [mean.value for mean in scores.means(key)] for key in scores.matrices}
        )
    for key, values in orders[0].items():
        assert orders[1][key] == pytest.approx(values)


@pytest.mark.parametrize(
    ("program", "figure", "key"),
    [("semeval2007", "precision", "best.P"), ("semdis2014", "best", "semdis.best")],
)
def test_the_official_programs_rank_alike_on_the_whole_weights(program, figure, key):
    """Their own integer arithmetic, as scoring/official imitates it character by character."""
    gold = make_gold(CALM, ROOM)
    integers = written(write_lexsub_int, gold)
    printed = {}
    for name, answers in ANSWERS.items():
        lines = [
            f"{lexelt} {sentence} :: {';'.join(answers[sentence])}\n"
            for lexelt, sentence in (("calm.a", "12"), ("room.n", "13"))
        ]
        found = print_official(
            program, gold_data=integers, answer_data="".join(lines).encode(), task="best"
        )
        printed[name] = float(found.values[figure])
    means = score_systems(gold=decided(gold), systems=list(ANSWERS.values())).means(key)
    ours = dict(zip(ANSWERS, (mean.value for mean in means), strict=True))
    assert len(set(ours.values())) == 3
    assert sorted(printed, key=printed.get) == sorted(ours, key=ours.get)


def test_a_swords_reader_finds_the_same_numbers():
    """Read with json alone, as programs written for SWORDS do."""
    gold = make_gold()
    document = json.loads(written(write_swords_json, gold))
    sentence_of = {
        id: target["extra"]["sentence"] for id, target in document["targets"].items()
    }
    found = {}
    for id, substitute in document["substitutes"].items():
        labels = document["substitute_labels"][id]
        extra = substitute["extra"]
        assert len(labels) == sum(extra["counts"])
        found[sentence_of[substitute["target_id"]], substitute["substitute"]] = extra["weight"]
    assert found == {
        (sentence.record.key, entry.substitute): entry.weight
        for sentence in gold.sentences
        for entry in sentence.entries
        if entry.ratings
    }
    for id, target in document["targets"].items():
        context = document["contexts"][target["context_id"]]["context"]
        assert context[target["offset"] :].startswith(target["target"]), id


def test_labels_say_on_which_side_of_the_scale_a_rating_is():
    [swords] = read_swords(
        io.BytesIO(written(write_swords_json, make_gold())), name="gold.json"
    ).records
    labels = {found.substitute: found.labels for found in swords.substitutes}
    assert labels["quiet"] == ("TRUE",) * 4
    assert labels["at peace"] == ("FALSE", "TRUE", "TRUE")
    assert [record.target for record in sentences_of(swords)] == ["calm", "room", "noise"]


def test_on_a_scale_of_two_the_share_of_true_is_the_weight():
    yes_no = [{"value": v, "label": str(v), "weight": float(v)} for v in (0, 1)]
    sentence = CALM._replace(entries=(entry("quiet", "110"), entry("loud", "1000")))
    gold = make_gold(sentence, scale=yes_no)
    [swords] = read_swords(
        io.BytesIO(written(write_swords_json, gold)), name="gold.json"
    ).records
    [record] = gold_by_label(swords)
    assert dict(record.substitutes) == decided(gold)["12"]


def test_a_system_scores_on_the_swords_form_what_it_scores_on_the_lines(tmp_path):
    """Weights, ids, targets and parts of speech: all that a score can hang on."""
    paths = []
    for name, write in (("gold.txt", write_lexsub), ("swords.json", write_swords_json)):
        paths.append(tmp_path / name)
        paths[-1].write_bytes(written(write, make_gold()))
    systems = {
        name: {s: [*given] for s, given in found.items()} for name, found in ANSWERS.items()
    }
    lines, swords = (
        regild.score(path, systems, measures=[*FAMILIES, "gap.a", "best.R.n"]) for path in paths
    )
    assert lines.systems == swords.systems
    assert {one.n for one in swords.systems} == {2}


def test_what_swords_say_of_a_release_is_checked():
    document = json.loads(written(write_swords_json, make_gold()))
    first = next(iter(document["substitutes"].values()))
    first["extra"]["weight"] = "heavy"
    with pytest.raises(BadFile, match="has a wrong extra"):
        read_swords(io.BytesIO(json.dumps(document).encode()), name="gold.json")


def test_a_middle_option_is_unsure():
    three = [{"value": v, "label": str(v), "weight": float(v)} for v in (0, 1, 2)]
    gold = make_gold(CALM._replace(entries=(entry("quiet", "210"),)), scale=three)
    document = json.loads(written(write_swords_json, gold))
    assert list(document["substitute_labels"].values()) == [["FALSE", "UNSURE", "TRUE"]]


def test_swords_cannot_hold_substitutes_that_differ_in_capitals_only():
    same = CALM._replace(entries=(entry("May", "333"), entry("may", "000")))
    with pytest.raises(ValueError, match="twice"):
        written(write_swords_json, make_gold(same))


def test_a_dataset_of_such_substitutes_lacks_that_form_alone():
    same = CALM._replace(entries=(entry("May", "333"), entry("may", "000")))
    files = dataset_of(make_gold(same), PUBLICATION)
    assert {*dataset_of(make_gold(), PUBLICATION)} - {*files} == {"data/swords.json"}
    assert "swords.json" not in files["README.md"].decode()
    assert b"May" in files["data/candidates.jsonl"]


def test_a_row_a_candidate_says_all_that_is_known_of_it():
    rows = list(csv.DictReader(io.StringIO(written(write_csv, make_gold()).decode())))
    assert len(rows) == 9
    peace = rows[1]
    assert {name: peace[name] for name in ("sentence", "lexelt", "target", "substitute")} == {
        "sentence": "12",
        "lexelt": "calm.a",
        "target": "calm",
        "substitute": "at peace",
    }
    assert (peace["origin"], peace["votes"], peace["n"]) == ("gold", "1.0", "3")
    assert float(peace["mean"]) == float(peace["weight"]) == 5 / 3
    # 2, 2, 1 around 5/3: the squares add up to 2/3, over n - 1 = 2.
    assert float(peace["sd"]) == pytest.approx(float(Fraction(1, 3)) ** 0.5)
    assert [peace[f"n_{value}"] for value in range(4)] == ["0", "1", "2", "0"]


def test_what_is_not_known_is_an_empty_cell_and_null():
    data = written(write_csv, make_gold()).decode()
    flat, meek = list(csv.DictReader(io.StringIO(data)))[4:6]
    assert (flat["weight"], flat["mean"], flat["votes"]) == ("", "2.0", "")
    assert (meek["mean"], meek["sd"], meek["n"]) == ("", "", "0")
    lines = written(write_jsonl, make_gold()).decode().splitlines()
    assert json.loads(lines[5])["mean"] is None


def test_formulas_are_defused_for_spreadsheets_alone():
    gold = make_gold()
    assert "'=still" in written(write_csv, gold).decode()
    assert "'=still" in written(write_ratings, gold).decode()
    assert json.loads(written(write_jsonl, gold).splitlines()[2])["substitute"] == "=still"


def test_soft_labels_are_shares_with_counts_the_greatest_first():
    rows = list(csv.reader(io.StringIO(written(write_soft_labels, make_gold(CALM)).decode())))
    assert rows == [
        ["sentence", "substitute", "value", "share", "count"],
        ["12", "quiet", "3", "0.75", "3"],
        ["12", "quiet", "2", "0.25", "1"],
        ["12", "at peace", "2", str(2 / 3), "2"],
        ["12", "at peace", "1", str(1 / 3), "1"],
        ["12", "'=still", "0", "0.75", "3"],
        ["12", "'=still", "3", "0.25", "1"],
        ["12", "loud", "0", "1.0", "3"],
        ["12", "flat", "2", "1.0", "2"],
    ]


def test_lewidi_has_who_gave_what_as_its_third_edition_does():
    """The fields, in the order of its README; `hard_label` is that of the editions before."""
    found = json.loads(written(write_lewidi, make_gold(CALM)))
    assert [*found] == ["1", "2", "3", "4", "5"]  # nobody rated 'meek'
    assert found["1"] == {
        "annotation task": "Substitutes of targets in sentences",
        "text": {
            "lexelt": "calm.a",
            "left": "The sea was ",
            "target": "calm",
            "right": " today.",
            "substitute": "quiet",
        },
        "number of annotators": 4,
        "annotators": "a1,a2,a3,a4",
        "number of annotations": 4,
        "annotations": {"a1": "3", "a2": "3", "a3": "3", "a4": "2"},
        "soft_label": {"0": 0.0, "1": 0.0, "2": 0.25, "3": 0.75},
        "hard_label": "3",
        "split": "test",
        "lang": "en-GB",
        "other_info": {
            "sentence": "12",
            "origin": "both",
            "votes": 3.0,
            "weight": 2.75,
            "mean": 2.75,
            "sd": 0.5,
        },
    }
    tied = CALM._replace(entries=(entry("quiet", "0303"),))
    assert json.loads(written(write_lewidi, make_gold(tied)))["1"]["hard_label"] is None


def test_soft_labels_are_those_of_the_ratings_in_either_file(tmp_path):
    (tmp_path / "lewidi.json").write_bytes(written(write_lewidi, make_gold()))
    (tmp_path / "ratings.csv").write_bytes(written(write_ratings, make_gold()))
    of_json = regild.soft_labels(str(tmp_path / "lewidi.json"))
    of_table = regild.soft_labels(str(tmp_path / "ratings.csv"))
    written_as = json.loads((tmp_path / "lewidi.json").read_bytes())
    assert len(of_json) == len(of_table) == 8
    for item, label in of_json.items():
        told = written_as[item]
        shares = {value: share for value, share in told["soft_label"].items() if share}
        name = f"{told['other_info']['sentence']} {told['text']['substitute']}"
        # A cell of CSV that begins a formula has an apostrophe, which its reader takes off.
        assert label.shares == shares
        assert label == of_table[name]


def test_ratings_can_be_imported_again_and_name_nobody():
    data = written(write_ratings, make_gold(CALM))
    records = read_ratings_table(io.BytesIO(data), name="ratings.csv").records
    assert [record[:4] for record in records[:4]] == [
        (f"a{number}", "12", "quiet", value) for number, value in enumerate("3332", start=1)
    ]
    assert len(records) == 4 + 3 + 4 + 3 + 2
    assert records[7].substitute == "=still"


def test_the_checksum_is_that_of_the_file_of_json_lines():
    gold = make_gold()
    assert (
        checksum(gold.sentences, gold.columns, scale_of(gold.policy))
        == hashlib.sha256(written(write_jsonl, gold)).hexdigest()
    )


@pytest.fixture
def folder():
    return dataset_of(make_gold(notes="A first try."), PUBLICATION)


def test_a_dataset_checks_its_own_files(folder):
    lines = folder["SHA256SUMS"].decode().splitlines()
    assert {line[66:]: line[:64] for line in lines} == {
        path: hashlib.sha256(data).hexdigest()
        for path, data in folder.items()
        if path != "SHA256SUMS"
    }


def test_the_card_has_the_front_matter_of_the_hub(folder):
    _, front, text = folder["README.md"].decode().split("---\n", 2)
    found = yaml.safe_load(front)
    assert found["language"] == ["en"]
    assert found["license"] == "cc-by-4.0"
    assert found["pretty_name"] == 'Boats & "gladness": second gold, release 1'
    assert found["size_categories"] == ["n<1K"]
    for config in found["configs"]:
        assert config["data_files"] in folder
    assert "multiplied by 12" in text
    assert "A first try." in text
    assert "Excluded: 2 × sitting, too_fast." in text
    assert "the targets compris.a" in text


def test_the_citation_has_what_its_format_requires(folder):
    found = yaml.safe_load(folder["CITATION.cff"])
    assert {"cff-version", "message", "title", "authors"} <= found.keys()
    assert found["cff-version"] == "1.2.0"
    assert found["date-released"] == date(2026, 5, 4)


def test_a_licence_nobody_chose_is_not_made_up():
    files = dataset_of(make_gold(), PUBLICATION._replace(license="unknown"))
    assert "license" not in yaml.safe_load(files["CITATION.cff"])
    assert "No licence has been chosen yet" in files["README.md"].decode()


def test_the_citation_for_bibtex_has_nothing_that_bibtex_would_stumble_over():
    gold = make_gold()._replace(title="R&D {2014_fr}")
    assert bibtex(gold, PUBLICATION) == (
        "@misc{boats-second-gold-1,\n"
        r"  author = {{Annotators and organisers of R\&D (2014\_fr)}},"
        "\n"
        r"  title = {{R\&D (2014\_fr): second gold, release 1}},"
        "\n"
        "  year = {2026},\n"
        "  url = {https://example.org/gold/1/},\n"
        "}"
    )


@pytest.mark.parametrize("form", ["csv", "jsonl"])
def test_sentences_and_ratings_are_read_back_as_they_are(folder, form):
    def read_back(reader, name):
        return reader(io.BytesIO(folder[f"data/{name}.{form}"]), name=f"{name}.{form}").records

    assert without_lines(read_back(read_sentences_table, "sentences")) == without_lines(
        sentence.record for sentence in (CALM, ROOM, NOISE)
    )
    assert without_lines(read_back(read_ratings_table, "ratings")) == [
        (f"a{rating.annotator}", record.key, entry.substitute, str(rating.value))
        for record, entries in (CALM, ROOM, NOISE)
        for entry in entries
        for rating in entry.ratings
    ]


def test_a_card_says_who_gave_the_ratings_and_calls_no_program_a_native_speaker():
    gold = make_gold()
    unknown = dataset_of(gold, PUBLICATION)
    for path in ("README.md", "croissant.json"):
        assert "native speaker" not in unknown[path].decode()
        assert "was not noted" in unknown[path].decode()
    annotated = {
        "simulated": {"annotators": 1, "ratings": 5},
        "imported": {"annotators": 2, "ratings": 30},
        "online": {"annotators": 2, "ratings": 1},
    }
    card = dataset_of(gold._replace(annotated=annotated), PUBLICATION)["README.md"].decode()
    assert "ratings by 5 annotators." in card
    assert (
        "Who they are: 2 annotators (1 rating) from the campaign's page, where each had to say"
        " that they are a native speaker; 2 annotators (30 ratings) from a file, which says"
        " neither who they are nor what they speak; 1 annotator (5 ratings) simulated by a"
        " program, who are no people.\n"
    ) in card
    _, front, _ = card.split("---\n", 2)
    found = yaml.safe_load(front)["annotations_creators"]
    assert found == ["crowdsourced", "other", "machine-generated"]


def test_the_data_of_two_releases_of_the_same_ratings_are_the_same():
    one, two = (dataset_of(make_gold(number=number), PUBLICATION) for number in (1, 2))
    data = {path for path in one if path.startswith("data/")}
    assert data
    assert {path: one[path] for path in data} == {path: two[path] for path in data}


def test_a_sentence_without_a_decided_candidate_has_no_line():
    undecided = FrozenSentence(CALM.record, (entry("flat", "22"),))
    assert written(write_lexsub, make_gold(undecided, ROOM)).decode().startswith("room.n 13")


# Of what was written when a release was still one document in memory: whoever published a
# checksum has to get the same bytes again. Not of the form of SWORDS, whose targets were told
# their names since.
SUMS = {
    3: "ddc8cdb89b89ef20efca0ea97fddfb5329c23d5ed2c6565e20cdf9dca6164c4a",
    2_000: "8015ba2c4cd9eae0b531be5abe2eb115e5d06c884299224ee1d281200bedac24",
}
KEPT = {
    "data/gold.txt",
    "data/gold-int.txt",
    *(f"data/{table}.csv" for table in ("candidates", "ratings", "sentences")),
    *(f"data/{table}.jsonl" for table in ("candidates", "ratings", "sentences")),
}


@pytest.mark.parametrize("sentences", SUMS)
def test_every_byte_is_as_it_was_before_sentences_came_one_by_one(sentences):
    gold = make_gold() if sentences == 3 else make_gold(*many_sentences(sentences))
    with spooled(gold.sentences) as kept:
        files = dataset_of(gold._replace(sentences=kept), PUBLICATION)
    sums = files["SHA256SUMS"].splitlines(keepends=True)
    kept = b"".join(line for line in sums if line.split()[1].decode() in KEPT)
    assert hashlib.sha256(kept).hexdigest() == SUMS[sentences]


def test_sentences_come_back_from_their_file_as_they_were():
    sentences = (CALM, ROOM, NOISE, *many_sentences(20))
    with spooled(iter(sentences)) as kept:
        assert tuple(kept) == tuple(kept) == sentences


class Counted:
    """Sentences that exist only while they are looked at."""

    def __init__(self, number):
        self.number = number

    def __iter__(self):
        for n in range(self.number):
            (sentence,) = many_sentences(1)
            yield sentence._replace(record=sentence.record._replace(key=f"k{n}", left=f"{n} "))


class Nowhere:
    def write(self, data):
        pass


@pytest.mark.parametrize("format", [*EXPORTS, "dataset"])
def test_more_sentences_take_no_more_memory(format):
    def peak(number):
        gold = make_gold()
        with spooled(Counted(number)) as sentences:
            gold = gold._replace(sentences=sentences)
            tracemalloc.start()
            if format == "dataset":
                write_dataset(lambda path: nullcontext(Nowhere()), gold, PUBLICATION)
            else:
                EXPORTS[format].write(Nowhere(), gold)
            _now, most = tracemalloc.get_traced_memory()
            tracemalloc.stop()
        return most

    peak(1)  # what is kept for good, such as compiled patterns
    # SWORDS keeps the id of a sentence, to know it again; nothing keeps what is said of it.
    assert peak(2_000) - peak(200) < 1_800 * 200
