"""A campaign whose annotators propose, with all that leads do in it, and its pages."""

from django.contrib.auth.models import User

from annotation_site.demo.first_words import load_first_words
from campaigns.models import Member
from proposing.services.dispatching import dispatch_proposals
from proposing.services.exclusions import exclude_proposals
from proposing.services.freezing import freeze_first_gold
from proposing.services.reporting import report_first_gold
from proposing.services.spellings import accept_spelling, keep_spelling, set_lemma_undone

PATHS = (
    *("", "sources/", "first-gold/", "first-gold/sentences/", "first-gold/spellings/"),
    *("first-gold/spellings/?state=all", "first-gold/merges/", "first-gold/lemmas/"),
    *("first-gold/unclear/", "first-gold/annotators/", "first-gold/agreement/"),
    *("first-gold/freeze/", "settings/", "annotators-see/"),
)


def make_first_words(by: User) -> None:
    """The demo's first stage with something decided, somebody left out, and a gold frozen that
    another round would change."""
    campaign = load_first_words()
    Member.objects.create(campaign=campaign, user=by, role=Member.Role.OWNER)
    item = campaign.items.get(key="10")
    accept_spelling(item=item, spelling="quietely", into="quietly", by=by)
    keep_spelling(item=campaign.items.get(key="4"), spelling="hauled", by=by)
    set_lemma_undone(lemma=campaign.lemmas.get(form="travels"), undone=True, by=by)
    report_first_gold(campaign=campaign)
    freeze_first_gold(campaign=campaign, by=by)
    dispatch_proposals(campaign=campaign, annotators=2, seed=2, by=by)
    proposer = campaign.annotators.filter(proposals__isnull=False).order_by("id").first()
    exclude_proposals(annotator=proposer, reason="They copy.", by=by)
