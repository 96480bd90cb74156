"""A page stays quick however many annotators and days a report has."""

from datetime import date, timedelta

import pytest

from agreement.templatetags import agreement_charts
from agreement.templatetags.agreement_charts import least_like_others, thinned
from regild.figures.charts import Point, Spot

pytestmark = pytest.mark.sqlite


def test_of_very_many_annotators_those_least_like_the_others_are_drawn(monkeypatch):
    spots = {"1": Spot("a", 0, 0.9), "2": Spot("b", 0, None), "3": Spot("c", 0, -0.1)}
    assert least_like_others(spots) == [*spots.items()]
    monkeypatch.setattr(agreement_charts, "MOST_ANNOTATORS", 1)
    assert [id for id, _spot in least_like_others(spots)] == ["3"]


@pytest.mark.parametrize(("n", "kept"), [(0, 0), (1, 1), (150, 150), (151, 76), (700, 140)])
def test_of_very_many_days_some_are_drawn_and_the_last_always(n, kept):
    days = [Point(date(2024, 1, 1) + timedelta(days=place), place) for place in range(n)]
    found = thinned(days)
    assert len(found) == kept
    assert found[-1:] == days[-1:]
