"""Who gave which value to which item, from every table and from JSON."""

import io

import numpy as np
import pytest

from regild.formats.values import Values, read_values
from regild.problems import BadFile

EXPECTED = {("ann", "7 merry"): "3", ("bob", "7 merry"): "2", ("ann", "9 odd"): "0"}


def read(text, **options):
    return read_values(io.BytesIO(text.encode()), name="values", **options)


def given(values):
    return {
        (values.people[person], values.items[item]): values.values[value]
        for person, item, value in zip(values.person, values.item, values.value, strict=True)
    }


@pytest.mark.parametrize(
    "text",
    [
        "annotator,item,value\nann,7 merry,3\nbob,7 merry,2\nann,9 odd,0\n",
        "value;annotator;item\n3;ann;7 merry\n2;bob;7 merry\n0;ann;9 odd\n",
        "annotator,sentence,substitute,value\nann,7,merry,3\nbob,7,merry,2\nann,9,odd,0\n",
        "annotator,set,utterance,value\nann,7,merry,3\nbob,7,merry,2\nann,9,odd,0\n",
        "annotator,document,category\nann,7 merry,3\nbob,7 merry,2\nann,9 odd,0\n",
        '{"annotator": "ann", "item": "7 merry", "value": 3}\n'
        '{"annotator": "bob", "item": "7 merry", "value": 2}\n'
        '{"annotator": "ann", "item": "9 odd", "value": 0}\n',
        '{"ann": {"7 merry": 3, "9 odd": 0}, "bob": {"7 merry": 2}}',
        '{\n  "bob": {"7 merry": "2"},\n  "ann": {"9 odd": 0.0, "7 merry": 3.0}\n}\n',
        '\ufeff{"ann": {"7 merry": 3, "9 odd": 0}, "bob": {"7 merry": 2}}',
    ],
)
def test_every_form_says_the_same(text):
    values = read(text)
    assert given(values) == EXPECTED
    assert (values.people, values.items) == (("ann", "bob"), ("7 merry", "9 odd"))


def test_names_are_sorted_and_rows_stand_by_item_then_person():
    values = read('{"bob": {"2": "b", "1": "a"}, "ann": {"2": "c"}}')
    assert values.people == ("ann", "bob")
    assert values.item.tolist() == [0, 1, 1]
    assert values.person.tolist() == [1, 0, 1]


def test_values_of_a_model_are_in_its_column_or_in_that_of_people():
    for column in ("model", "annotator"):
        values = read(f"{column},item,value\nm,1,2\n", who="model")
        assert given(values) == {("m", "1"): "2"}


def test_plain_values_are_a_mapping_or_rows():
    rows = [(who, item, int(value)) for (who, item), value in EXPECTED.items()]
    assert given(Values.of(rows)) == EXPECTED
    assert given(Values.of({"ann": {"7 merry": 3, "9 odd": 0}, "bob": {"7 merry": 2.0}})) == (
        EXPECTED
    )
    with pytest.raises(ValueError, match="ann gives 7 merry two values"):
        Values.of([*rows, ("ann", "7 merry", 1)])


def test_numbers_are_what_the_values_are_worth():
    values = read("annotator,item,value\na,1,2.5\na,2,-1\n")
    np.testing.assert_array_equal(values.numbers[values.value], [2.5, -1])


@pytest.mark.parametrize(
    ("text", "line", "said"),
    [
        ("annotator,item,value\na,1,2\na,2,1\na,1,3\n", 4, "'1' by 'a' is already on line 2"),
        ("annotator,item,value\n,1,2\n", 2, "annotator '' is empty"),
        ("annotator,item,value\na,,2\n", 2, "item '' is empty"),
        ("annotator,item,value\na,1,\n", 2, "value '' is empty"),
        (f"annotator,item,value\na,{'x' * 2_001},1\n", 2, "longer than 2000 characters"),
        ("model,item,value\na,1,2\n", 1, "no column annotator"),
        ('{"a": {"1": 2, "1": 3}}', None, "'1' by 'a' is there twice"),
        ('{"a": {"1": 2}, "a": {"1": 3}}', None, "'1' by 'a' is there twice"),
        ('{"a": {"1": null}}', None, "not an object of names, each with items and values"),
        ('{"a": {"1": 2}', None, "this is not JSON"),
        ("{}", None, "nothing to read"),
        ("", None, "nothing to read"),
    ],
)
def test_what_cannot_be_used_is_told_with_its_line(text, line, said):
    with pytest.raises(BadFile) as bad:
        read(text)
    [problem] = bad.value.problems
    assert problem.line == line
    assert said in problem.message


def test_a_value_that_is_no_number_is_told_with_its_line():
    for value in ("good", "nan", "inf"):
        values = read(f"annotator,item,value\na,1,2\nb,1,{value}\n")
        with pytest.raises(BadFile, match=f"line 3: value '{value}' is not a number"):
            _numbers = values.numbers
