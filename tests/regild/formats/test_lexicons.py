"""Lexicons of our own in each form, and what is wrong with broken ones."""

import gzip

import pytest

from regild.formats.hypernym_cycles import cycles
from regild.formats.lexicon_table import read_lexicon_table
from regild.formats.lexicons import read_lexicon
from regild.problems import BadFile, BadFiles
from tests.regild.formats.small_wordnet import (
    DATA_ADJ,
    DATA_NOUN,
    INDEX_NOUN,
    LICENCE,
    write_wordnet,
)

LMF = """\
<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE LexicalResource SYSTEM "http://globalwordnet.github.io/schemas/WN-LMF-1.3.dtd">
<LexicalResource xmlns:dc="https://globalwordnet.github.io/schemas/dc/">
  <Lexicon id="ours" label="Ours" language="en" version="1" license="none" email="a@b">
    <LexicalEntry id="w1"><Lemma writtenForm="boat" partOfSpeech="n"/>
      <Form writtenForm="boaten"/>
      <Sense id="s2" n="2" synset="y2"/>
      <Sense id="s1" n="1" synset="y1"><Count>3</Count></Sense>
    </LexicalEntry>
    <LexicalEntry id="w2"><Lemma writtenForm="small boat" partOfSpeech="n"/>
      <Sense id="s3" synset="y1"><Count>5</Count></Sense></LexicalEntry>
    <LexicalEntry id="w3"><Lemma writtenForm="Craft" partOfSpeech="n"/>
      <Sense id="s4" synset="y1"/></LexicalEntry>
    <LexicalEntry id="w4"><Lemma writtenForm="vessel" partOfSpeech="n"/>
      <Sense id="s5" synset="y3"/></LexicalEntry>
    <LexicalEntry id="w5"><Lemma writtenForm="gravy boat" partOfSpeech="n"/>
      <Sense id="s6" synset="y2"/></LexicalEntry>
    <LexicalEntry id="w6"><Lemma writtenForm="glad" partOfSpeech="a"/>
      <Sense id="s7" synset="y4"/></LexicalEntry>
    <LexicalEntry id="w7"><Lemma writtenForm="merry" partOfSpeech="s"/>
      <Sense id="s8" synset="y5"/></LexicalEntry>
    <LexicalEntry id="w8"><Lemma writtenForm="ahoy" partOfSpeech="x"/>
      <Sense id="s9" synset="y6"/></LexicalEntry>
    <Synset id="y1" ili="i1" partOfSpeech="n" members="w3 w1 w2">
      <SynsetRelation relType="hypernym" target="y3"/></Synset>
    <Synset id="y2" ili="i2" partOfSpeech="n">
      <SynsetRelation relType="instance_hypernym" target="y3"/></Synset>
    <Synset id="y3" ili="i3" partOfSpeech="n">
      <SynsetRelation relType="hyponym" target="y1"/></Synset>
    <Synset id="y4" ili="i4" partOfSpeech="a">
      <SynsetRelation relType="similar" target="y5"/></Synset>
    <Synset id="y5" ili="i5" partOfSpeech="s">
      <SynsetRelation relType="similar" target="y4"/></Synset>
    <Synset id="y6" ili="i6" partOfSpeech="x"/>
  </Lexicon>
</LexicalResource>
"""


def tiers(lexicon, word, pos):
    return [list(tier) for tier in lexicon.tiers(word, pos)]


def refused(call):
    """Every problem as (file's name, line, message), sorted."""
    with pytest.raises((BadFile, BadFiles)) as raised:
        call()
    files = raised.value.files if isinstance(raised.value, BadFiles) else [raised.value]
    return [
        (file.name.rpartition("/")[2], line, str(message))
        for file in files
        for line, message, _remedy in file.problems
    ]


class TestWordNetsFiles:
    @pytest.fixture
    def lexicon(self, tmp_path):
        [lexicon] = read_lexicon(write_wordnet(tmp_path / "wn")).records
        return lexicon

    def test_give_the_four_criteria_of_a_noun(self, lexicon):
        assert tiers(lexicon, "boat", "n") == [
            ["boat", "craft", "small boat"],
            ["vessel", "watercraft"],
            ["boat", "craft", "small boat", "boat", "gravy boat"],
            # That of an instance (@i) is no hypernym.
            ["vessel", "watercraft", "dish", "bowl"],
        ]

    def test_give_similar_adjectives_without_their_markers(self, lexicon):
        assert tiers(lexicon, "Glad", "a")[:2] == [["glad", "happy"], ["cheerful", "merry"]]

    def test_have_nothing_under_another_part_of_speech(self, lexicon):
        assert tiers(lexicon, "boat", "v") == [[], [], [], []]

    def test_count_a_word_over_its_senses_and_satellites_as_adjectives(self, lexicon):
        assert [lexicon.count(*one) for one in (("boat", "n"), ("merry", "a"))] == [20, 4]
        assert lexicon.count("boat", "v") == 0

    def test_know_forms_by_rule_and_by_exception(self, lexicon):
        assert [*lexicon.base_forms("Boats")] == ["boat"]
        assert [*lexicon.base_forms("boaten")] == ["boat"]
        assert [*lexicon.base_forms("dishes")] == ["dish"]
        assert [*lexicon.base_forms("boated")] == []

    def test_know_their_multiwords(self, lexicon):
        assert lexicon.multiword("Gravy boat") == "gravy boat"
        assert lexicon.multiword("boat") is None
        assert lexicon.multiword("green boat") is None

    def test_may_lack_a_part_of_speech_counts_and_exceptions(self, tmp_path):
        folder = write_wordnet(
            tmp_path,
            **{"data_adj": None, "index_adj": None, "cntlist_rev": None},
            noun_exc=None,
        )
        [lexicon] = read_lexicon(folder).records
        assert not lexicon.has_counts()
        assert tiers(lexicon, "dish", "n")[0] == ["dish", "bowl"]

    def test_are_refused_with_the_line_of_everything_in_every_file(self, tmp_path):
        noun = DATA_NOUN.replace(" | floats", "").replace(
            "00000400 06 n 02 dish 0 bowl 0 001 @ 00000300",
            "00000400 06 n 02 dish 0 bowl 0 001 @ 00009999",
        )
        adjective = DATA_ADJ.replace("00000700 00 a", "00000700 00 q")
        folder = write_wordnet(
            tmp_path / "wn",
            data_noun=LICENCE + noun,
            data_adj=LICENCE + adjective,
            index_noun=LICENCE + INDEX_NOUN.replace("vessel n 1 0 1 0 00000300", "vessel n 1"),
            cntlist_rev="boat%1:06:00:: 1 many\n",
        )
        found = refused(lambda: read_lexicon(folder))
        cut = "the line is cut short, or is not WordNet's"
        assert ("data.noun", 2, cut) in found
        assert ("data.noun", 5, "there is no synset '00009999'") in found
        assert ("data.adj", 4, "'q' is not a part of speech") in found
        assert ("index.noun", 2, "there is no synset '00000100'") in found
        assert ("index.noun", 8, cut) in found
        assert ("cntlist.rev", 1, cut) in found

    @pytest.mark.parametrize("kept", [0.3, 0.55, 0.8])
    def test_that_were_half_written_are_refused(self, tmp_path, kept):
        text = LICENCE + DATA_NOUN
        folder = write_wordnet(tmp_path / "wn", data_noun=text[: int(kept * len(text))])
        assert {file for file, _line, _said in refused(lambda: read_lexicon(folder))} >= {
            "index.noun"
        }

    def test_may_have_blank_lines(self, tmp_path):
        folder = write_wordnet(tmp_path / "wn", noun_exc="boaten boat\n\n\t\n\tboatum boat\n")
        [lexicon] = read_lexicon(folder).records
        assert [*lexicon.base_forms("boatum")] == ["boat"]

    def test_need_both_files_of_a_part_of_speech(self, tmp_path):
        folder = write_wordnet(tmp_path / "wn", index_noun=None)
        assert refused(lambda: read_lexicon(folder)) == [
            ("wn", None, "there is no file index.noun")
        ]

    def test_with_a_cycle_are_refused_unless_it_is_to_be_kept(self, tmp_path):
        noun = DATA_NOUN.replace(
            "vessel 0 watercraft 0 000", "vessel 0 watercraft 0 001 @ 00000400 n 0000"
        )
        folder = write_wordnet(tmp_path / "wn", data_noun=LICENCE + noun)
        assert refused(lambda: read_lexicon(folder)) == [
            ("data.noun", 4, "a cycle of hypernyms: vessel → dish → vessel")
        ]
        lexicon, notices, _encoding = read_lexicon(folder, keep_cycles=True)
        assert [(line, str(said)) for line, said, _remedy in notices] == [
            (4, "a cycle of hypernyms: vessel → dish → vessel")
        ]
        assert tiers(lexicon[0], "boat", "n")[1] == ["vessel", "watercraft"]

    def test_may_have_the_cycle_of_princetons_which_is_told(self, tmp_path):
        verb = (
            "00000800 41 v 02 restrain 0 keep 1 001 @ 00000900 v 0000 01 + 08 00 | hold\n"
            "00000900 41 v 02 inhibit 0 suppress 0 001 @ 00000800 v 0000 01 + 08 00 | hold\n"
        )
        index = "inhibit v 1 1 @ 1 0 00000900\nrestrain v 1 1 @ 1 0 00000800\n"
        folder = write_wordnet(tmp_path / "wn", data_verb=verb, index_verb=index)
        (lexicon,), notices, _encoding = read_lexicon(folder)
        assert [str(said) for _line, said, _remedy in notices] == [
            "a cycle of hypernyms: restrain → inhibit → restrain"
        ]
        assert tiers(lexicon, "inhibit", "v")[:2] == [
            ["inhibit", "suppress"],
            ["restrain", "keep"],
        ]

    def test_are_looked_for_in_a_folder(self, tmp_path):
        [(_name, line, said)] = refused(lambda: read_lexicon(tmp_path))
        assert (line, said) == (None, "the folder has no file of WordNet, such as data.noun")


class TestLmf:
    @pytest.fixture
    def given(self, tmp_path):
        def given(text, name="ours.xml", **options):
            (tmp_path / name).write_text(text)
            return read_lexicon(tmp_path / name, **options)

        return given

    def test_gives_senses_by_their_number_and_members_in_their_order(self, given):
        [lexicon] = given(LMF).records
        assert tiers(lexicon, "boat", "n") == [
            ["Craft", "boat", "small boat"],
            ["vessel"],
            ["Craft", "boat", "small boat", "boat", "gravy boat"],
            ["vessel"],
        ]
        assert tiers(lexicon, "glad", "a")[:2] == [["glad"], ["merry"]]

    def test_has_counts_forms_and_multiwords(self, given):
        [lexicon] = given(LMF).records
        assert [lexicon.count(one, "n") for one in ("boat", "small boat", "vessel")] == [
            3,
            5,
            0,
        ]
        assert [*lexicon.base_forms("boaten")] == ["boat"]
        assert [*lexicon.base_forms("vessels")] == ["vessel"]
        assert lexicon.multiword("small BOAT") == "small boat"

    def test_inflects_by_rule_in_english_alone(self, given):
        [lexicon] = given(LMF.replace('language="en"', 'language="fr"')).records
        assert [*lexicon.base_forms("vessels")] == []

    def test_may_be_packed(self, tmp_path):
        (tmp_path / "ours.xml.gz").write_bytes(gzip.compress(LMF.encode()))
        [lexicon] = read_lexicon(tmp_path / "ours.xml.gz").records
        assert tiers(lexicon, "vessel", "n")[0] == ["vessel"]

    def test_that_is_packed_and_cut_off_is_refused(self, tmp_path):
        (tmp_path / "ours.xml.gz").write_bytes(gzip.compress(LMF.encode())[:-40])
        [(_name, _line, said)] = refused(lambda: read_lexicon(tmp_path / "ours.xml.gz"))
        assert said == "the file is not whole: it cannot be unpacked"

    def test_is_refused_with_every_problem_and_its_line(self, given):
        text = (
            LMF.replace('id="s5" synset="y3"', 'id="s5" synset="nowhere"')
            .replace('"glad" partOfSpeech="a"', '"glad" partOfSpeech="z"')
            .replace('relType="similar" target="y5"', 'relType="similar" target="y9"')
            .replace("<Count>5<", "<Count>five<")
            .replace('writtenForm="gravy boat"', 'writtenForm=""')
            .replace('<Synset id="y6"', '<Synset id="y5"')
        )
        assert [(line, said) for _name, line, said in refused(lambda: given(text))] == [
            (11, "'five' is not a frequency"),
            (15, "there is no synset 'nowhere'"),
            (16, "substitute '' is empty"),
            (18, "'z' is not a part of speech"),
            (31, "there is no synset 'y9'"),
            (34, "synset 'y5' is there twice"),
        ]

    def test_with_a_cycle_of_hypernyms_is_refused_unless_it_is_to_be_kept(self, given):
        text = LMF.replace('relType="hyponym" target="y1"', 'relType="hypernym" target="y1"')
        assert refused(lambda: given(text)) == [
            ("ours.xml", 24, "a cycle of hypernyms: y1 → y3 → y1")
        ]
        lexicon, notices, _encoding = given(text, keep_cycles=True)
        assert [notice.line for notice in notices] == [24]
        assert tiers(lexicon[0], "vessel", "n")[1] == ["Craft", "boat", "small boat"]

    @pytest.mark.parametrize("kept", [0.2, 0.5, 0.9])
    def test_half_written_is_refused_with_its_line(self, given, kept):
        [(_name, line, said)] = refused(lambda: given(LMF[: int(kept * len(LMF))]))
        assert said.startswith("this is not well-formed XML")
        assert line is not None

    @pytest.mark.parametrize("encoding", ["no-such", "utf-7", "shift_jis"])
    def test_in_an_encoding_that_cannot_be_read_is_refused(self, given, encoding):
        text = LMF.replace('encoding="UTF-8"', f'encoding="{encoding}"')
        assert [said for _name, _line, said in refused(lambda: given(text))] == [
            "the file declares an encoding that cannot be read"
        ]

    def test_other_xml_is_refused(self, given):
        assert "no lexicon" in refused(lambda: given("<corpus/>"))[0][2]

    @pytest.mark.parametrize(
        "declared",
        [
            '<!ENTITY a "aaaa"><!ENTITY b "&a;&a;&a;">',
            '<!ENTITY a SYSTEM "file:///etc/passwd">',
            '<!ENTITY % a SYSTEM "http://127.0.0.1:9/x"> %a;',
        ],
    )
    def test_that_declares_entities_is_refused(self, given, declared):
        text = LMF.replace(
            'SYSTEM "http://globalwordnet.github.io/schemas/WN-LMF-1.3.dtd"', f"[{declared}]"
        )
        assert [said for _name, _line, said in refused(lambda: given(text))] == [
            "the file declares entities of its own"
        ]


class TestATable:
    @pytest.fixture
    def given(self, tmp_path):
        def given(text, name="ours.tsv"):
            (tmp_path / name).write_text(text)
            return read_lexicon(tmp_path / name)

        return given

    def test_gives_synonyms_by_rank(self, given):
        [lexicon] = given(
            "word\tpos\tsynonym\trank\n"
            "glad\ta\thappy\t\nglad\tADJ\tmerry\t2\nGlad\ta\tpleased\t1\nboat\tn\tsmall_boat\t1\n"
        ).records
        assert tiers(lexicon, "glad", "a") == [["happy", "pleased"], ["merry"]]
        assert tiers(lexicon, "boat", "n") == [["small boat"]]
        assert tiers(lexicon, "boat", "v") == []
        assert lexicon.multiword("Small Boat") == "small boat"

    @pytest.mark.parametrize(
        "text",
        [
            "glad\ta\thappy\nboat\tn\tcraft\n",
            "pos,synonym,word\na,happy,glad\nn,craft,boat\n",
            "word;pos;synonym\nglad;a;happy\nboat;n;craft\n",
            '"word"\t"pos"\t"synonym"\n"glad"\t"a"\t"happy"\n"boat"\t"n"\t"craft"\n',
        ],
    )
    def test_may_have_columns_in_any_order_and_with_tabs_none_named(self, given, text):
        [lexicon] = given(text).records
        assert tiers(lexicon, "glad", "a") == [["happy"]]
        assert tiers(lexicon, "boat", "n") == [["craft"]]

    def test_is_refused_with_every_problem_and_its_line(self, given):
        text = (
            "word\tpos\tsynonym\trank\n"
            "glad\tq\thappy\t1\n"
            "glad\ta\t\t1\n"
            "glad\ta\thappy\tfirst\n"
            "glad\ta\thappy;merry\t1\n"
            "glad\ta\n"
            f"glad\ta\t{'x' * 201}\t1\n"
            "glad\ta\thappy\t0\n"
        )
        assert [line for _name, line, _said in refused(lambda: given(text))] == [*range(2, 9)]

    def test_without_a_synonym_column_is_refused(self, given):
        [(_name, line, said)] = refused(lambda: given("word\tpos\nglad\ta\n"))
        assert (line, said) == (1, "there is no column synonym")

    def test_larger_than_may_be_is_refused(self, tmp_path):
        (tmp_path / "ours.tsv").write_text("glad\ta\thappy\n" * 9)
        with (tmp_path / "ours.tsv").open("rb") as stream:
            found = refused(lambda: read_lexicon_table(stream, name="ours.tsv", max_bytes=99))
        assert "larger than 99 bytes" in found[0][2]

    def test_of_nothing_is_refused(self, given):
        assert "nothing to read" in refused(lambda: given("word\tpos\tsynonym\n"))[0][2]


@pytest.mark.parametrize(
    ("related", "expected"),
    [
        ([], []),
        ([(1,), (2,), ()], []),
        ([(0,)], [[0]]),
        ([(2,), (0,), (1,)], [[0, 2, 1]]),
        # Below a cycle, and two ways up without one.
        ([(1,), (2,), (1,)], [[1, 2]]),
        ([(1, 2), (3,), (3,), ()], []),
        ([(1,), (0,), (3,), (2,)], [[0, 1], [2, 3]]),
    ],
)
def test_cycles_are_found(related, expected):
    assert cycles(related) == expected


WOLF = """\
<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE WN SYSTEM "debvisdic-strict.dtd">
<WN>
<SYNSET><ILR type="hypernym">eng-30-2-n</ILR><ID>eng-30-1-n</ID><SYNONYM><LITERAL
 lnote="2/2:x">barque</LITERAL><LITERAL>petit_bateau</LITERAL></SYNONYM><POS>n</POS></SYNSET>
<SYNSET><ID>eng-30-2-n</ID><SYNONYM><LITERAL>vaisseau</LITERAL></SYNONYM><POS>n</POS></SYNSET>
<SYNSET><ILR type="similar_to">eng-30-4-a</ILR><ILR type="near_antonym">eng-30-2-n</ILR>
<ID>eng-30-3-a</ID><SYNONYM><LITERAL>gai</LITERAL></SYNONYM><POS>a</POS></SYNSET>
<SYNSET><ILR type="similar_to">eng-30-3-a</ILR><ID>eng-30-4-a</ID><SYNONYM>
<LITERAL>joyeux</LITERAL></SYNONYM><POS>s</POS></SYNSET>
<SYNSET><ILR type="hypernym">eng-30-9-n</ILR><ID>eng-30-5-n</ID><SYNONYM>
<LITERAL>_EMPTY_</LITERAL></SYNONYM><POS>n</POS></SYNSET>
<SYNSET><ID>eng-30-6-b</ID><SYNONYM><LITERAL>vite</LITERAL><LITERAL>rapidement</LITERAL>
</SYNONYM><POS>b</POS></SYNSET>
</WN>
"""


class TestWolf:
    @pytest.fixture
    def given(self, tmp_path):
        def given(text, **options):
            (tmp_path / "wolf.xml").write_text(text)
            return read_lexicon(tmp_path / "wolf.xml", **options)

        return given

    def test_gives_words_hypernyms_and_similar_adjectives(self, given):
        (lexicon,), notices, _encoding = given(WOLF)
        assert tiers(lexicon, "barque", "n")[:2] == [["barque", "petit bateau"], ["vaisseau"]]
        assert tiers(lexicon, "gai", "a")[:2] == [["gai"], ["joyeux"]]
        assert tiers(lexicon, "vite", "r")[0] == ["vite", "rapidement"]
        assert lexicon.multiword("petit bateau") == "petit bateau"
        assert tiers(lexicon, "_EMPTY_", "n") == [[], [], [], []]
        assert [(line, str(said)) for line, said, _remedy in notices] == [
            (11, "there is no synset 'eng-30-9-n'")
        ]

    def test_is_refused_with_every_problem_and_its_line(self, given):
        text = WOLF.replace("<POS>s</POS>", "<POS>z</POS>").replace(
            "eng-30-6-b<", "eng-30-1-n<"
        )
        assert [(line, said) for _name, line, said in refused(lambda: given(text))] == [
            (9, "'z' is not a part of speech"),
            (13, "synset 'eng-30-1-n' is there twice"),
        ]

    def test_words_that_can_be_no_answers_are_left_out_and_told(self, given):
        text = WOLF.replace("<LITERAL>gai<", "<LITERAL><").replace(">vite<", ">vite; tôt<")
        (lexicon,), notices, _encoding = given(text)
        assert tiers(lexicon, "rapidement", "r")[0] == ["rapidement"]
        assert [(line, str(said)) for line, said, _remedy in notices] == [
            (8, "the word '' can be no answer"),
            (11, "there is no synset 'eng-30-9-n'"),
            (13, "the word 'vite; tôt' can be no answer"),
        ]

    def test_with_a_cycle_is_refused_unless_it_is_to_be_kept(self, given):
        text = WOLF.replace(
            "<SYNSET><ID>eng-30-2-n",
            '<SYNSET><ILR type="hypernym">eng-30-1-n</ILR><ID>eng-30-2-n',
        )
        [(_name, line, said)] = refused(lambda: given(text))
        assert (line, said) == (4, "a cycle of hypernyms: eng-30-1-n → eng-30-2-n → eng-30-1-n")
        assert given(text, keep_cycles=True).records

    def test_half_written_is_refused(self, given):
        [(_name, _line, said)] = refused(lambda: given(WOLF[: len(WOLF) // 2]))
        assert said.startswith("this is not well-formed XML")
