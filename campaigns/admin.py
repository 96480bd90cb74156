"""For operators: look into a campaign, mend a membership, see why a job failed.

What has rules of its own (bringing in, pooling, rating, releasing) is not changed here: the
admin knows none of them.
"""

from typing import Any

from django.contrib import admin
from django.http import HttpRequest

from campaigns.models import (
    ApiToken,
    AuditEntry,
    Campaign,
    Job,
    Member,
    Trial,
    Webhook,
    WebhookMessage,
)


class ReadOnlyAdmin(admin.ModelAdmin):  # type: ignore[type-arg]
    """To look at, not to touch."""

    list_per_page = 50
    show_full_result_count = False

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False


@admin.register(Campaign)
class CampaignAdmin(ReadOnlyAdmin):
    list_display = ("slug", "title", "language", "state", "created_at")
    list_filter = ("state", "language")
    search_fields = ("slug", "title")


@admin.register(Member)
class MemberAdmin(admin.ModelAdmin):  # type: ignore[type-arg]
    """A campaign whose last owner left is given a new one here."""

    list_display = ("campaign", "user", "role")
    list_filter = ("role",)
    search_fields = ("campaign__slug", "user__username")
    autocomplete_fields = ("user",)
    raw_id_fields = ("campaign",)


@admin.register(Job)
class JobAdmin(ReadOnlyAdmin):
    list_display = ("id", "campaign", "kind", "state", "attempts", "created_at", "finished_at")
    list_filter = ("state", "kind")
    search_fields = ("campaign__slug", "error")


@admin.register(ApiToken)
class ApiTokenAdmin(ReadOnlyAdmin):
    list_display = ("name", "user", "scope", "campaign", "created_at", "used_at", "expires_at")
    list_filter = ("scope",)
    search_fields = ("name", "user__username", "campaign__slug")
    list_select_related = ("user", "campaign")
    # A hash is of use to nobody but an attacker.
    exclude = ("token_hash",)


@admin.register(AuditEntry)
class AuditEntryAdmin(ReadOnlyAdmin):
    list_display = ("at", "slug", "actor_name", "action")
    list_filter = ("action",)
    search_fields = ("slug", "actor_name")


@admin.register(Trial)
class TrialAdmin(ReadOnlyAdmin):
    list_display = ("campaign", "encouragement", "began_at", "ended_at")
    list_filter = ("encouragement",)
    search_fields = ("campaign__slug",)


@admin.register(Webhook)
class WebhookAdmin(ReadOnlyAdmin):
    list_display = ("url", "campaign", "events", "created_at", "gone_at")
    search_fields = ("url", "campaign__slug")
    exclude = ("secret",)


@admin.register(WebhookMessage)
class WebhookMessageAdmin(ReadOnlyAdmin):
    list_display = ("event", "webhook", "state", "attempts", "status", "error", "created_at")
    list_filter = ("state", "event")
