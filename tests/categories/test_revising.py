"""A tree of categories is revised, and annotations go with it where they can."""

import random
from itertools import chain

import pytest
from django.urls import reverse

from campaigns.models import AuditEntry, Campaign, TreeRevision
from campaigns.services.webhooks import make_webhook
from pooling.models import Placement
from pooling.services.dispatching import dispatch_campaign
from pooling.services.fill_pool import pool_campaign
from rating.models import Assignment, Rating
from rating.selectors.counting import counting_ratings
from rating.selectors.revisions import documents_left, with_lost
from rating.selectors.sittings import shown_in
from rating.services.revising import preview_revision, revise_categories
from rating.services.sittings import take_subset
from regild.problems import BadFiles
from sources.models import Answer, GoldAnswer, Item
from sources.services.systems import add_system
from tests.categories.factories import LABELS, make_categories
from tests.categories.rated import rated_categories
from tests.commands import facts_of
from tests.factories import source
from tests.people import make_lead, program_of, signed_in
from tests.rating.sitting import join, rate, take
from tests.storm.books import Books
from tests.storm.checks import (
    over_but_open,
    too_many_ratings,
    wrong_remaining,
    wrong_seats,
    wrong_sizes,
    wrong_sums,
    wrongly_counted,
)

pytestmark = pytest.mark.django_db

HEAD = "change,category,to,parent,definition\n"


def changes(text):
    return source(HEAD + text, "changes.csv")


def chosen(campaign):
    """(document, annotator) → category, of what counts."""
    labels = dict(campaign.scale.values_list("value", "label"))
    rows = counting_ratings(campaign).values_list(
        "candidate__item__key", "annotator__name", "value"
    )
    return {(key, name): labels[value] for key, name, value in rows}


@pytest.fixture
def campaign():
    return rated_categories()


def test_a_renamed_or_moved_category_keeps_its_code_and_its_annotations(campaign):
    before = list(Rating.objects.order_by("id").values())
    made = revise_categories(
        campaign=campaign,
        changes=changes("rename,Plan,Appointment,,\nmove,Report,,,\n"),
        note="after the first round",
    )
    assert list(Rating.objects.order_by("id").values()) == before
    assert [*campaign.scale.values_list("value", "label")] == [
        (0, "Appointment"),
        (1, "Report"),
        (2, "Private"),
    ]
    assert campaign.categories.get(name="Report").parent is None
    assert {fate["name"]: fate["fate"] for fate in made.fates} == {
        "Plan": "renamed",
        "Report": "moved",
        "Private": "kept",
    }
    assert (made.number, made.carried, made.dropped) == (1, 0, 0)


def test_merged_annotations_go_over_in_rows_of_their_own(campaign):
    version = campaign.ratings_version
    made = revise_categories(campaign=campaign, changes=changes("merge,Report,Plan,,\n"))
    assert chosen(campaign)["3", "ben"] == chosen(campaign)["4", "ann"] == "Plan"
    old = Rating.objects.filter(superseded_at=made.made_at)
    new = Rating.objects.filter(rated_at=made.made_at)
    rows = ("annotator", "candidate", "assignment", "imported")
    assert sorted(old.values_list(*rows)) == sorted(new.values_list(*rows))
    assert {*old.values_list("value", flat=True)} == {1}
    assert {*new.values_list("value", flat=True)} == {0}
    assert (made.carried, made.dropped) == (2, 0)
    campaign.refresh_from_db()
    assert campaign.ratings_version > version


def test_split_and_removed_annotations_stop_counting_and_are_listed(campaign):
    made = revise_categories(
        campaign=campaign,
        changes=changes(
            "split,Plan,Meeting,,\nsplit,Plan,Trip,,\nremove,Private,,,\nadd,Other,,,\n"
        ),
    )
    # Of four annotations as Plan three, and three as Private in document 2 and 4.
    assert made.dropped == 3 + 4
    assert chosen(campaign) == {("3", "ben"): "Report", ("4", "ann"): "Report"}
    # Codes 0 and 2 are nobody's any more.
    assert [*campaign.scale.values_list("value", "label")] == [
        (1, "Report"),
        (3, "Meeting"),
        (4, "Trip"),
        (5, "Other"),
    ]


def test_a_code_is_never_given_again(campaign):
    for number, name in enumerate(("A", "B", "C")):
        revise_categories(campaign=campaign, changes=changes(f"add,{name},,,\n"))
        assert campaign.scale.get(label=name).value == 3 + number
        revise_categories(campaign=campaign, changes=changes(f"remove,{name},,,\n"))
    codes = [one["code"] for made in TreeRevision.objects.all() for one in made.after]
    assert max(code for code in codes if code is not None) == 5


def test_labels_of_gold_and_systems_go_along_or_stay_and_are_told(campaign):
    add_system(campaign=campaign, name="first", answers=source(LABELS, "first.csv"))
    made = revise_categories(campaign=campaign, changes=changes("merge,Report,Plan,,\n"))
    assert [*GoldAnswer.objects.order_by("item").values_list("item__key", "text", "votes")] == [
        ("1", "Plan", 2),
        ("3", "Plan", 1),
    ]
    assert (made.labels_carried, made.labels_left) == (2, 0)
    made = revise_categories(
        campaign=campaign, changes=changes("remove,Private,,,\nadd,X,,,\n")
    )
    assert (made.labels_carried, made.labels_left) == (0, 1)
    assert [*Answer.objects.order_by("id").values_list("text", flat=True)] == [
        "Plan",
        "Private",
        "Plan",
    ]


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("rename,Nobody,X,,\n", "line 2: there is no category 'Nobody'"),
        ("rename,Plan,Report,,\n", "there is a category 'Report' already"),
        ("remove,Work,,,\n", "'Work' has others below it"),
        ("move,Report,,Plan,\n", "'Plan' can be chosen itself"),
        ("remove,Plan,,,\nremove,Report,,,\n", "nothing is left below category 'Work'"),
        ("invent,Plan,,,\n", "change 'invent' is not known"),
    ],
)
def test_what_cannot_be_done_is_told_by_its_line_and_nothing_is_stored(campaign, text, told):
    with pytest.raises(BadFiles, match=told):
        revise_categories(campaign=campaign, changes=changes(text))
    assert not TreeRevision.objects.exists()
    assert campaign.categories.count() == 4


def test_the_effect_is_shown_before_and_equals_what_is_done(campaign):
    text = "merge,Report,Plan,,\nremove,Private,,,\nadd,Other,,,\n"
    effect = preview_revision(campaign=campaign, changes=changes(text))
    assert not TreeRevision.objects.exists()
    assert {one.name: one.annotations for one in effect.categories} == {
        "Plan": 3,
        "Report": 2,
        "Private": 4,
    }
    made = revise_categories(campaign=campaign, changes=changes(text))
    assert (made.carried, made.dropped) == (effect.carried, effect.dropped) == (2, 4)


def test_page_command_and_api_do_the_same(tmp_path):
    found = []
    text = HEAD + "merge,Report,Plan,,\n"
    rows = [{"change": "merge", "category": "Report", "to": "Plan"}]
    for way in ("page", "command", "api"):
        campaign = rated_categories(way)
        lead = make_lead(way, campaign, "manager")
        make_webhook(
            campaign=campaign,
            url="https://example.org/",
            events=["categories.revised"],
            by=lead,
        )
        if way == "page":
            there = reverse("preview-revision", args=[way])
            shown = signed_in(lead).post(there, {"changes": text, "note": "n", "number": 1})
            assert shown.context["effect"].carried == 2
            there = reverse("revise-categories", args=[way])
            signed_in(lead).post(there, {"changes": text, "note": "n", "number": 1})
        elif way == "command":
            (tmp_path / "changes.csv").write_text(text)
            given = ["revise_categories", way, tmp_path / "changes.csv", "--note", "n"]
            assert facts_of(*given, "--dry-run")["carried"] == 2
            assert facts_of(*given)["revision"] == 1
        else:
            program = program_of(lead)
            body = {"changes": rows}
            sent = {"content_type": "application/json"}
            there = reverse("api-preview-revision", args=[way])
            assert program.post(there, body, **sent).json()["carried"] == 2
            there = reverse("api-revisions", args=[way])
            made = program.post(there, body | {"note": "n", "number": 1}, **sent)
            assert made.status_code == 201
        columns = ("number", "note", "before", "after", "fates", "carried", "dropped")
        revision = TreeRevision.objects.filter(campaign=campaign).values(*columns).get()
        message = campaign.webhooks.get().messages.get()
        assert message.event == "categories.revised"
        assert AuditEntry.objects.filter(campaign=campaign, action="revise categories").exists()
        found.append((revision, chosen(campaign)))
    assert found[0] == found[1] == found[2]


def test_a_revision_looked_at_before_another_is_refused(campaign):
    lead = make_lead("lou", campaign, "manager")
    revise_categories(campaign=campaign, changes=changes("rename,Plan,X,,\n"))
    there = reverse("revise-categories", args=[campaign.slug])
    told = {"changes": HEAD + "rename,X,Y,,\n", "number": 1}
    page = signed_in(lead).post(there, told)
    assert "revised meanwhile" in page.content.decode()
    assert TreeRevision.objects.count() == 1


def test_agreement_before_and_after_is_told_alike_by_page_command_and_api(campaign):
    """On 1 to 3 alone: of 4 two annotations were Private, so that one is left."""
    made = revise_categories(
        campaign=campaign,
        changes=changes("merge,Report,Plan,,\nremove,Private,,,\nadd,Other,,,\n"),
    )
    told = facts_of("compare_revision", campaign.slug)
    # Document 2 lost both of its annotations: 1 and 3 have two then and now.
    assert told["n_documents"] == 2
    exact = {
        (side, level): told[side][level]["measures"]["pairwise_exact"]["value"]
        for side in ("before", "after")
        for level in ("leaf", "top")
    }
    assert exact == {
        ("before", "leaf"): 0.5,
        ("before", "top"): 1,
        ("after", "leaf"): 1,
        ("after", "top"): 1,
    }
    lead = make_lead("lou", campaign, "viewer")
    there = reverse("api-revision-agreement", args=[campaign.slug, made.number])
    assert program_of(lead).get(there).json() == told
    page = signed_in(lead).get(reverse("agreement-revision", args=[campaign.slug, made.number]))
    assert page.status_code == 200
    assert page.context["found"]._asdict() == told
    there = reverse("agreement-revision-file", args=[campaign.slug, made.number, "csv"])
    first, *rows = signed_in(lead).get(there).content.decode().splitlines()
    assert first.startswith("level,measure,before,before_low,before_high,n_before,after,")
    assert any(row.startswith("leaf,pairwise_exact,0.5,") for row in rows)
    for name in ("categories", "revision"):
        numbers = [made.number] if name == "revision" else []
        page = signed_in(lead).get(reverse(name, args=[campaign.slug, *numbers]))
        assert page.status_code == 200


# ---- With annotators online. ----

PLAN, REPORT, PRIVATE = range(3)


def choosing(*codes):
    """By the number of the document, which is its key."""
    return lambda candidate: codes[int(candidate.item.key) - 1]


@pytest.fixture
def online():
    """Documents 1 to 4, each in a subset of its own, wanted twice."""
    campaign = make_categories()
    pool_campaign(campaign=campaign)
    Campaign.objects.update(state="open", min_ratings=2, max_ratings=2)
    campaign.refresh_from_db()
    place(campaign, subsets=4)
    return campaign


def balance_books():
    """What must be true of the tables whenever nobody writes."""
    books = Books()
    found = (wrong_remaining, over_but_open, wrong_seats, too_many_ratings, wrongly_counted)
    assert [*chain.from_iterable(ask(books) for ask in (*found, wrong_sums, wrong_sizes))] == []


def place(campaign, *, subsets):
    keys = [*campaign.items.values_list("key", flat=True)]
    dispatch_campaign(
        campaign=Campaign.objects.get(id=campaign.pk),
        subsets=subsets,
        block_size=8,
        seed=1,
        allow_unanchored=keys,
    )


def answer_all(annotator, value):
    """Subset after subset, until there is none; the documents that were shown."""
    shown = []
    while taken := take_subset(annotator=annotator, rng=random.Random(1)):
        sitting = taken.assignment
        shown += [one.item for one in shown_in(sitting)]
        rate(sitting, value)
    return sorted(Item.objects.filter(id__in=shown).values_list("key", flat=True))


def test_what_was_dropped_is_dispatched_again_and_asked_of_the_same_annotators(online):
    ann, ben = join(online), join(online)
    assert answer_all(ann, choosing(PLAN, PLAN, REPORT, PRIVATE)) == ["1", "2", "3", "4"]
    assert answer_all(ben, choosing(PLAN, REPORT, REPORT, PRIVATE)) == ["1", "2", "3", "4"]
    split = "split,Plan,Meeting,,\nsplit,Plan,Trip,,\n"
    made = revise_categories(campaign=online, changes=changes(split))
    assert made.dropped == 3
    assert {one.item.key: one.again for one in with_lost(made, documents_left(made))} == {
        "1": 0,
        "2": 1,
    }
    balance_books()
    placed = Placement.objects.filter(subset__campaign=online)
    assert {*placed.values_list("candidate__item__key", flat=True)} == {"3", "4"}
    place(online, subsets=1)
    assert placed.count() == 4
    # Of document 2 ben has an answer that counts: it is not asked of him again.
    assert answer_all(ben, choosing(3, 3, 3, 3)) == ["1"]
    assert answer_all(ann, choosing(4, 4, 4, 4)) == ["1", "2"]
    counted = counting_ratings(online).order_by("candidate__item__key", "annotator", "id")
    assert [*counted.values_list("candidate__item__key", "annotator", "value")] == [
        ("1", ann.id, 4),
        ("1", ben.id, 3),
        ("2", ann.id, 4),
        ("2", ben.id, REPORT),
        ("3", ann.id, REPORT),
        ("3", ben.id, REPORT),
        ("4", ann.id, PRIVATE),
        ("4", ben.id, PRIVATE),
    ]
    assert answer_all(join(online), choosing(3, 3, 3, 3)) == []
    balance_books()
    assert {one.again for one in with_lost(made, documents_left(made))} == {2}


def test_where_somebody_sits_the_document_stays_and_is_asked_again_there(online):
    ann = join(online)
    sitting = take(ann)
    key = shown_in(sitting)[0].item
    rate(sitting, lambda _candidate: PLAN)
    ben = join(online)
    others = []
    while (at := take(ben)).subset_id != sitting.subset_id:
        rate(at, lambda _candidate: REPORT)
        others.append(at)
    remove = "remove,Plan,,,\nadd,Other,,,\n"
    made = revise_categories(campaign=online, changes=changes(remove))
    assert made.dropped == 1
    assert Placement.objects.filter(candidate__item=key, subset=at.subset).exists()
    at.refresh_from_db()
    assert (at.state, at.remaining) == ("open", 1)
    balance_books()
    rate(at, lambda _candidate: 3)
    at.refresh_from_db()
    assert at.state == "complete"


def test_an_open_sitting_answers_again_what_lost_its_category(online):
    place(online, subsets=1)
    sitting = take(join(online))
    rate(sitting, choosing(PLAN, REPORT, PLAN, PRIVATE), but=1)
    answered = set(Rating.objects.filter(value=PLAN).values_list("candidate", flat=True))
    revise_categories(campaign=online, changes=changes("remove,Plan,,,\nadd,Other,,,\n"))
    sitting.refresh_from_db()
    assert sitting.state == Assignment.State.OPEN
    assert sitting.remaining == 1 + len(answered)
    balance_books()
    rate(sitting, lambda _candidate: 3)
    sitting.refresh_from_db()
    assert (sitting.state, sitting.remaining) == (Assignment.State.COMPLETE, 0)
