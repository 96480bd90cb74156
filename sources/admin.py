"""For operators: the systems there are."""

from django.contrib import admin

from campaigns.admin import ReadOnlyAdmin
from sources.models import System


@admin.register(System)
class SystemAdmin(ReadOnlyAdmin):
    list_display = ("name", "campaign", "team", "kind", "added_at")
    list_filter = ("kind",)
    search_fields = ("name", "team", "campaign__slug")
