"""What annotators said of sentences reaches the lead, who answers and takes broken ones out."""

import pytest

from annotators.models import Remark
from campaigns.models import AuditEntry
from pooling.models import Candidate
from rating.selectors.counting import counting_ratings
from rating.selectors.sittings import missing_candidates
from tests.factories import make_campaign
from tests.people import make_lead, signed_in
from tests.rating.sitting import join, sit, take

pytestmark = [pytest.mark.django_db, pytest.mark.sqlite]


@pytest.fixture
def campaign():
    return make_campaign(subsets=1, min_ratings=1)


@pytest.fixture
def remark(campaign):
    sentence = campaign.items.get(key="1")
    return Remark.objects.create(
        annotator=join(campaign), item=sentence, comment="She was <b>what</b>?"
    )


@pytest.fixture
def client(campaign):
    return signed_in(make_lead("lead", campaign, "manager"))


def found(client, query=""):
    answer = client.get(f"/campaigns/boats/ratings/remarks/?{query}")
    return [row.id for row in answer.context["page"].rows]


def test_remarks_are_listed_newest_first_and_searched(client, campaign, remark):
    newer = Remark.objects.create(
        annotator=remark.annotator, item=campaign.items.get(key="3"), comment="Room?"
    )
    assert found(client) == [newer.id, remark.id]
    assert found(client, "text=what") == [remark.id]
    assert found(client, "text=room.n") == [newer.id]
    assert found(client, "text=3") == [newer.id]
    other = make_campaign("ships")
    Remark.objects.create(annotator=join(other), item=other.items.first(), comment="Elsewhere")
    assert found(client, "text=Elsewhere") == []


def test_a_comment_is_shown_as_it_was_written(client, remark):
    shown = client.get("/campaigns/boats/ratings/remarks/").content.decode()
    assert "She was &lt;b&gt;what&lt;/b&gt;?" in shown


def test_an_answer_is_kept_with_the_remark(client, remark):
    client.post(
        f"/campaigns/boats/ratings/remarks/{remark.id}/answer/",
        {f"{remark.id}-answer": "Mended, thank you."},
    )
    remark.refresh_from_db()
    assert remark.answer == "Mended, thank you."
    assert remark.answered_at is not None
    assert found(client, "only=open") == []
    assert found(client, "only=answered") == [remark.id]
    entry = AuditEntry.objects.get(action="answer remark")
    assert entry.detail == {"sentence": "1", "answer": "Mended, thank you."}


def test_an_empty_answer_is_refused_and_the_remark_stays_open(client, remark):
    answer = client.post(f"/campaigns/boats/ratings/remarks/{remark.id}/answer/", {})
    assert answer.status_code == 200
    assert "<details open>" in answer.content.decode()
    assert found(client, "only=open") == [remark.id]


def test_a_hidden_sentence_is_left_out_and_can_come_back(client, campaign, remark):
    sit(join(campaign))
    everything = counting_ratings(campaign).count()
    theirs = Candidate.objects.filter(item=remark.item).count()
    going_on = take(join(campaign))
    address = f"/campaigns/boats/read/items/{remark.item_id}/"
    hide = f"/campaigns/boats/ratings/sentences/{remark.item_id}/hide/"

    assert client.post(hide, {"hide": "1"}).url == address
    assert client.post(f"{hide}?part=a", {"hide": "1"}).url == f"{address}?part=a"
    assert counting_ratings(campaign).count() == everything - theirs
    assert len(missing_candidates(going_on)) == everything - theirs
    assert "Hidden: it is shown to nobody" in client.get(address).content.decode()

    client.post(hide, {"hide": "0"})
    assert counting_ratings(campaign).count() == everything
    actions = AuditEntry.objects.order_by("id").values_list("action", flat=True)
    assert list(actions)[-2:] == ["hide sentence", "show sentence"]


def test_a_candidate_is_hidden_by_itself(client, campaign):
    sit(join(campaign))
    everything = counting_ratings(campaign).count()
    candidate = Candidate.objects.get(text="happy")
    answer = client.post(
        f"/campaigns/boats/ratings/candidates/{candidate.id}/hide/", {"hide": "1"}
    )
    assert answer.url == f"/campaigns/boats/read/items/{candidate.item_id}/"
    assert counting_ratings(campaign).count() == everything - 1
    entry = AuditEntry.objects.get(action="hide candidate")
    assert entry.detail == {"sentence": "1", "candidate": "happy"}


@pytest.mark.parametrize("hide", ["", "2", "yes"])
def test_a_form_that_says_neither_changes_nothing(client, remark, hide):
    address = f"/campaigns/boats/ratings/sentences/{remark.item_id}/hide/"
    assert client.post(address, {"hide": hide}).status_code == 400
    remark.item.refresh_from_db()
    assert remark.item.hidden_at is None


def test_who_may_only_look_is_offered_no_change(campaign, remark):
    viewer = signed_in(make_lead("viewer", campaign, "viewer"))
    annotator = f"ratings/annotators/{remark.annotator_id}/"
    for path in ["ratings/", "ratings/remarks/", f"read/items/{remark.item_id}/", annotator]:
        shown = viewer.get(f"/campaigns/boats/{path}").content.decode()
        page = shown[shown.index("<main") :]
        assert 'method="post"' not in page
        assert "exclude/" not in page
