"""Gold, answers and the mapping, as SemEval-2007 and SemDis write them."""

import io

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from regild.formats.answers import read_answers, write_answers
from regild.formats.gold import read_gold, write_gold
from regild.formats.item_lines import split_item_line, split_plain_line, split_plain_lines
from regild.formats.limits import check_name, check_substitute
from regild.formats.mapping import read_mapping
from regild.formats.records import AnswerRecord, GoldRecord
from regild.problems import BadFile, Findings


def gold(text: str):
    return read_gold(io.BytesIO(text.encode()), name="gold.txt")


def answers(text: str, **options):
    return read_answers(io.BytesIO(text.encode()), name="system.txt", **options)


def mapping(text: str):
    return read_mapping(io.BytesIO(text.encode()), name="mapping.txt")


def problems(reader, text: str) -> list[tuple[int | None, str]]:
    with pytest.raises(BadFile) as refused:
        reader(text)
    return [(problem.line, problem.message) for problem in refused.value.problems]


def written(write, records, **options) -> str:
    sink = io.BytesIO()
    write(sink, records, **options)
    return sink.getvalue().decode()


# Words of one or two parts; none looks like a code.
words = st.text("abcéœ'-", min_size=1, max_size=8)
substitutes = st.builds(" ".join, st.lists(words, min_size=1, max_size=2))
votes = st.one_of(st.integers(0, 50).map(float), st.floats(0, 1e9))
keys = st.text("0123456789abc:", min_size=1, max_size=6)


@st.composite
def gold_records(draw):
    return tuple(
        GoldRecord(
            key,
            "mot.n.v",
            tuple(draw(st.dictionaries(substitutes, votes, max_size=4)).items()),
            tuple(draw(st.dictionaries(st.sampled_from(["pn", "NIL"]), votes)).items()),
            line,
        )
        for line, key in enumerate(draw(st.sets(keys, min_size=1, max_size=4)), 1)
    )


@st.composite
def answer_records(draw):
    return tuple(
        AnswerRecord(
            key, "mot.n", tuple(draw(st.lists(substitutes, unique=True, max_size=4))), line
        )
        for line, key in enumerate(draw(st.sets(keys, min_size=1, max_size=4)), 1)
    )


class TestGold:
    def test_one_blank_or_two_and_blanks_between_substitutes_are_all_one(self):
        expected = (("quiet", 3.0), ("at peace", 1.0))
        for text in (
            "calm.a 1 :: quiet 3;at peace 1;\n",
            "calm.a 1 ::  quiet 3; at peace 1;\n",
            "calm.a  1 ::quiet  3 ;at peace 1",
        ):
            assert gold(text).records[0].substitutes == expected

    def test_the_last_word_is_the_count_whatever_stands_before(self):
        line = "pound.n 7 :: 11.27 kilograms 1;x 2;citizens' 1;BSE 1.6666666666666667;"
        assert gold(line).records[0].substitutes == (
            ("11.27 kilograms", 1.0),
            ("x", 2.0),
            ("citizens'", 1.0),
            ("BSE", 1.6666666666666667),
        )

    def test_a_repeated_substitute_adds_up_with_a_notice(self):
        reading = gold("plot.n 1 :: garden 2;lot 1;garden  1;property 1;\n")
        assert reading.records[0].substitutes == (
            ("garden", 3.0),
            ("lot", 1.0),
            ("property", 1.0),
        )
        assert [notice.line for notice in reading.notices] == [1]

    def test_codes_are_kept_apart_with_their_counts(self):
        assert gold("gall.n 1 :: pn 2;bile 1;NIL 1;\n").records[0] == GoldRecord(
            "1", "gall.n", (("bile", 1.0),), (("pn", 2.0), ("NIL", 1.0)), 1
        )

    def test_a_sentence_with_only_codes_or_nothing_has_no_substitutes(self):
        records = gold("gall.n 1 :: pn 3;\ngall.n 2 ::\n").records
        assert [record.substitutes for record in records] == [(), ()]
        assert [record.codes for record in records] == [(("pn", 3.0),), ()]

    def test_a_sentence_given_twice_is_refused_naming_both_lines(self):
        text = "calm.a 1 :: quiet 1;\ncalm.a 2 :: mild 1;\ncalm.a 1 :: still 1;\n"
        assert problems(gold, text) == [(3, "sentence 1 is already on line 1")]

    def test_all_problems_are_told_at_once(self):
        text = (
            "loading..\n"
            "calm.a 1 ::: quiet\n"
            "calm.a 2 :: quiet\n"
            "calm.a 3 :: 4;\n"
            "calm.a 4 :: quiet -1;\n"
            f"calm.a 5 :: {'q' * 201} 1;\n"
            f"calm.a {'6' * 101} :: quiet 1;\n"
            "calm.a 7 :: qui\tet 1;\n"
            "calm 8 :: quiet 1;\n"
            "calm.a 9 :: quiet 1e999;\n"
        )
        assert problems(gold, text) == [
            (1, "'loading..' is not a gold line"),
            (2, "more than two colons mark a system's answers, not gold"),
            (3, "'quiet' is not a substitute with its votes"),
            (4, "'4' is not a substitute with its votes"),
            (5, "'quiet -1' is not a substitute with its votes"),
            (6, f"substitute '{'q' * 39}…' is longer than 200 characters"),
            (7, f"sentence '{'6' * 39}…' is longer than 100 characters"),
            (8, "substitute 'qui\\tet' holds the control character U+0009"),
            (9, "'calm 8 :: quiet 1;' is not a gold line"),
            (10, "'quiet 1e999' is not a substitute with its votes"),
        ]

    def test_an_id_is_any_text_and_lines_may_come_in_any_order(self):
        records = gold("calm.a t:9 :: mild 1;\nbar.n.v 4 :: pub 1;\n").records
        assert [(record.sentence, record.group) for record in records] == [
            ("t:9", "calm.a"),
            ("4", "bar.n.v"),
        ]

    def test_a_target_of_several_words_is_joined_with_a_notice(self):
        text = "half pint.J 15322 ::  cup 3;half unit 1;\nstate of the art.J 2 :: new 1;\n"
        reading = gold(text)
        assert [record[:2] for record in reading.records] == [
            ("15322", "half_pint.J"),
            ("2", "state_of_the_art.J"),
        ]
        assert [str(notice.message) for notice in reading.notices] == [
            "the target has blanks and was read as 'half_pint.J'",
            "the target has blanks and was read as 'state_of_the_art.J'",
        ]

    @pytest.mark.parametrize("line", ["calm.a 1 2 :: quiet 1;", "a word 1 :: x 1;", " :: x 1;"])
    def test_a_word_too_many_behind_the_target_is_refused(self, line):
        with pytest.raises(BadFile, match="is not a gold line"):
            gold(line)

    def test_a_semicolon_that_somebody_proposed_is_left_out_with_a_notice(self):
        reading = gold("dais.N 7611 ::  podium 2;lectern 1;; 1;\n")
        assert reading.records[0].substitutes == (("podium", 2.0), ("lectern", 1.0))
        assert [notice.line for notice in reading.notices] == [1]

    def test_written_gold_has_one_blank_and_no_needless_decimals(self):
        record = GoldRecord("1", "calm.a", (("mild", 1.0), ("quiet", 2.25)), (("pn", 3.0),), 1)
        assert written(write_gold, [record]) == "calm.a 1 :: mild 1;quiet 2.25;pn 3;\n"
        assert (
            written(write_gold, [record], sort_by_votes=True, decimals=1)
            == "calm.a 1 :: pn 3;quiet 2.2;mild 1;\n"
        )

    def test_gold_without_a_target_cannot_be_written_as_lines(self):
        with pytest.raises(ValueError, match=r"sentence 1 has no word\.pos"):
            written(write_gold, [GoldRecord("1", "", (), (), 1)])

    @settings(max_examples=60, deadline=None)
    @given(gold_records())
    def test_written_gold_reads_as_the_same_records(self, records):
        assert gold(written(write_gold, records)).records == records


class TestAnswers:
    def test_two_to_four_colons_are_read_alike_in_rank_order(self):
        # Two and three are SemEval's, four GermEval 2015's ranked answers.
        for text in (
            "calm.a 1 :: quiet;still\n",
            "calm.a 1 ::: quiet ; still ;\n",
            "calm.a 1 :::: quiet;still\n",
        ):
            assert answers(text).records == (
                AnswerRecord("1", "calm.a", ("quiet", "still"), 1),
            )

    def test_five_colons_are_no_answers(self):
        assert problems(answers, "calm.a 1 ::::: quiet\n") == [
            (1, "'calm.a 1 ::::: quiet' is not a line of answers")
        ]

    def test_an_empty_answer_is_a_sentence_not_attempted(self):
        records = answers("calm.a 1 :: \ncalm.a 2 ::\ncalm.a 3 :: ;;\n").records
        assert [record.answers for record in records] == [(), (), ()]

    def test_a_repeated_answer_keeps_its_best_rank_with_a_notice(self):
        reading = answers("calm.a 1 :: quiet;still;quiet;mild;still\n")
        assert reading.records[0].answers == ("quiet", "still", "mild")
        assert [notice.message for notice in reading.notices] == [
            "2 repeated answers were left out"
        ]

    def test_answers_beyond_the_limit_are_cut_after_repetitions_are_out(self):
        reading = answers("calm.a 1 :: a;a;b;c\n", max_answers=2)
        assert reading.records[0].answers == ("a", "b")
        assert len(reading.notices) == 2

    def test_a_sentence_answered_twice_is_refused_with_both_official_rules(self):
        text = "calm.a 1 :: quiet\ncalm.a 1 :: still\n"
        with pytest.raises(BadFile) as refused:
            answers(text)
        (problem,) = refused.value.problems
        assert (problem.line, problem.message) == (
            2,
            "sentence 1 was already answered on line 1",
        )
        assert "score.pl would take the first, semdis_eval.py the last" in problem.remedy

    @pytest.mark.parametrize(("rule", "kept", "line"), [("first", "a", 1), ("last", "c", 3)])
    def test_the_first_or_last_line_counts_on_request(self, rule, kept, line):
        text = "calm.a 1 :: a\ncalm.a 2 :: b\ncalm.a 1 :: c\n"
        reading = answers(text, on_repeated=rule)
        assert reading.records == (
            AnswerRecord("1", "calm.a", (kept,), line),
            AnswerRecord("2", "calm.a", ("b",), 2),
        )
        assert [notice.line for notice in reading.notices] == [3]

    def test_noise_is_a_problem_a_line_or_a_notice_a_line(self):
        text = "terminate called after 'std::bad_alloc'\ncalm.a 1 :: a\n\x08\x08loading\n"
        assert [line for line, _ in problems(answers, text)] == [1, 3]
        reading = answers(text, skip_noise=True)
        assert [record.answers for record in reading.records] == [("a",)]
        assert [notice.line for notice in reading.notices] == [1, 3]

    def test_a_faulty_answer_is_a_problem_even_when_noise_is_skipped(self):
        with pytest.raises(BadFile, match=r"U\+0085"):
            answers("calm.a 1 :: qui\x85et\n", skip_noise=True)

    def test_a_line_may_be_longer_than_each_of_its_answers_may(self):
        texts = tuple(f"{'q' * 50}{i}" for i in range(10))
        assert answers(f"calm.a 1 :: {';'.join(texts)}\n").records[0].answers == texts
        assert problems(answers, f"calm.a 1 :: quiet;{'q' * 201};still\n") == [
            (1, f"substitute '{'q' * 39}…' is longer than 200 characters")
        ]

    def test_codes_underscores_and_the_target_itself_are_kept_as_answered(self):
        line = "calm.a 1 :: pn;at_last;calm;Calm\n"
        assert answers(line).records[0].answers == ("pn", "at_last", "calm", "Calm")

    # Of ASCII's, all but those that end a line or make it no text at all.
    @pytest.mark.parametrize("code", sorted({*range(0x20), 0x7F} - {*b"\n\r\b\0"}))
    def test_a_control_character_is_told_with_its_line(self, code):
        text = f"calm.a 1 :: a\ncalm.a 2 :: b{chr(code)}c\ncalm.a 3 :: d\n"
        message = f"substitute {f'b{chr(code)}c'!r} holds the control character U+{code:04X}"
        assert problems(answers, text) == [(2, message)]

    def test_a_line_of_dots_takes_no_time(self):
        # A pattern that backtracks would need hours.
        assert problems(answers, "." * 200_000) == [
            (1, f"'{'.' * 39}…' is not a line of answers")
        ]

    def test_written_answers_keep_the_blank_that_score_pl_needs(self):
        records = [
            AnswerRecord("1", "calm.a", ("quiet", "at peace"), 1),
            AnswerRecord("2", "calm.a", (), 2),
        ]
        assert written(write_answers, records) == "calm.a 1 :: quiet;at peace\ncalm.a 2 :: \n"
        assert written(write_answers, records, colons=":::").startswith("calm.a 1 ::: quiet;")

    @settings(max_examples=60, deadline=None)
    @given(answer_records())
    def test_written_answers_read_as_the_same_records(self, records):
        assert answers(written(write_answers, records)).records == records


odd = st.sampled_from([" ", ";", ":", "\t", "\x85", "\xa0", "\u2028", "\u200b", "q" * 201])


@st.composite
def nearly_plain_lines(draw):
    texts = ";".join(draw(st.lists(substitutes, max_size=4)))
    line = f"{draw(st.sampled_from(['mot.n', 'mot', '']))} {draw(keys)} :: {texts}"
    for _ in range(draw(st.integers(0, 2))):
        at = draw(st.integers(0, len(line)))
        line = line[:at] + draw(odd) + line[at:]
    return line


@settings(max_examples=500, deadline=None)
@given(nearly_plain_lines())
def test_a_plain_line_is_split_like_any_other_and_passes_every_check(line):
    plain = split_plain_line(line, printable=False)
    if plain is not None:
        lexelt, sentence, _colons, texts = plain
        findings = Findings("x")
        assert plain == split_item_line(line)
        assert check_name(findings, 1, lexelt, what="target")
        assert check_name(findings, 1, sentence, what="sentence")
        assert all(check_substitute(findings, 1, text) for text in texts)


printable = st.text("ab .;:", max_size=6)


@st.composite
def printable_blocks(draw):
    """Lines that are plain but for some characters put into them."""
    lines = draw(
        st.lists(st.sampled_from(["calm.a 1 :: a;b c", "a.b 2 ::: a;", "a.b 3 :: bb"]))
    )
    text = "\n".join(lines)
    for _ in range(draw(st.integers(0, 2))):
        at = draw(st.integers(0, len(text)))
        text = text[:at] + draw(printable) + text[at:]
    return text


@settings(max_examples=500, deadline=None)
@given(printable_blocks())
def test_lines_split_at_once_are_split_as_one_by_one(text):
    found = split_plain_lines(text)
    if found is not None:
        one_by_one = [split_plain_line(line, printable=True) for line in text.split("\n")]
        assert None not in one_by_one
        lexelts, sentences, _colons, pieces = zip(*one_by_one, strict=True)
        assert (found.lexelts, found.sentences) == (lexelts, sentences)
        assert found.pieces == [*pieces]


def test_files_read_at_once_are_read_as_one_by_one():
    """An accent in the last line has all read one by one."""
    text = "calm.a 1 :: quiet;at peace;\ncalm.a 2 :: quiet\nbar.n 3 :: pub"
    at_once, slowly = answers(text), answers(f"{text}\nbar.n 4 :: café")
    assert at_once.records == slowly.records[:-1]
    assert split_plain_lines(text).pieces == [["quiet", "at peace"], ["quiet"], ["pub"]]


def test_a_gold_read_at_once_is_read_as_one_by_one():
    text = "calm.a 1 :: quiet 3;at peace 2;\ncalm.a 2 :: quiet 1;NIL 1;\nbar.n 3 :: pub 0.5;"
    assert gold(text).records == gold(f"{text}\nbar.n 4 :: café 1;").records[:-1]
    twice = "".join(f"calm.a {n} :: quiet 1;\n" for n in range(9_000)) + "calm.a 7 :: quiet 1;"
    assert problems(gold, twice) == [(9_001, "sentence 7 is already on line 8")]


def test_a_sentence_answered_twice_is_told_wherever_its_lines_stand():
    text = "".join(f"calm.a {n} :: quiet{n}\n" for n in range(9_000))
    told = problems(answers, text + "calm.a 7 :: quiet\n")
    assert told == [(9_001, "sentence 7 was already answered on line 8")]


@pytest.mark.parametrize(
    "line",
    [
        "calm.a 1 :: quiet;at peace",
        "calm.a 1 ::: quiet;apaisé;",
        "calm.a 1 :: ",
        f"calm.a 1 :: {';'.join(str(i) * 60 for i in range(9))}",
    ],
)
def test_lines_as_they_are_written_are_plain(line):
    assert split_plain_line(line, printable=False) == split_item_line(line)


@pytest.mark.parametrize(
    "line",
    [
        f"{'c' * 100}.a 1 :: quiet",
        f"calm.a {'1' * 101} :: quiet",
        f"calm.a 1 :: quiet;{'q' * 201}",
    ],
)
def test_a_line_with_a_part_too_long_is_not_plain(line):
    assert split_plain_line(line, printable=True) is None


class TestMapping:
    def test_rules_comments_and_blank_lines(self):
        text = "# a comment\n\nfaire tilt(compris.a)-->fait tilt\nse(x)er(aisé.a) --> é\n"
        assert [rule[:] for rule in mapping(text).records] == [
            ("compris.a", "faire tilt", "fait tilt", 3),
            ("aisé.a", "se(x)er", "é", 4),
        ]

    def test_faulty_and_repeated_rules_are_told(self):
        text = (
            "abaisser-->abaissé\n"
            "abaisser(compris)-->abaissé\n"
            "(compris.a)-->x\n"
            "abaisser(compris.a)-->\n"
            "b(compris.a)-->c\n"
            "b(compris.a)-->d\n"
        )
        assert problems(mapping, text) == [
            (1, "'abaisser-->abaissé' is not a rule"),
            (2, "'compris' is not of the form word.pos"),
            (3, "substitute '' is empty"),
            (4, "substitute '' is empty"),
            (6, "the rule for 'b' of compris.a is already on line 5"),
        ]
