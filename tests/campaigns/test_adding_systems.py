"""Systems that arrive while a lead starts over, closes their link or pools, or all at once."""

from datetime import timedelta
from functools import partial

import pytest
from django.urls import reverse
from django.utils import timezone

from core.refusals import Refused, SystemExists
from core.tokens import hash_token
from pooling.services.starting_over import delete_campaign, start_over
from regild.problems import N_, BadFiles
from regild.tasks.substitution.reading import read_sources
from scoring.models import SubmissionLink
from scoring.services.submitting import (
    MOST_SYSTEMS,
    LinkClosed,
    close_link,
    make_link,
    submit_system,
    systems_of,
)
from sources.models import Answer, System
from sources.services.systems import add_system
from tests.factories import GOLD, SENTENCES, source
from tests.people import make_lead, program_of, signed_in
from tests.rating.beside import meanwhile
from tests.side_by_side import at_once

pytestmark = pytest.mark.django_db(transaction=True)

ANSWERS = "glad.a 1 :: elated\n"


@pytest.fixture
def owner(campaign):
    return make_lead("owner", campaign, "owner")


@pytest.fixture
def link(campaign, owner):
    token = make_link(
        campaign=campaign,
        label="Reeds",
        visibility="private",
        open_until=timezone.now() + timedelta(days=1),
        by=owner,
    )
    return SubmissionLink.objects.get(token_hash=hash_token(token))


def others(text=SENTENCES):
    return read_sources(
        sentences=source(text, "sentences.csv"),
        gold=source(GOLD.replace("glad.a 1", "glad.a 9") if "\n9," in text else GOLD),
        mapping=None,
        excluded_targets=[],
    )


def kept(work, raised):
    """`work`, whose exception is kept for the test: it happens in another thread."""

    def run():
        try:
            work()
        except Exception as error:
            raised.append(error)

    return run


def test_a_system_brought_while_starting_over_is_matched_with_the_new_sentences(campaign):
    add = partial(add_system, campaign=campaign, name="late", answers=source(ANSWERS))
    with meanwhile(add):
        start_over(campaign=campaign, sources=others())
    [answer] = Answer.objects.filter(system__name="late")
    assert answer.item.campaign == campaign
    assert answer.system.campaign == campaign


def test_a_system_that_answers_sentences_which_went_is_refused(campaign):
    raised = []
    add = partial(add_system, campaign=campaign, name="late", answers=source(ANSWERS))
    with meanwhile(kept(add, raised)):
        start_over(campaign=campaign, sources=others(SENTENCES.replace("\n1,", "\n9,")))
    [refusal] = raised
    assert isinstance(refusal, BadFiles)
    assert "no sentence has the id '1'" in str(refusal)
    assert not System.objects.filter(name="late").exists()


def test_a_system_brought_while_the_campaign_is_deleted_is_refused(campaign):
    raised = []
    add = partial(add_system, campaign=campaign, name="late", answers=source(ANSWERS))
    with meanwhile(kept(add, raised)):
        delete_campaign(campaign=type(campaign).objects.get(id=campaign.pk))
    [refusal] = raised
    assert isinstance(refusal, Refused)
    assert str(refusal) == "The campaign was deleted meanwhile: nothing was stored."
    assert not System.objects.filter(name="late").exists()


def test_the_page_and_the_program_are_told_of_the_deletion(campaign, owner, monkeypatch):
    def refuse(**_asked):
        text = N_("The campaign was deleted meanwhile: nothing was stored.")
        raise Refused("campaign_deleted", text)

    for module in ("systems", "adding_systems"):
        name = f"sources.services.{module}.lock_unless_deleted"
        monkeypatch.setattr(name, lambda _campaign: refuse())
    page = signed_in(owner).post(
        reverse("add-system", args=["boats"]),
        {"name": "late", "kind": "participant", "answers": source(ANSWERS, "a.txt").stream},
    )
    answer = program_of(owner).post(
        "/api/v1/campaigns/boats/systems/",
        {"name": "late", "answers": source(ANSWERS, "a.txt").stream},
    )
    assert answer.status_code == 409
    assert "deleted meanwhile" in answer.json()["detail"]
    assert "deleted meanwhile" in page.content.decode()


def test_of_two_systems_of_one_name_the_second_is_told(campaign):
    add = partial(add_system, campaign=campaign, name="late")
    found = at_once(*(partial(add, answers=source(ANSWERS)) for _ in range(3)))
    assert sorted(type(one) is SystemExists for one in found) == [False, True, True]
    assert Answer.objects.filter(system__name="late").count() == 1


def test_a_link_takes_no_more_than_it_may_however_many_hand_in_at_once(link):
    for number in range(MOST_SYSTEMS - 2):
        submit_system(link=link, name=f"reed {number}", answers=source(ANSWERS))
    found = at_once(
        *(
            partial(submit_system, link=link, name=f"late {number}", answers=source(ANSWERS))
            for number in range(5)
        )
    )
    assert sum(isinstance(one, LinkClosed) for one in found) == 3
    assert systems_of(link).count() == MOST_SYSTEMS


def test_nothing_comes_through_a_link_once_its_closing_was_answered(link, owner):
    raised = []
    submit = partial(submit_system, link=link, name="late", answers=source(ANSWERS))
    with meanwhile(kept(submit, raised)):
        close_link(link=SubmissionLink.objects.get(id=link.pk), by=owner)
    assert [type(error) for error in raised] == [LinkClosed]
    assert not systems_of(link).exists()
