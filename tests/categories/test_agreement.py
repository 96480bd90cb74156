"""Agreement on categories, as a page, the API and a command tell it."""

import pytest
from django.core.management import CommandError
from django.urls import reverse

from agreement.models import TaggedDocument, Theme
from agreement.services import measure_agreement
from agreement.services.summing import bring_sums_up_to_date
from annotators.models import Annotator, Remark
from campaigns.models import AuditEntry
from rating.models import Assignment
from rating.selectors.effects import effects_of
from rating.services.importing import import_ratings
from scoring.selectors.paper_tables import paper_tables
from tests.categories.rated import rated_categories
from tests.commands import facts_of, printed_by
from tests.factories import source
from tests.people import make_lead, signed_in, token_for

pytestmark = pytest.mark.django_db

PAIRS = {
    # Documents 1, 2, 3 and thrice 4: of six pairs 1, 2 and ben and cem on 4 agree.
    "leaf": {("Plan", "Report"): 1, ("Private", "Report"): 2},
    "top": {("Private", "Work"): 2},
}


@pytest.fixture
def campaign():
    return rated_categories()


@pytest.fixture
def lead(campaign):
    return make_lead("lou", campaign, "manager")


def test_every_level_has_measures_and_what_was_taken_for_what(campaign):
    levels = measure_agreement(campaign=campaign).levels
    for name, pairs in PAIRS.items():
        found = {(one["a"], one["b"]): one["n"] for one in levels[name]["confusions"]}
        assert found == pairs
    assert levels["leaf"]["measures"]["pairwise_exact"]["value"] == pytest.approx(3 / 6)
    assert levels["top"]["measures"]["pairwise_exact"]["value"] == pytest.approx(4 / 6)
    private = next(one for one in levels["top"]["categories"] if one["category"] == "Private")
    assert (private["n"], private["both"], private["one"]) == (4, 2, 2)
    assert private["agreement"] == pytest.approx(4 / 6)


def test_page_command_and_api_tell_the_same(campaign, lead):
    told = facts_of("agreement", campaign.slug)
    report = campaign.agreement_reports.get()
    client = signed_in(lead)
    page = client.get(reverse("agreement", args=[campaign.slug]))
    assert page.status_code == 200
    text = page.content.decode()
    assert "level=leaf&amp;a=Plan&amp;b=Report" in text
    assert "alpha_ordinal" not in text
    told_by_api = client.get(
        reverse("api-report", args=[campaign.slug, report.id]),
        headers={"Authorization": f"Bearer {token_for(lead)}"},
    ).json()
    assert told["levels"] == told_by_api["levels"] == report.levels
    lines, _errors = printed_by("agreement", campaign.slug, "--latest")
    assert "disagreement" in lines


@pytest.mark.parametrize("level", ["leaf", "top"])
@pytest.mark.parametrize("name", ["categories", "agreements", "confusions", "matrix"])
def test_every_table_is_a_file(campaign, lead, level, name):
    report = measure_agreement(campaign=campaign)
    for form in ("csv", "tex"):
        there = reverse(
            "agreement-table", args=[campaign.slug, report.id, f"{name}_{level}", form]
        )
        assert "Private" in signed_in(lead).get(there).content.decode()


@pytest.mark.parametrize("name", ["categories_leaf", "agreements_top"])
def test_figures_1_and_2_are_drawn(campaign, lead, name):
    report = measure_agreement(campaign=campaign)
    for form, start in (("svg", b"<?xml"), ("pdf", b"%PDF")):
        there = reverse("agreement-figure", args=[campaign.slug, report.id, name, form])
        assert signed_in(lead).get(there).content.startswith(start)


@pytest.mark.parametrize(
    ("asked", "expected"),
    [
        ("", ["3", "4"]),
        ("?level=top", ["4"]),
        ("?level=leaf&a=Plan&b=Report", ["3"]),
        ("?level=leaf&a=Plan&b=Plan", ["1"]),
        ("?level=top&a=Work&b=Work", ["1", "3"]),
        ("?level=top&a=Work&b=Private", ["4"]),
        ("?level=2", []),
    ],
)
def test_a_cell_leads_to_its_documents(campaign, lead, asked, expected):
    there = reverse("api-disagreements", args=[campaign.slug])
    found = signed_in(lead).get(
        there + asked, headers={"Authorization": f"Bearer {token_for(lead)}"}
    )
    assert [row["document"] for row in found.json()["rows"]] == expected
    if "2" not in asked:
        page = signed_in(lead).get(reverse("agreement-documents", args=[campaign.slug]) + asked)
        assert [one.item.key for one in page.context["documents"]] == expected


def test_what_annotators_wrote_stands_beside_the_document(campaign, lead):
    Remark.objects.create(
        annotator=Annotator.objects.get(name="ben"),
        item=campaign.items.get(key="3"),
        comment="It tells of May, so it is a report.",
    )
    page = signed_in(lead).get(reverse("agreement-documents", args=[campaign.slug]))
    assert "It tells of May" in page.content.decode()


def test_page_and_api_tag_alike_and_the_themes_are_counted(campaign, lead):
    client, headers = signed_in(lead), {"Authorization": f"Bearer {token_for(lead)}"}
    for key, theme in (("3", "past or future"), ("4", "past or future"), ("4", "tone")):
        item = campaign.items.get(key=key)
        there, sent = reverse("tag-document", args=[campaign.slug, item.id]), {}
        if theme == "tone":
            sent = {"content_type": "application/json", "headers": headers}
            there = reverse("api-document-themes", args=[campaign.slug, item.id])
        assert client.post(there, {"theme": theme}, **sent).status_code in (200, 302)
    found = client.get(reverse("api-themes", args=[campaign.slug]), headers=headers).json()
    assert found == {
        "disagreeing": 2,
        "rows": [
            {"theme": "past or future", "documents": 2, "share": 1.0, "examples": ["3", "4"]},
            {"theme": "tone", "documents": 1, "share": 0.5, "examples": ["4"]},
        ],
    }
    csv = client.get(reverse("agreement-themes-file", args=[campaign.slug, "csv"]))
    assert csv.content.decode().splitlines()[1] == 'past or future,2,1.0,"3, 4"'
    assert client.get(reverse("agreement-themes", args=[campaign.slug])).status_code == 200
    assert facts_of("themes", campaign.slug) == found
    # Counted by the sums that are kept, while these are of now; and then anew.
    bring_sums_up_to_date(campaign)
    assert facts_of("themes", campaign.slug) == found
    import_ratings(
        campaign=campaign,
        ratings=source("document,annotator,category\n1,zoe,Report\n", "more.csv"),
    )
    assert facts_of("themes", campaign.slug)["disagreeing"] == 3
    bring_sums_up_to_date(campaign)
    assert facts_of("themes", campaign.slug)["disagreeing"] == 3
    item = campaign.items.get(key="4")
    there = reverse("untag-document", args=[campaign.slug, item.id])
    client.post(there, {"theme": "tone"})
    assert [*Theme.objects.values_list("name", flat=True)] == ["past or future"]
    assert TaggedDocument.objects.count() == 2
    log = AuditEntry.objects.filter(campaign=campaign, action__contains="tag document")
    assert log.count() == 4


def test_leaving_an_annotator_out_is_measured_on_names(campaign):
    """Without ben: of 1 to 3 one annotation is left, and cem's of 4 differs from ann's."""
    sittings = Assignment.objects.filter(annotator__name="ben")
    effect = effects_of(campaign, sittings, way="out").whole
    found = {key: (before.value, after.value) for key, (before, after) in effect.measures}
    assert found["pairwise_exact"] == (0.5, 0)
    assert "sd" not in found


def test_tables_of_the_papers_that_need_an_order_are_left_out(campaign):
    measure_agreement(campaign=campaign)
    assert not [made for made in paper_tables(campaign, None) if made.declared.report]


def test_a_shell_tags_and_counts_them_too(campaign):
    tagged = facts_of(
        "themes", campaign.slug, "--theme", "past or future", "--tag", "3", "4", "--untag", "4"
    )
    assert tagged == {
        "disagreeing": 2,
        "rows": [{"theme": "past or future", "documents": 1, "share": 0.5, "examples": ["3"]}],
    }
    printed, _errors = printed_by("themes", campaign.slug)
    assert "past or future" in printed
    assert AuditEntry.objects.filter(action="tag document").count() == 2
    for wrong, told in ((("--tag", "3"), "--theme"), (("--theme", "x", "--tag", "9"), "id 9")):
        with pytest.raises(CommandError, match=told):
            facts_of("themes", campaign.slug, *wrong)
    assert facts_of("themes", campaign.slug) == tagged
