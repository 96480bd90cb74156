"""Systems that answer with distributions, and what they score on a release."""

from django.conf import settings
from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from scoring.models.releases import Release


class SoftSystem(models.Model):
    """What a file scored on one release, which never changes: neither do its scores, and the
    file is not kept. It is pooled nowhere and rated by nobody."""

    release = models.ForeignKey(
        Release, models.CASCADE, related_name="soft_systems", db_index=False
    )
    name = models.CharField(max_length=100)
    by_person = models.BooleanField(
        help_text=_("whether it says what each annotator gave, and not the share of each value")
    )
    file = models.CharField(max_length=255)
    sha256 = models.CharField(max_length=64)
    n_items = models.PositiveIntegerField(help_text=_("of the release"))
    unanswered = models.PositiveIntegerField(
        help_text=_("of these, or of what annotators gave them")
    )
    measures = models.JSONField(help_text=_("value, n and reason, by measure"))
    added_at = models.DateTimeField(default=timezone.now)
    added_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, blank=True, related_name="+"
    )

    class Meta:
        ordering = ["id"]
        constraints = [
            # Two files under one name would be two systems that nobody can tell apart.
            models.UniqueConstraint(fields=["release", "name"], name="soft_system_name_once"),
        ]

    def __str__(self) -> str:
        return self.name
