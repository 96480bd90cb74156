"""What ratings come to, kept for lists: what counts, and written only where it differs."""

import pytest
from django.db.models import F

from agreement.jobs import report_due, sum_up
from agreement.models import CandidateSum, ItemSum, SumsState
from agreement.selectors.sums import sums_as_of
from agreement.services import measure_agreement
from agreement.services.summing import bring_sums_up_to_date
from annotation_site.management.commands import demo
from annotators.models import Annotator
from campaigns.models import Campaign, Job
from pooling.models import Candidate
from pooling.services.fill_pool import pool_campaign
from pooling.services.starting_over import delete_campaign, delete_retired
from rating.services.exclusions import exclude, undo_exclusion
from rating.services.hiding import hide_candidate, hide_sentence
from rating.services.withdrawing import withdraw_annotator
from sources.services.systems import add_system
from tests.agreement.rated import rate, worked_campaign
from tests.factories import make_campaign, source

pytestmark = pytest.mark.django_db


def summed(campaign, text="pleased"):
    return CandidateSum.objects.get(campaign=campaign, candidate__text=text)


def test_every_candidate_and_item_is_summed_up():
    campaign = worked_campaign()
    assert sums_as_of(campaign).read_at is None
    bring_sums_up_to_date(campaign)
    as_of = sums_as_of(campaign)
    assert (as_of.candidates, as_of.items, as_of.changes) == (20, 5, [])
    assert as_of.parts == ["a", "n"]
    pleased = summed(campaign)
    assert (pleased.values, pleased.n) == (" 2 3 3 3 ", 4)
    assert (pleased.mean, pleased.sd, pleased.differ) == (2.75, 0.5, 0.5)
    assert (pleased.origin, pleased.votes, pleased.part) == ("gold", 3.0, "a")
    system = campaign.systems.get().pk
    assert summed(campaign, "content").systems == f" {system} "
    unrated = summed(campaign, "chamber")
    assert (unrated.n, unrated.mean, unrated.differ) == (0, None, None)
    item = ItemSum.objects.get(item=pleased.item)
    given = CandidateSum.objects.filter(item=pleased.item)
    assert (item.candidates, item.rated) == (6, 6)
    assert item.n == sum(one.n for one in given)
    assert item.mean == pytest.approx(sum(one.mean for one in given) / 6)


def test_nothing_is_written_where_nothing_changed_and_one_row_and_its_item_where_one_did():
    campaign = worked_campaign()
    assert bring_sums_up_to_date(campaign) == 25
    assert bring_sums_up_to_date(campaign) == 0
    rate(campaign, {"chamber": "3"}, sentence="4")
    assert sums_as_of(campaign).changes == ["ratings"]
    assert bring_sums_up_to_date(campaign) == 2
    assert summed(campaign, "chamber").mean == 3
    assert sums_as_of(campaign).changes == []


def test_what_is_withdrawn_or_excluded_leaves_the_sums_and_comes_back():
    campaign = worked_campaign()
    bring_sums_up_to_date(campaign)
    annotator = Annotator.objects.get(campaign=campaign, name="d")
    exclusion = exclude(annotator, reason="careless", by=None)
    assert sums_as_of(campaign).changes == ["ratings"]
    bring_sums_up_to_date(campaign)
    assert summed(campaign).values == " 3 3 3 "
    undo_exclusion(exclusion, by=None)
    bring_sums_up_to_date(campaign)
    assert summed(campaign).values == " 2 3 3 3 "
    withdraw_annotator(annotator_id=annotator.pk)
    bring_sums_up_to_date(campaign)
    assert summed(campaign).values == " 3 3 3 "


def test_what_is_hidden_keeps_its_ratings_and_leaves_its_item():
    campaign = worked_campaign()
    bring_sums_up_to_date(campaign)
    pleased = summed(campaign)
    hide_candidate(candidate_id=pleased.pk, hide=True, by=None)
    bring_sums_up_to_date(campaign)
    assert summed(campaign).hidden
    assert summed(campaign).n == 4
    assert ItemSum.objects.get(item=pleased.item_id).candidates == 5
    hide_sentence(sentence_id=pleased.item_id, hide=True, by=None)
    bring_sums_up_to_date(campaign)
    assert ItemSum.objects.get(item=pleased.item_id).hidden
    assert CandidateSum.objects.filter(hidden=True).count() == 6


def test_sums_follow_the_pool():
    campaign = worked_campaign()
    bring_sums_up_to_date(campaign)
    add_system(campaign=campaign, name="second", answers=source("room.n 4 :: salon\n"))
    gone = Candidate.objects.get(item__campaign=campaign, text="level")
    Candidate.objects.filter(pk=gone.pk).update(hidden_at=None)
    pool_campaign(campaign=campaign)
    assert sums_as_of(campaign).changes == ["pool"]
    bring_sums_up_to_date(campaign)
    assert summed(campaign, "salon").n == 0
    gone.placement.delete()
    Candidate.objects.filter(pk=gone.pk)._raw_delete("default")
    Campaign.objects.update(pool_version=F("pool_version") + 1)
    bring_sums_up_to_date(campaign)
    assert not CandidateSum.objects.filter(pk=gone.pk).exists()


def test_sums_go_with_their_campaign():
    campaign = make_campaign()
    bring_sums_up_to_date(campaign)
    delete_campaign(campaign=campaign)
    delete_retired(Campaign.objects.get(pk=campaign.pk))
    assert not CandidateSum.objects.exists()
    assert not ItemSum.objects.exists()
    assert not SumsState.objects.exists()


def test_measuring_agreement_sums_up():
    campaign = worked_campaign()
    measure_agreement(campaign=campaign)
    assert summed(campaign).n == 4


def test_a_pool_that_nobody_rated_is_summed_up_by_itself():
    campaign = make_campaign()
    report_due()
    [job] = Job.objects.filter(campaign=campaign, kind="sums")
    report_due()
    sum_up(job_id=job.pk)
    assert sums_as_of(campaign).candidates == 20
    job.refresh_from_db()
    assert job.state == Job.State.DONE
    report_due()
    assert Job.objects.filter(kind="sums").count() == 1


def test_whoever_begins_later_leaves_nothing_to_the_one_before(monkeypatch):
    campaign = worked_campaign()

    def overtake(done, total):
        monkeypatch.undo()
        bring_sums_up_to_date(campaign)

    bring_sums_up_to_date(campaign, progress=overtake)
    assert CandidateSum.objects.count() == 20
    assert sums_as_of(campaign).read_at is not None


def test_categories_have_a_share_and_no_mean():
    for slug in ("demo-en", "demo-mail", "demo-odd"):
        bring_sums_up_to_date(demo.CAMPAIGNS[slug]())
    for task, has_mean in [("substitution", True), ("categories", False), ("utterances", True)]:
        rows = CandidateSum.objects.filter(campaign__task=task, n__gt=1)
        assert rows.exists()
        assert rows.filter(mean__isnull=has_mean).count() == 0
        assert rows.filter(share__isnull=not has_mean).count() == 0
