"""Two releases of a campaign on one page."""

import csv
import io

import pytest
from scipy import stats

from pooling.models import Candidate
from pooling.services.fill_pool import pool_campaign
from rating.services.hiding import hide_candidate
from scoring.models import ReleaseComparison
from scoring.selectors.comparing import comparison_of, count_comparison, most_changed
from scoring.selectors.scores import rankings_of
from scoring.services.freezing import freeze_gold
from scoring.services.rescoring import rescore
from tests.agreement.rated import rate
from tests.people import make_lead, signed_in
from tests.scoring.released import add_late_system

pytestmark = [pytest.mark.django_db, pytest.mark.sqlite]

COMPARE = "/campaigns/boats/gold/compare/"


@pytest.fixture
def viewer(campaign):
    return signed_in(make_lead("bo", campaign, "viewer"))


@pytest.fixture
def releases(campaign):
    """Between them one more rating of 'happy', a late candidate, a hidden one, and a policy to
    which two ratings are enough: 'sorry' has two."""
    first = freeze_gold(campaign=campaign)
    rate(campaign, {"happy": "3320"}, sentence="1")
    add_late_system(campaign)
    pool_campaign(campaign=campaign)
    level = Candidate.objects.get(text="level", item__campaign=campaign)
    hide_candidate(candidate_id=level.pk, hide=True)
    return first, freeze_gold(campaign=campaign, min_ratings=2, list_unanimous_zeros=False)


def text(answer):
    assert answer.status_code == 200
    return " ".join(answer.content.decode().split())


def test_weights_of_two_releases_are_counted_together(releases):
    found = comparison_of(*releases)
    # Eight are decided in both, of which 'happy' went from 8/3 to 2; 'sorry' is decided in the
    # second alone. Of 20 and 20 candidates 'level' and 'elated' are in one alone.
    pairs = {(pair.first, pair.second): pair.n for pair in found.pairs}
    assert pairs[8 / 3, 2.0] == 1
    assert pairs[None, 1.0] == 1
    assert pairs[None, None] == 10
    assert pairs[0.0, 0.0] == 2
    assert sum(pairs.values()) == 19
    assert (found.only_first, found.only_second) == (1, 1)


def test_a_release_is_compared_with_every_earlier_one_when_it_is_made(
    campaign, releases, django_assert_num_queries
):
    _first, second = releases
    third = freeze_gold(campaign=campaign)
    made = ReleaseComparison.objects.values_list("first__number", "second__number")
    assert sorted(made) == [(1, 2), (1, 3), (2, 3)]
    with django_assert_num_queries(1):
        kept = comparison_of(second, third)
    assert kept == count_comparison(second, third)
    ReleaseComparison.objects.all().delete()
    assert comparison_of(second, third) == kept


@pytest.mark.postgresql
def test_two_releases_can_be_compared_the_other_way_round(releases):
    first, second = releases
    there, back = comparison_of(first, second), comparison_of(second, first)
    assert (back.only_first, back.only_second) == (there.only_second, there.only_first)
    assert {*back.pairs} == {*count_comparison(second, first).pairs}
    [happy] = most_changed(back, second, first)
    assert (happy.first, happy.second) == (2, 8 / 3)


def test_the_candidates_that_changed_most_come_first(campaign, releases):
    rate(campaign, {"content": "1003333"}, sentence="1")
    third = freeze_gold(campaign=campaign)
    found = most_changed(comparison_of(releases[0], third), releases[0], third)
    # 13/7 - 1/3, then 2 - 8/3.
    assert [change.text for change in found] == ["content", "happy"]
    assert found[0].difference == pytest.approx(13 / 7 - 1 / 3)
    assert (found[0].first_ratings, found[0].second_ratings) == (3, 7)
    assert most_changed(comparison_of(third, third), third, third) == []


def test_the_page_shows_policies_counts_weights_and_changes(viewer, releases):
    page = viewer.get(COMPARE, {"a": 1, "b": 2})
    context = page.context
    assert [choice.key for choice in context["policies"]] == [
        "min_ratings",
        "list_unanimous_zeros",
        "pooled_systems",
    ]
    first = [8 / 3, 3, 1 / 3, 0, 3, 1.5, 1, 0]
    second = [2, *first[1:]]
    assert context["weights"].spearman == pytest.approx(
        stats.spearmanr(first, second).statistic
    )
    assert context["weights"].mean_difference == pytest.approx(-1 / 12)
    assert ("decided", 8, 9, 1) in context["counts"]
    shown = text(page)
    assert "lists what is worth 0 to every annotator" in shown
    assert '<td class="text">yes</td><td class="text">no</td>' in shown
    assert '<td class="number">−0.667</td>' in shown
    assert "late" in shown
    assert "Both follow the same policy" not in shown


def test_without_numbers_the_newest_is_compared_with_the_one_before(viewer, releases):
    context = viewer.get(COMPARE).context
    assert (context["first"].number, context["second"].number) == (1, 2)
    context = viewer.get(COMPARE, {"a": 2, "b": 1}).context
    assert (context["first"].number, context["second"].number) == (2, 1)
    assert context["weights"].mean_difference == pytest.approx(1 / 12)


def test_ranks_come_once_both_releases_are_scored(campaign, viewer, releases):
    rescore(campaign=campaign, number=1)
    page = viewer.get(COMPARE)
    assert [release.number for release in page.context["unscored"]] == [2]
    assert "once they are scored on both" in text(page)
    rescore(campaign=campaign, number=2)
    ranked = viewer.get(COMPARE, {"measure": "best.R"}).context["ranked"]
    for release, side in zip(releases, ("first", "second"), strict=True):
        expected = {
            line.id: line.second for line in rankings_of(release, ["best.R"])["best.R"].lines
        }
        assert {line.id: getattr(line, side) for line in ranked.lines} == expected
    assert ranked.n == 3


def test_one_release_and_one_with_itself_are_nothing_to_compare(campaign, viewer):
    assert "This takes two releases." in text(viewer.get(COMPARE))
    freeze_gold(campaign=campaign)
    assert "This takes two releases." in text(viewer.get(COMPARE))
    assert COMPARE not in text(viewer.get("/campaigns/boats/gold/"))
    freeze_gold(campaign=campaign)
    assert "Choose two different releases." in text(viewer.get(COMPARE, {"a": 1, "b": 1}))
    assert f'action="{COMPARE}"' in text(viewer.get("/campaigns/boats/gold/"))
    assert "Both follow the same policy" in text(viewer.get(COMPARE))


@pytest.mark.parametrize("asked", ["3", "x", "-1", "²", "9" * 30])
def test_a_release_that_is_not_there_is_not_found(viewer, releases, asked):
    assert viewer.get(COMPARE, {"a": asked, "b": 1}).status_code == 404


def test_the_file_has_every_candidate_of_either(viewer, releases):
    answer = viewer.get(f"{COMPARE}1/2.csv")
    rows = list(csv.DictReader(io.StringIO(b"".join(answer.streaming_content).decode())))
    assert [row["sentence"] for row in rows] == sorted(row["sentence"] for row in rows)
    assert len(rows) == 21
    by_text = {row["substitute"]: row for row in rows}
    assert by_text["happy"] == {
        "sentence": "1",
        "lexelt": "glad.a",
        "substitute": "happy",
        "origin": "both",
        "first_weight": repr(8 / 3),
        "second_weight": "2.0",
        "difference": repr(2 - 8 / 3),
        "first_ratings": "3",
        "second_ratings": "4",
    }
    sorry, elated, level = (by_text[word] for word in ("sorry", "elated", "level"))
    assert (sorry["first_weight"], sorry["second_weight"], sorry["difference"]) == (
        "",
        "1.0",
        "",
    )
    assert (elated["first_ratings"], elated["second_ratings"]) == ("", "0")
    assert (level["first_ratings"], level["second_ratings"]) == ("0", "")
