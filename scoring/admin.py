"""For operators: the releases there are. Frozen means frozen, here too."""

from django.contrib import admin

from campaigns.admin import ReadOnlyAdmin
from scoring.models import Release


@admin.register(Release)
class ReleaseAdmin(ReadOnlyAdmin):
    list_display = ("campaign", "number", "made_at", "sha256")
    search_fields = ("campaign__slug",)
