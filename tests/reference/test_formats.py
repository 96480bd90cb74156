"""Real files: read without loss, counted as their READMEs count them, written and read back."""

import gzip
import io
import json
import re
from collections import Counter

import pytest

import regild
from regild.formats.answers import read_answers, write_answers
from regild.formats.answers_table import read_answers_table, write_answers_table
from regild.formats.corpus_xml import read_sentences_xml, write_sentences_xml
from regild.formats.detect import read_answers_any, read_gold_any, read_sentences
from regild.formats.gold import read_gold, write_gold
from regild.formats.long import (
    read_gold_table,
    read_sentences_table,
    write_gold_table,
    write_sentences_table,
)
from regild.formats.mapping import read_mapping
from regild.formats.swords import (
    context_id,
    gold_by_label,
    gold_by_source,
    read_swords,
    sentences_of,
    substitute_id,
    target_id,
)
from regild.formats.swords_writing import write_swords
from regild.problems import MAX_REPORTED, BadFile

pytestmark = pytest.mark.sqlite

GOLDS = ["semdis2014/gold1.txt", "semeval2007/lst_trial.gold", "semeval2007/lst_test.gold"]
CORPORA = {
    "semdis2014/test.xml": 300,
    "semeval2007/lexsub_trial.xml": 300,
    "semeval2007/lst_test.repaired.xml": 1710,
}
SWORDS = {
    "swords/swords-v1.1_test-subset.json.gz": (
        5369,
        {"TRUE": 6544, "FALSE": 22686, "UNSURE": 394},
        3438,
        296,
    ),
    "swords/swords-v1.1_test-subset_reannotated.json.gz": (
        5384,
        {"TRUE": 8769, "FALSE": 44222, "UNSURE": 849},
        2304,
        394,
    ),
}
FORMS = ("csv", "tsv", "jsonl")


def read(reader, path, **options):
    with path.open("rb") as stream:
        return reader(stream, name=path.name, **options)


def again(write, reader, records, **options):
    """What is read from what was written, without the line numbers."""
    sink = io.BytesIO()
    write(sink, records, **options)
    sink.seek(0)
    return without_lines(reader(sink, name="written").records)


def without_lines(records):
    return [record._replace(line=0) for record in records]


@pytest.mark.parametrize(
    # Items, distinct substitutes, votes, substitutes with a blank.
    ("name", "items", "distinct", "votes", "multiwords"),
    [
        ("semdis2014/gold1.txt", 300, 2152, 3961, 66),
        ("semeval2007/lst_trial.gold", 300, 1152, 1737, 161),
        # The README counts 6,886 before the 13 repeated ones are merged; so does 6,873 in
        # test_semeval07 of p-lambda/swords (swords/datasets_test.py), with the same votes.
        # Its 854 with a blank count the 22 whose blank stands before the count.
        ("semeval2007/lst_test.gold", 1703, 6873, 10563, 854 - 22),
    ],
)
def test_gold_has_the_published_counts(shared_data, name, items, distinct, votes, multiwords):
    records = read(read_gold, shared_data / name).records
    pairs = [pair for record in records for pair in (*record.substitutes, *record.codes)]
    assert len(records) == items
    assert len(pairs) == distinct
    assert sum(n for _, n in pairs) == votes
    assert sum(" " in text for text, _ in pairs) == multiwords


def test_proper_name_codes_are_counted_apart(shared_data):
    def sentences_with_codes(name):
        records = read(read_gold, shared_data / name).records
        return [record for record in records if record.codes]

    assert len(sentences_with_codes("semeval2007/lst_test.gold")) == 17
    trial = sentences_with_codes("semeval2007/lst_trial.gold")
    assert len(trial) == 3
    assert [record.sentence for record in trial if not record.substitutes] == ["212"]
    assert [record.codes for record in trial if record.sentence == "212"] == [(("pn", 3.0),)]
    assert sentences_with_codes("semdis2014/gold1.txt") == []


def test_substitutes_repeated_in_the_test_gold_are_merged_with_a_notice(shared_data):
    path = shared_data / "semeval2007/lst_test.gold"
    reading = read(read_gold, path)
    # 22 lines have two blanks before a count; on 13 of them it is a substitute over again.
    assert (
        sum("  " in line.partition(" :: ")[2] for line in path.read_text().splitlines()) == 22
    )
    assert len(reading.notices) == 13
    assert all("repeated; its votes were added" in notice.message for notice in reading.notices)
    plots = [record for record in reading.records if ("garden", 3.0) in record.substitutes]
    assert [record.substitutes[0] for record in plots] == [("garden", 3.0)]


@pytest.mark.parametrize("name", GOLDS)
def test_gold_written_in_any_format_reads_as_the_same(shared_data, name):
    records = read(read_gold_any, shared_data / name).records
    assert again(write_gold, read_gold, records) == without_lines(records)
    for form in FORMS:
        rows = again(write_gold_table, read_gold_table, records, form=form)
        assert rows == without_lines(records)


def test_test_gold_lacks_the_seven_sentences_its_readme_names(shared_data):
    gold = read(read_gold_any, shared_data / "semeval2007/lst_test.gold").records
    sentences = read(read_sentences, shared_data / "semeval2007/lst_test.repaired.xml").records
    missing = {record.key for record in sentences} - {record.sentence for record in gold}
    assert missing == {"567", "773", "794", "804", "1298", "1886", "1937"}


def test_every_system_reads_and_written_in_any_format_reads_as_the_same(shared_data):
    paths = [
        path
        for folder in ("semdis2014/systems", "semeval2007/systems", "semeval2007/oot",
                       "semeval2007/derived")
        for path in sorted((shared_data / folder).iterdir())
    ]  # fmt: skip
    assert len(paths) == 22
    for path in paths:
        records = read(read_answers_any, path).records
        assert again(write_answers, read_answers, records) == without_lines(records)
        for form in FORMS:
            rows = again(write_answers_table, read_answers_table, records, form=form)
            assert rows == without_lines(records), path.name


@pytest.mark.parametrize(
    ("name", "lines", "not_attempted", "notices"),
    [
        ("semeval2007/systems/avivis_part6_with_empty.predict", 300, 141, 0),
        ("semeval2007/systems/yyteng_part3_lesk_no_eol.predict", 300, 0, 0),
        ("semdis2014/systems/partial_4_items.txt", 4, 0, 0),
        # 288 of 295 scored lines repeat an answer; bounded, so the list ends with a count.
        ("semeval2007/derived/pool7_duplicates_kept.oot", 300, 0, MAX_REPORTED + 1),
        # No real word, but a well-formed file.
        ("semeval2007/odd_formats/ayshajamjam_smurf_all_wrong.predict", 300, 0, 0),
    ],
)
def test_systems_have_the_counts_of_their_readmes(
    shared_data, name, lines, not_attempted, notices
):
    reading = read(read_answers_any, shared_data / name)
    assert len(reading.records) == lines
    assert sum(not record.answers for record in reading.records) == not_attempted
    assert len(reading.notices) == notices


@pytest.mark.parametrize(
    ("name", "lines", "message"),
    [
        ("Xiaoyu1216_part4_two_warning_lines.predict", [1, 2], "is not a line of answers"),
        (
            "alicediakova_part5_progress_bars.predict",
            # A bar before each of the 300 answers.
            list(range(1, 600, 2)),
            "the line holds carriage returns or backspaces, as a progress bar prints them",
        ),
    ],
)
def test_noise_is_told_by_line_and_can_be_passed_over(shared_data, name, lines, message):
    path = shared_data / "semeval2007/odd_formats" / name
    with pytest.raises(BadFile) as refused:
        read(read_answers_any, path)
    told = refused.value.problems[:MAX_REPORTED]
    assert [problem.line for problem in told] == lines[:MAX_REPORTED]
    assert all(message in problem.message for problem in told)
    assert len(refused.value.problems) <= MAX_REPORTED + 1
    reading = read(read_answers_any, path, skip_noise=True)
    assert [record.sentence for record in reading.records] == [str(id) for id in range(1, 301)]
    assert all(len(record.answers) == 1 for record in reading.records)


@pytest.mark.parametrize("name", CORPORA)
def test_sentences_have_the_published_counts_and_are_written_without_loss(shared_data, name):
    records = read(read_sentences, shared_data / name).records
    assert len(records) == CORPORA[name]
    targets = re.findall('<lexelt item="(.*?)"', (shared_data / name).read_text())
    assert {record.group for record in records} == set(targets)
    assert again(write_sentences_xml, read_sentences_xml, records) == without_lines(records)
    for form in FORMS:
        rows = again(write_sentences_table, read_sentences_table, records, form=form)
        assert rows == without_lines(records)


def test_windows_quotes_of_the_trial_corpus_are_repaired_with_a_notice_a_line(shared_data):
    path = shared_data / "semeval2007/lexsub_trial.xml"
    reading = read(read_sentences, path)
    lines = [
        number
        for number, line in enumerate(path.read_text().split("\n"), 1)
        if re.search("[\x80-\x9f]|&#150;", line)
    ]
    assert [notice.line for notice in reading.notices] == lines
    assert "a corresponding reaction–diffusion model" in reading.records[68].right


def test_a_blank_inside_a_head_is_left_to_the_context(shared_data):
    records = read(read_sentences, shared_data / "semdis2014/test.xml").records
    assert not [record for record in records if record.target != record.target.strip()]
    (culture,) = [record for record in records if record.left.startswith("Evénement culturel")]
    assert culture[2:5] == (
        "Evénement culturel de la rentrée , ces journées témoignent de l' ",
        "intérêt",
        "  des Français pour l' histoire des lieux et de l' art",
    )


def test_the_mapping_has_158_rules_for_19_targets(shared_data):
    reading = read(read_mapping, shared_data / "semdis2014/mapping.txt")
    assert len(reading.records) == 158
    assert len({rule.group for rule in reading.records}) == 19
    assert ("compris.a", "faire tilt", "fait tilt") in {rule[:3] for rule in reading.records}


@pytest.mark.parametrize("name", SWORDS)
class TestSwords:
    def test_counts_are_those_of_the_readme(self, shared_data, name):
        (swords,) = read(read_swords, shared_data / name).records
        substitutes, labels, without_true, most_true = SWORDS[name]
        assert (len(swords.contexts), len(swords.targets)) == (89, 89)
        assert len(swords.substitutes) == substitutes
        assert Counter(label for s in swords.substitutes for label in s.labels) == labels
        judged = [n for record in gold_by_label(swords) for _, n in record.substitutes]
        assert judged.count(0.0) + len(swords.substitutes) - len(judged) == without_true
        shares = [s.labels.count("TRUE") / len(s.labels) for s in swords.substitutes]
        assert sum(share > 0.5 for share in shares) == most_true
        assert sum("coinco" in s.sources for s in swords.substitutes) == sum(
            len(record.substitutes) for record in gold_by_source(swords, "coinco")
        )

    def test_it_is_written_byte_for_byte(self, shared_data, name):
        packed = (shared_data / name).read_bytes()
        (swords,) = read_swords(io.BytesIO(packed), name=name).records
        for compress in (True, False):
            sink = io.BytesIO()
            write_swords(sink, swords, compress=compress)
            written = gzip.decompress(sink.getvalue()) if compress else sink.getvalue()
            assert written == gzip.decompress(packed)

    def test_every_id_can_be_computed(self, shared_data, name):
        (swords,) = read(read_swords, shared_data / name).records
        for context in swords.contexts:
            assert context_id(context.context) == context.id
        for target in swords.targets:
            assert target.id == target_id(
                context=target.context_id,
                target=target.target,
                offset=target.offset,
                pos=target.pos,
            )
        for substitute in swords.substitutes:
            assert substitute.id == substitute_id(
                target=substitute.target_id, substitute=substitute.substitute
            )

    def test_sentences_are_the_contexts_around_their_targets(self, shared_data, name):
        document = json.loads(gzip.decompress((shared_data / name).read_bytes()))
        (swords,) = read(read_swords, shared_data / name).records
        for sentence in sentences_of(swords):
            target = document["targets"][sentence.key]
            context = document["contexts"][target["context_id"]]["context"]
            assert sentence.left + sentence.target + sentence.right == context.strip()
            assert sentence.target == target["target"]
            assert sentence.group == f"{target['target']}.{target['pos']}"

    def test_what_people_proposed_was_judged_all_of_it(self, shared_data, name):
        """The judges were asked about every word of CoInCo's, and found a good quarter of them
        bad."""
        path = shared_data / name
        (swords,) = read(read_swords, path).records
        proposed = {
            record.sentence: [text for text, _votes in record.substitutes]
            for record in gold_by_source(swords, "coinco")
        }
        [found] = regild.score(path, {"people": proposed}, measures=["judged@10"]).systems
        assert found.measures == {"judged@10": 1.0}
