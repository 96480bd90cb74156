"""Who may work on a campaign, from where, and what they did."""

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from campaigns.models.campaign import Campaign


class Member(models.Model):
    class Role(models.TextChoices):
        OWNER = "owner", _("owner")
        MANAGER = "manager", _("manager")
        VIEWER = "viewer", _("viewer")

    campaign = models.ForeignKey(Campaign, models.CASCADE, related_name="members")
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.CASCADE, related_name="memberships"
    )
    role = models.CharField(max_length=7, choices=Role)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["campaign", "user"], name="member_one_role"),
        ]

    def __str__(self) -> str:
        return f"{self.user} ({self.role})"


class Invitation(models.Model):
    """A link that makes whoever holds it a member, once; only its hash is kept."""

    campaign = models.ForeignKey(Campaign, models.CASCADE, related_name="invitations")
    email = models.EmailField()
    role = models.CharField(max_length=7, choices=Member.Role)
    token_hash = models.CharField(max_length=64, unique=True)
    created_at = models.DateTimeField(default=timezone.now)
    expires_at = models.DateTimeField()
    used_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["-id"]
        constraints = [
            # A second link for one person would still work after the first was cancelled.
            models.UniqueConstraint(
                fields=["campaign", "email"],
                condition=Q(used_at__isnull=True),
                name="invitation_one_unused_per_address",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.email} ({self.role})"


class ApiToken(models.Model):
    """Lets a program do what a lead may; only its hash is kept.

    It opens what its lead's role opens, and no more than `scope` says, be it in one campaign
    or in all of theirs.
    """

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.CASCADE, related_name="api_tokens"
    )
    campaign = models.ForeignKey(
        Campaign, models.CASCADE, null=True, blank=True, related_name="api_tokens"
    )
    name = models.CharField(max_length=80, help_text=_("what it is for"))
    scope = models.CharField(max_length=7, choices=Member.Role)
    token_hash = models.CharField(max_length=64, unique=True)
    created_at = models.DateTimeField(default=timezone.now)
    expires_at = models.DateTimeField(null=True, blank=True)
    used_at = models.DateTimeField(null=True, blank=True, help_text=_("to the hour"))

    class Meta:
        ordering = ["-id"]

    def __str__(self) -> str:
        return f"{self.name} ({self.scope})"


class AuditEntry(models.Model):
    """Who did what, when, to which campaign. Written once; there is no way to change one."""

    # The name stays when the account or the campaign goes.
    campaign = models.ForeignKey(
        Campaign, models.SET_NULL, null=True, blank=True, related_name="audit"
    )
    slug = models.CharField(max_length=60)
    actor = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, blank=True, related_name="+"
    )
    actor_name = models.CharField(max_length=150, help_text=_("empty: the site itself"))
    action = models.CharField(max_length=40)
    detail = models.JSONField(default=dict, blank=True)
    at = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering = ["-id"]
        indexes = [models.Index(fields=["slug", "id"], name="audit_by_campaign")]

    def __str__(self) -> str:
        return f"{self.actor_name} {self.action} {self.slug}"
