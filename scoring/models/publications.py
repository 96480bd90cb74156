"""Releases that anybody may read and cite, each on a page of its own."""

from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from scoring.models.releases import Release
from sources.models import System


class PublicGold(models.Model):
    """A release that was made public. What its page tells of the campaign was written down that
    day: who cites the page finds there what they cited, whatever changes in the campaign."""

    # One to one: a second page of a release would be cited as something else.
    release = models.OneToOneField(Release, models.CASCADE, related_name="public")
    published_at = models.DateTimeField(default=timezone.now)
    told = models.JSONField(help_text=_("what its page and its files tell of the campaign"))
    withdrawn_at = models.DateTimeField(
        null=True, blank=True, help_text=_("since when its page has the citation alone")
    )

    class Meta:
        ordering = ["-published_at", "-id"]

    def __str__(self) -> str:
        return f"{self.release}"


class PublicEntry(models.Model):
    """A line of a public release's leaderboard, with the scores it had when it was added."""

    gold = models.ForeignKey(PublicGold, models.CASCADE, related_name="entries", db_index=False)
    # A system can be removed later; what was said of it goes with it, its address stays.
    system = models.ForeignKey(
        System, models.SET_NULL, null=True, blank=True, related_name="public_entries"
    )
    key = models.SlugField(max_length=120, help_text=_("in the address of its page"))
    published_at = models.DateTimeField(default=timezone.now)
    told = models.JSONField(help_text=_("name, team, signature and scores, as they were"))

    class Meta:
        ordering = ["gold", "id"]
        constraints = [
            # An address of two systems would change with who is asked first.
            models.UniqueConstraint(fields=["gold", "key"], name="public_entry_key_once"),
            models.UniqueConstraint(fields=["gold", "system"], name="public_entry_once"),
        ]

    def __str__(self) -> str:
        return f"{self.gold} {self.key}"
