import time
from datetime import timedelta
from threading import Event, Thread

import pytest
from django.contrib.auth.models import User
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import connection, transaction
from django.test import Client
from django.utils import timezone

from annotators.services.joining import join_campaign
from campaigns.models import AuditEntry, Campaign, Job
from campaigns.services.jobs import ask
from campaigns.services.settling import RatingsExist
from core.refusals import Refused
from pooling.jobs import delete
from pooling.models import Candidate, Merge
from pooling.selectors import POOL, changed_since_pooling
from pooling.services import starting_over
from pooling.services.dispatching import dispatch_campaign
from pooling.services.fill_pool import pool_campaign
from pooling.services.starting_over import delete_campaign, delete_retired, start_over
from rating.models import Rating
from rating.services.importing import import_ratings
from regild.tasks.substitution.reading import read_sources
from scoring.services.submitting import make_link
from sources.models import Item
from sources.services.systems import add_system
from tests.factories import make_campaign, source
from tests.people import make_lead, signed_in
from tests.rating.beside import meanwhile
from tests.rating.sitting import join, rate, take

pytestmark = pytest.mark.django_db

SENTENCES = "sentence,lexelt,left,target,right\n7,old.a,An ,old, boat.\n8,old.a,He is ,old,.\n"
GOLD = "old.a 7 :: ancient 2;aged 1;\nold.a 8 :: elderly 3;\n"


def read():
    return read_sources(
        sentences=source(SENTENCES, "sentences.csv"),
        gold=source(GOLD),
        mapping=source("senior(old.a)-->elderly\n"),
        excluded_targets=[],
    )


def full_campaign(slug="boats") -> Campaign:
    """With everything a draft can have: merges, foils, repeats, subsets, one already shown."""
    campaign = make_campaign(slug, subsets=None, foil_share=0.2, repeat_share=0.2)
    add_system(campaign=campaign, name="late", answers=source("glad.a 1 :: tickled_pink\n"))
    pool_campaign(campaign=campaign)
    dispatch_campaign(campaign=campaign, subsets=2, block_size=4, seed=1)
    take(join(campaign))
    return campaign


def stock(campaign):
    return [
        campaign.items.count(),
        campaign.systems.count(),
        campaign.subsets.count(),
        Candidate.objects.filter(item__campaign=campaign).count(),
        Merge.objects.filter(item__campaign=campaign).count(),
    ]


def test_starting_over_leaves_the_new_sentences_and_nothing_of_the_old():
    campaign, other = full_campaign(), full_campaign("ships")
    others = stock(other)

    made, job = start_over(campaign=campaign, sources=read())

    assert (made.sentences, made.gold_substitutes) == (2, 3)
    assert stock(campaign) == [2, 0, 0, 0, 0]
    campaign.refresh_from_db()
    assert campaign.mapping == [["old.a", "senior", "elderly"]]
    delete(job_id=job.id)
    assert stock(campaign) == [2, 0, 0, 0, 0]
    assert stock(other) == others
    assert Item.objects.count() == 2 + others[0]
    assert set(Campaign.objects.values_list("slug", flat=True)) == {"boats", "ships"}
    assert changed_since_pooling(campaign)
    assert pool_campaign(campaign=campaign).candidates == 3


def test_a_deleted_campaign_leaves_only_its_log():
    campaign, other = full_campaign(), full_campaign("ships")
    others = stock(other)
    lead = make_lead("owner", campaign, "owner")

    job = delete_campaign(campaign=campaign, by=lead)
    delete(job_id=job.id)

    assert list(Campaign.objects.values_list("slug", flat=True)) == ["ships"]
    assert Item.objects.count() == others[0]
    assert stock(other) == others
    entry = AuditEntry.objects.first()
    assert (entry.action, entry.slug, entry.campaign) == ("delete campaign", "boats", None)
    assert not Job.objects.exists()


def test_before_a_worker_comes_nothing_leads_to_a_deleted_campaign():
    campaign = full_campaign()
    lead, operator = make_lead("owner", campaign, "owner"), make_lead("operator")
    User.objects.filter(id=operator.id).update(is_superuser=True)
    links = {"campaign": campaign, "label": "Team", "visibility": "public", "by": lead}
    link = make_link(**links, open_until=timezone.now() + timedelta(days=1))
    joined = join_campaign(campaign=campaign, consent=True, native_speaker=True)
    Campaign.objects.update(leaderboard=True)

    delete_campaign(campaign=campaign, by=lead)

    addresses = ["/rate/boats/", f"/submit/{link}/", "/leaderboard/boats/", "/campaigns/boats/"]
    for reader in (lead, User.objects.get(id=operator.id)):
        client = signed_in(reader)
        assert [client.get(address).status_code for address in addresses] == [404] * 4
        assert client.get("/").context["cards"] == []
    answer = Client().post(
        "/api/v1/assignments/", headers={"Authorization": f"Annotator {joined.token}"}
    )
    assert answer.status_code == 204
    assert Campaign.objects.count() == 1
    # The address is free at once.
    full_campaign()


def test_what_went_on_in_a_deleted_campaign_is_stopped():
    campaign = full_campaign()
    running = ask(POOL, campaign=campaign)
    delete_campaign(campaign=campaign)
    running.refresh_from_db()
    assert (running.state, running.error) == ("failed", "The campaign was deleted.")


@pytest.fixture
def one_sentence_a_step(monkeypatch):
    monkeypatch.setattr(starting_over, "SENTENCES_A_STEP", 1)


def test_a_deletion_whose_worker_died_goes_on_where_it_was(one_sentence_a_step):
    campaign, other = full_campaign(), full_campaign("ships")
    others = stock(other)
    job = delete_campaign(campaign=campaign)
    told = []

    def die_at_the_third(done, total):
        told.append((done, total))
        if done == 2:
            raise SystemExit

    with pytest.raises(SystemExit):
        delete_retired(campaign, progress=die_at_the_third)
    # Five sentences; the second subset was never shown, and goes after them.
    assert told == [(0, 6), (1, 6), (2, 6)]
    assert stock(campaign)[0] == 3

    delete(job_id=job.id)
    assert list(Campaign.objects.all()) == [other]
    assert stock(other) == others


@pytest.mark.django_db(transaction=True)
def test_a_rating_stored_at_the_very_moment_of_deleting_is_kept():
    campaign = full_campaign()
    sitting = campaign.annotators.get().assignments.get()
    stored = Event()

    def rate_slowly():
        with transaction.atomic():
            rate(sitting, lambda candidate: 2)
            stored.set()
            time.sleep(0.5)
        connection.close()

    rater = Thread(target=rate_slowly)
    rater.start()
    assert stored.wait(60)
    with pytest.raises(RatingsExist):
        delete_campaign(campaign=campaign)
    rater.join()
    assert sitting.ratings.count() == sitting.subset.size
    assert Campaign.objects.filter(slug="boats").exists()


@pytest.mark.django_db(transaction=True)
def test_a_plan_asked_for_while_starting_over_is_not_of_the_old_sentences():
    campaign = full_campaign()
    refused = []

    def plan():
        try:
            dispatch_campaign(campaign=campaign, subsets=3, block_size=4, seed=2)
        except Refused as refusal:
            refused.append(refusal)

    with meanwhile(plan):
        start_over(campaign=campaign, sources=read())
    assert len(refused) == 1
    assert not campaign.subsets.exists()


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("go_back", ["start over", "delete"])
def test_ratings_brought_in_while_going_back_are_not_of_the_old_sentences(go_back):
    campaign = full_campaign()
    ratings = source("annotator,sentence,substitute,value\nA,1,happy,3\n", "ratings.csv")
    refused = []

    def bring_in():
        try:
            import_ratings(campaign=campaign, ratings=ratings)
        except Refused as refusal:
            refused.append(str(refusal))

    with meanwhile(bring_in):
        here = Campaign.objects.get(id=campaign.id)
        if go_back == "delete":
            job = delete_campaign(campaign=here)
        else:
            _made, job = start_over(campaign=here, sources=read())
    assert refused == ["The source files were replaced in the meantime: nothing was stored."]
    assert not Rating.objects.exists()
    delete(job_id=job.id)
    assert not Campaign.objects.filter(slug__startswith="~").exists()


def test_once_rated_neither_is_possible():
    campaign = full_campaign()
    rate(campaign.annotators.get().assignments.get(), lambda candidate: 2)
    before = stock(campaign)
    with pytest.raises(RatingsExist):
        start_over(campaign=campaign, sources=read())
    with pytest.raises(RatingsExist):
        delete_campaign(campaign=campaign)
    assert stock(campaign) == before


@pytest.fixture
def campaign(settings, tmp_path):
    settings.STATE_DIR = tmp_path
    return make_campaign()


@pytest.fixture
def owner(campaign):
    return signed_in(make_lead("owner", campaign, "owner"))


def files(**changes):
    texts = {"sentences": SENTENCES, "gold": GOLD} | changes
    return {name: SimpleUploadedFile(name, text.encode()) for name, text in texts.items()}


def test_the_page_puts_other_sentences_in_place(campaign, owner):
    answer = owner.post("/campaigns/boats/start-over/", files())
    assert answer.url == "/campaigns/boats/sources/"
    assert set(campaign.items.values_list("key", flat=True)) == {"7", "8"}


def test_a_bad_file_changes_nothing_and_the_other_is_kept(campaign, owner):
    page = owner.post("/campaigns/boats/start-over/", files(gold="no gold\n"))
    assert [bad.name for bad in page.context["form"].bad_files] == ["gold"]
    assert page.context["form"].kept.keys() == {"sentences", "gold"}
    assert campaign.systems.exists()


def test_a_targets_exclusion_must_still_make_sense(campaign, owner):
    campaign.excluded_targets = ["room.n"]
    campaign.save()
    page = owner.post("/campaigns/boats/start-over/", files())
    assert "'room.n', which was to be excluded" in str(page.context["form"].bad_files[0])


def test_deleting_wants_the_address_typed(campaign, owner):
    page = owner.post("/campaigns/boats/delete/", {"typed": "boat"})
    assert "That is not the campaign's address." in page.content.decode()
    assert Campaign.objects.exists()
    assert owner.post("/campaigns/boats/delete/", {"typed": "boats"}).url == "/"
    assert not Campaign.objects.filter(slug="boats").exists()
    delete(job_id=Job.objects.get().id)
    assert not Campaign.objects.exists()


@pytest.mark.parametrize(
    ("page", "sent"), [("start-over", files), ("delete", lambda: {"typed": "boats"})]
)
def test_once_rated_the_pages_say_so_and_refuse(campaign, owner, page, sent):
    rate(take(join(campaign)), lambda candidate: 2)
    address = f"/campaigns/boats/{page}/"
    assert "their ratings would be lost" in owner.get(address).content.decode()
    owner.post(address, sent())
    assert campaign.systems.exists()
    assert not Job.objects.exists()
