"""A campaign of categories goes to another site with its reports, themes and revisions."""

import pytest

from agreement.models import TaggedDocument
from agreement.selectors.revisions import before_and_after
from agreement.services import measure_agreement
from agreement.services.themes import tag_document
from annotation_site.archives.moving import export_campaign, import_campaign
from campaigns.models import Campaign, TreeRevision
from rating.selectors.revisions import documents_left
from rating.services.revising import revise_categories
from tests.categories.rated import rated_categories
from tests.factories import source
from tests.rating.sitting import delete_annotators

pytestmark = pytest.mark.django_db(transaction=True)

CHANGES = """\
change,category,to
merge,Report,Plan
remove,Private,
add,Other,
"""
KEPT = ("number", "made_at", "note", "before", "after", "fates", "carried", "dropped")


def test_an_archive_holds_reports_themes_and_revisions(tmp_path):
    campaign = rated_categories()
    report = measure_agreement(campaign=campaign)
    tag_document(item=campaign.items.get(key="3"), theme="past or future", by=None)
    made = revise_categories(campaign=campaign, changes=source(CHANGES, "c.csv"), note="first")
    compared = before_and_after(made)
    left = [*documents_left(made).values_list("key", flat=True)]
    assert left == ["2", "4"]
    kept = TreeRevision.objects.values(*KEPT).get()
    export_campaign(campaign=campaign, path=tmp_path / "mail.zip")
    delete_annotators(campaign)
    Campaign.objects.get(id=campaign.pk).delete()
    import_campaign(tmp_path / "mail.zip")
    moved = Campaign.objects.get()
    assert TreeRevision.objects.values(*KEPT).get() == kept
    assert moved.agreement_reports.get().levels == report.levels
    there = moved.revisions.get()
    assert before_and_after(there) == compared
    assert [*documents_left(there).values_list("key", flat=True)] == left
    tagged = TaggedDocument.objects.get()
    assert (tagged.theme.campaign, tagged.item.key) == (moved, "3")
