"""The log of a campaign, and what can stand in it."""

from django.db.models import (
    QuerySet,
)
from django.utils.translation import gettext_noop

from campaigns.models import (
    AuditEntry,
    Campaign,
)

# What the audit log tells, in the order of the work. Here by name, so that each has its words
# in the other languages.
ACTIONS = [
    gettext_noop("create campaign"),
    gettext_noop("replace sentences"),
    gettext_noop("add system"),
    gettext_noop("replace answers"),
    gettext_noop("rename system"),
    gettext_noop("hide system"),
    gettext_noop("show system"),
    gettext_noop("remove system"),
    gettext_noop("change settings"),
    gettext_noop("change pool settings"),
    gettext_noop("change scale"),
    gettext_noop("switch encouragement"),
    gettext_noop("dispatch proposals"),
    gettext_noop("take back rounds"),
    gettext_noop("import proposals"),
    gettext_noop("accept spelling"),
    gettext_noop("keep spelling"),
    gettext_noop("forget spelling"),
    gettext_noop("bring in lemmas"),
    gettext_noop("undo lemma"),
    gettext_noop("redo lemma"),
    gettext_noop("exclude proposals"),
    gettext_noop("undo exclusion of proposals"),
    gettext_noop("freeze first gold"),
    gettext_noop("pool"),
    gettext_noop("confirm merges"),
    gettext_noop("undo merge"),
    gettext_noop("redo merge"),
    gettext_noop("dispatch"),
    gettext_noop("calibrate"),
    gettext_noop("draw round"),
    gettext_noop("take back round"),
    gettext_noop("open campaign"),
    gettext_noop("pause campaign"),
    gettext_noop("close campaign"),
    gettext_noop("import ratings"),
    gettext_noop("take back import"),
    gettext_noop("answer remark"),
    gettext_noop("hide sentence"),
    gettext_noop("show sentence"),
    gettext_noop("hide candidate"),
    gettext_noop("show candidate"),
    gettext_noop("exclude sitting"),
    gettext_noop("undo exclusion of sitting"),
    gettext_noop("exclude annotator"),
    gettext_noop("undo exclusion of annotator"),
    gettext_noop("repair sittings"),
    gettext_noop("release gold"),
    gettext_noop("publish release"),
    gettext_noop("unpublish release"),
    gettext_noop("set DOI"),
    gettext_noop("store word list"),
    gettext_noop("remove word list"),
    gettext_noop("tag document"),
    gettext_noop("untag document"),
    gettext_noop("revise categories"),
    gettext_noop("mark multiword targets"),
    gettext_noop("name part"),
    gettext_noop("remove part"),
    gettext_noop("rescore"),
    gettext_noop("ranking settled"),
    gettext_noop("import judgements"),
    gettext_noop("remove judge"),
    gettext_noop("score distributions"),
    gettext_noop("remove distributions"),
    gettext_noop("make submission link"),
    gettext_noop("close submission link"),
    gettext_noop("show leaderboard"),
    gettext_noop("hide leaderboard"),
    gettext_noop("invite member"),
    gettext_noop("cancel invitation"),
    gettext_noop("accept invitation"),
    gettext_noop("change role"),
    gettext_noop("remove member"),
    gettext_noop("make API token"),
    gettext_noop("take back API token"),
    gettext_noop("change summaries"),
    gettext_noop("make webhook"),
    gettext_noop("remove webhook"),
    gettext_noop("purge personal data"),
    gettext_noop("delete test ratings"),
    gettext_noop("archive campaign"),
    gettext_noop("bring back campaign"),
    gettext_noop("delete campaign"),
]


def audit_entries(
    campaign: Campaign, *, actor: str = "", action: str = ""
) -> QuerySet[AuditEntry]:
    """What was done to the campaign, newest first; `actor` is a name as it was then."""
    # By slug for its index; by campaign because a deleted one's slug may be taken again.
    entries = AuditEntry.objects.filter(slug=campaign.slug, campaign=campaign)
    if actor:
        entries = entries.filter(actor_name=actor)
    return entries.filter(action=action) if action else entries


def audit_facets(campaign: Campaign) -> tuple[list[str], list[str]]:
    """Who is in the log and what was done, to filter by; the site itself has no name.

    What was done comes in the order of the work, what this version no longer does at the end.
    """
    entries = audit_entries(campaign).order_by()
    actors = entries.exclude(actor_name="").values_list("actor_name", flat=True)
    actions = entries.values_list("action", flat=True)
    done = set(actions.distinct())
    ordered = [action for action in ACTIONS if action in done]
    return sorted(actors.distinct()), ordered + sorted(done.difference(ACTIONS))
