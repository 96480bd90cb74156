"""From proposals to a first gold that is frozen."""

import hashlib

import pytest
from django.db import transaction

from annotators.models import Annotator
from campaigns.models import AuditEntry, Campaign, Webhook, WebhookMessage
from core.refusals import Refused
from proposing.models import FirstGold, ProposalTurn
from proposing.selectors.golds import stored_gold
from proposing.services.exclusions import exclude_proposals
from proposing.services.freezing import freeze_first_gold
from proposing.services.spellings import accept_spelling
from sources.models import GoldMultiword, ItemPart
from tests.factories import make_campaign
from tests.proposing.proposed import make_first_stage, propose, proposed_campaign
from tests.rating.sitting import join, sit

pytestmark = pytest.mark.django_db


def votes(campaign, key):
    [record] = [one for one in stored_gold(campaign) if one.sentence == key]
    return dict(record.substitutes)


def test_a_first_gold_has_a_vote_for_each_annotator_and_says_who_gave_it():
    campaign = proposed_campaign()
    frozen = freeze_first_gold(campaign=campaign)
    # ann and eve said 'pleased', all three 'happy'; 'Glad' is the target itself.
    assert votes(campaign, "1") == {"happy": 3, "pleased": 2}
    happy = campaign.items.get(key="1").gold.get(text="happy")
    assert happy.given_by == ["ann", "bob", "eve"]
    assert frozen.gold.number == 1
    assert frozen.gold.lines.startswith("glad.a 1 :: happy 3;pleased 2;\n")
    assert frozen.gold.sha256 == hashlib.sha256(frozen.gold.lines.encode()).hexdigest()
    assert frozen.gold.facts["counts"] == {
        "sentences": 4,
        "substitutes": 9,
        "responses": 12,
        "annotators": 3,
        "merges": 0,
        "left_out": 1,
        "few": 0,
        "multiwords": 0,
    }


def test_freezing_prepares_the_campaign_for_rating_and_makes_the_pool_old():
    campaign = proposed_campaign()
    before = campaign.sources_version
    freeze_first_gold(campaign=campaign)
    campaign.refresh_from_db()
    assert (campaign.stage, campaign.state) == ("rate", "draft")
    assert campaign.sources_version == before + 1
    assert campaign.gold_annotators == 3
    assert AuditEntry.objects.filter(slug="boats", action="freeze first gold").count() == 1


def test_nothing_changed_is_the_same_number_again():
    campaign = proposed_campaign()
    first, again = freeze_first_gold(campaign=campaign), freeze_first_gold(campaign=campaign)
    assert (first.new, again.new) == (True, False)
    assert first.gold == again.gold
    accept_spelling(item=campaign.items.get(key="2"), spelling="cheerfull", into="cheerful")
    later = freeze_first_gold(campaign=campaign)
    assert (later.gold.number, later.new) == (2, True)
    assert votes(campaign, "2") == {"cheerful": 3, "merry": 1}


def test_proposals_stand_on_top_of_a_gold_that_was_brought_in():
    campaign = proposed_campaign(gold="glad.a 1 :: happy 2;joyful 1;\ncalm.a 5 :: still 2;\n")
    frozen = freeze_first_gold(campaign=campaign)
    assert votes(campaign, "1") == {"happy": 5, "pleased": 2, "joyful": 1}
    # Nobody was asked about it here.
    assert votes(campaign, "5") == {"still": 2}
    imported, proposed = campaign.first_golds.order_by("number")
    assert (imported.origin, proposed.origin) == ("imported", "proposed")
    assert frozen.gold == proposed
    # Frozen once more, it is not added to itself.
    assert freeze_first_gold(campaign=campaign).gold == proposed
    assert FirstGold.objects.count() == 2


def test_how_many_proposed_for_each_sentence_is_known_where_all_had_as_many():
    campaign = proposed_campaign()
    freeze_first_gold(campaign=campaign)
    assert Campaign.objects.get().gold_annotators == 3
    propose(campaign, "joe", "1", "happy")
    freeze_first_gold(campaign=campaign)
    # A fourth vote for 'happy' beside three annotators could not be measured.
    assert Campaign.objects.get().gold_annotators is None
    for key in "234":
        propose(campaign, "joe", key, "happy")
    freeze_first_gold(campaign=campaign)
    assert Campaign.objects.get().gold_annotators == 4


def test_annotators_of_a_gold_that_was_brought_in_are_counted_with_the_others():
    gold = "glad.a 1 :: happy 2;\nglad.a 2 :: merry 1;\nroom.n 3 :: place 2;\n"
    known = {"gold_annotators": 5}
    campaign = proposed_campaign(gold=f"{gold}room.n 4 :: hall 2;\n", **known)
    freeze_first_gold(campaign=campaign)
    assert Campaign.objects.get().gold_annotators == 8
    # Of the one it is not known, in the other the fourth sentence had three annotators alone.
    for slug, settings in (("oars", {}), ("sails", known)):
        campaign = proposed_campaign(slug, gold=gold, **settings)
        freeze_first_gold(campaign=campaign)
        assert Campaign.objects.get(slug=slug).gold_annotators is None


def test_a_hidden_sentence_keeps_the_gold_that_was_brought_in():
    campaign = proposed_campaign(gold="calm.a 5 :: still 2;\n")
    campaign.items.filter(key="5").update(hidden_at="2026-11-01T00:00Z")
    freeze_first_gold(campaign=campaign)
    assert votes(campaign, "5") == {"still": 2}


def test_marks_are_codes_of_the_sentence():
    campaign = proposed_campaign()
    propose(campaign, "ann", "5", mark="nil")
    propose(campaign, "bob", "5", mark="name")
    freeze_first_gold(campaign=campaign, name_code="pn")
    assert campaign.items.get(key="5").gold_codes == {"NIL": 1, "pn": 1}
    assert not campaign.items.get(key="5").gold.exists()


def test_phrases_that_two_saw_are_the_multiwords_of_the_gold():
    campaign = proposed_campaign()
    for name in ("ann", "bob"):
        propose(campaign, name, "5", mark="phrase", phrase="was calm")
    propose(campaign, "eve", "5", mark="phrase", phrase="calm today")
    freeze_first_gold(campaign=campaign)
    rows = GoldMultiword.objects.order_by("-votes").values_list("text", "votes")
    assert [*rows] == [("was calm", 2), ("calm today", 1)]
    assert [part.item.key for part in ItemPart.objects.filter(part="multiword")] == ["5"]


def test_who_withdrew_or_is_left_out_or_is_not_done_is_in_no_gold():
    campaign = proposed_campaign()
    bob, eve = (Annotator.objects.get(name=name) for name in ("bob", "eve"))
    ProposalTurn.objects.filter(annotator=eve).update(state="expired", completed_at=None)
    exclude_proposals(annotator=bob, reason="They copy.")
    freeze_first_gold(campaign=campaign)
    assert votes(campaign, "1") == {"happy": 1, "pleased": 1}


def test_a_gold_of_nothing_is_refused():
    campaign = make_first_stage()
    with pytest.raises(Refused) as refused:
        freeze_first_gold(campaign=campaign)
    assert refused.value.code == "nothing_proposed"
    campaign.refresh_from_db()
    assert campaign.state == "open"


def test_what_was_rated_is_frozen_no_more():
    campaign = make_campaign()
    sit(join(campaign))
    propose(campaign, "ann", "1", "happy")
    with pytest.raises(Refused) as refused:
        freeze_first_gold(campaign=campaign)
    assert refused.value.code == "ratings_exist"
    assert not FirstGold.objects.exists()


def test_webhooks_are_told_once():
    campaign = proposed_campaign()
    Webhook.objects.create(
        campaign=campaign, url="https://x.example", events=["first_gold.frozen"], secret="s"
    )
    with transaction.atomic():
        freeze_first_gold(campaign=campaign)
        freeze_first_gold(campaign=campaign)
    [message] = WebhookMessage.objects.all()
    assert '"gold":1' in message.body
