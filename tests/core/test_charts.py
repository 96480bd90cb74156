"""Charts as a page has them: words, links and numbers around the marks."""

import re
from datetime import date
from xml.etree import ElementTree

import pytest
from django.template import Context, Template
from django.utils import translation

from regild.figures.charts import (
    ChartBox,
    ChartDay,
    ChartLine,
    ChartRow,
    Group,
    Point,
    Rank,
    Spot,
)

DAYS = [ChartDay(date(2026, 11, 3), 1200, "/of/3/"), ChartDay(date(2026, 11, 5), 34)]
LONG = "un nom de système que personne ne coupe, ni au milieu ni à la fin"
EVIL = '<script>alert("1")</script>'
NAMED = {
    "day_chart days 'Ratings a day' 'ratings'": {"days": DAYS},
    "bar_chart rows 'Answers'": {
        "rows": [ChartRow(LONG, 3), ChartRow(EVIL, 1, href="/x/?a=1&b=2")]
    },
    "dot_chart rows 'Scores'": {
        "rows": [ChartRow(LONG, 0.631, 0.5, 0.7), ChartRow(EVIL, None)]
    },
    "grouped_bar_chart groups 'Values'": {
        "groups": [Group(LONG, [ChartRow("gold", 0.5), ChartRow(EVIL, 0.25)])]
    },
    "line_chart lines 'Course'": {
        "lines": [
            ChartLine(LONG, [Point(date(2026, 11, 3), 0.5, 0.4, 0.6)]),
            ChartLine(EVIL, []),
        ]
    },
    "scatter_chart spots 'People' 'x' 'y'": {"spots": [Spot(LONG, 1, 2), Spot(EVIL, 0, None)]},
    "box_chart boxes 'Scores'": {
        "boxes": [ChartBox(LONG, 9, 0, 1, 1, 2, 3, (3.5,)), ChartBox(EVIL, 1, 1, 1, 1, 1, 1)]
    },
    "slope_chart ranks 'Ranks' 'first' 'second'": {
        "ranks": [Rank(LONG, 1, 2, "/s/1/"), Rank(EVIL, 2, 1)]
    },
}


def drawn(tag, **given):
    return Template(f"{{% load charts %}}{{% {tag} %}}").render(Context(given))


def parsed(page):
    return ElementTree.fromstring(f"<body>{page}</body>")


def text_of(element):
    return " ".join("".join(element.itertext()).split())


@pytest.mark.parametrize("tag", NAMED)
def test_names_are_whole_and_escaped_and_nothing_is_styled_in_place(tag):
    page = drawn(tag, **NAMED[tag])
    assert "<script" not in page
    assert not re.search(r"\bstyle=|<style|\bon\w+=", page)
    if "day_chart" not in tag:
        text = text_of(parsed(page))
        assert LONG in text
        assert EVIL in text


@pytest.mark.parametrize("tag", [*NAMED, "sparkline values 'Course'"])
def test_without_anything_there_is_a_sentence_and_no_error(tag):
    name = tag.split()[1]
    page = drawn(tag, **{name: []})
    assert "NaN" not in page
    assert "nothing to show yet" in page or "sparkline" in tag


@pytest.mark.parametrize("value", [0, 0.0, 1, -1, 1e-9, 235720])
def test_one_value_alone_is_drawn_inside_its_chart(value):
    for tag in ("bar_chart rows 'One'", "dot_chart rows 'One' form='number'"):
        page = drawn(tag, rows=[ChartRow("one", value)])
        shares = [float(n) for n in re.findall(r'(?:x|cx|width)="([\d.-]+)%"', page)]
        assert all(0 <= share <= 100 for share in shares)


def test_every_day_has_its_number_under_the_pointer_in_a_table_and_behind_its_link():
    page = parsed(drawn("day_chart days 'Ratings a day' 'ratings'", days=DAYS))
    chart = page.find(".//svg[@class='chart-plot']")
    assert chart.get("role") == "group"
    assert chart.get("aria-label") == (
        "Ratings a day. 1\u202f234 in all, from 3 November 2026 to 5 November 2026; "
        "most, 1\u202f200: 3 November 2026."
    )
    assert [title.text for title in chart.iter("title")] == [
        "3 November 2026 · 1\u202f200 ratings",
        "4 November 2026 · 0 ratings",
        "5 November 2026 · 34 ratings",
    ]
    # The table has the links for the keyboard; on the marks they are for a pointer.
    [link] = chart.iter("a")
    assert (link.get("href"), link.get("tabindex")) == ("/of/3/", "-1")
    assert len(page.findall(".//tbody/tr")) == 3
    [named] = page.findall(".//tbody//a")
    assert (named.text, named.get("href")) == ("3 November 2026", "/of/3/")


def test_a_row_has_one_link_with_its_name_and_its_interval_for_a_screen_reader():
    rows = [
        ChartRow("MELODI", 0.631, 0.58, 0.7, "/melodi/"),
        ChartRow("a", None, note="no two ratings"),
    ]
    page = parsed(drawn("dot_chart rows 'Scores'", rows=rows))
    [link] = [link for link in page.iter("a") if not link.get("aria-hidden")]
    assert (link.text, link.get("href")) == ("MELODI", "/melodi/")
    first, second, axis = page.iter("li")
    assert "0.63 [0.58, 0.70]" in text_of(first)
    assert "– no two ratings" in text_of(second)
    assert axis.get("aria-hidden") == "true"


def test_numbers_are_written_as_the_language_writes_them_and_places_are_not():
    given = {"rows": [ChartRow("a", -0.631, -0.7, -0.5)]}
    with translation.override("fr"):
        page = drawn("dot_chart rows 'Scores'", **given)
        share = drawn("bar_chart rows 'Parts' form='share'", rows=[ChartRow("a", 0.125)])
    assert "−0,63" in page
    assert "12,5\u202f%" in share
    assert not re.search(r'(?:x|x1|x2|cx|width)="[^"]*,', page + share)


def test_from_right_to_left_the_marks_are_mirrored_and_a_sign_stays_before_its_number():
    rows = [ChartRow("a", 0.25), ChartRow("b", 1.0)]
    assert 'x="0%" y="15%" width="25%"' in drawn("bar_chart rows 'P' form='share'", rows=rows)
    with translation.override("ar"):
        mirrored = drawn("bar_chart rows 'P' form='share'", rows=rows)
        negative = drawn("dot_chart rows 'S'", rows=[ChartRow("a", -0.5), ChartRow("b", 0)])
    assert 'x="75%" y="15%" width="25%"' in mirrored
    assert "\u200e−0" in negative


def test_a_line_says_where_it_begins_and_ends():
    points = [Point(date(2026, 11, 1), None), Point(date(2026, 11, 2), 0.5, 0.4, 0.6)]
    points.append(Point(date(2026, 11, 9), 0.625))
    page = drawn("line_chart lines 'Agreement'", lines=[ChartLine("alpha", points)])
    assert "alpha: from 0.50 on 2 November 2026 to 0.62 on 9 November 2026." in page
    assert "alpha 0.50 [0.40, 0.60]" in page
    assert page.count("<circle") == 2


def test_a_line_over_numbers_says_them_in_place_of_days():
    points = [Point(1200, 1.0), Point(2400, 0.875), Point(4800, 0.75)]
    lines = [ChartLine("tau", points)]
    page = drawn("line_chart lines 'Forecast' across='ratings'", lines=lines)
    thin = "\N{NARROW NO-BREAK SPACE}"
    assert f"tau: from 1.00 at 1{thin}200 to 0.75 at 4{thin}800." in page
    assert '<th scope="col">ratings</th>' in page
    assert f"<title>2{thin}400 · tau 0.88</title>" in page


def test_a_small_line_beside_a_number_is_one_picture_with_a_name():
    [chart] = parsed(drawn("sparkline values 'Alpha'", values=[0.4, None, 0.5, 0.6]))
    assert chart.get("role") == "img"
    assert chart.get("aria-label") == "Alpha: from 0.40 to 0.60"
    assert len(chart.findall(".//path")) == 2
