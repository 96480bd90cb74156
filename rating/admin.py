"""For operators: which sittings there are, what was left out and why."""

from django.contrib import admin

from campaigns.admin import ReadOnlyAdmin
from rating.models import Assignment, Exclusion, RatingImport


@admin.register(Assignment)
class AssignmentAdmin(ReadOnlyAdmin):
    list_display = ("id", "subset", "annotator", "seat", "state", "taken_at", "completed_at")
    list_filter = ("state",)
    search_fields = ("=annotator__id", "subset__campaign__slug")
    list_select_related = ("subset__campaign", "annotator")


@admin.register(Exclusion)
class ExclusionAdmin(ReadOnlyAdmin):
    list_display = ("excluded_at", "annotator", "assignment", "rule", "reason", "undone_at")
    list_filter = ("rule",)
    search_fields = ("=annotator__id", "reason")


@admin.register(RatingImport)
class RatingImportAdmin(ReadOnlyAdmin):
    list_display = ("campaign", "number", "file", "added", "changed", "taken_back_at")
    search_fields = ("=campaign__slug", "file", "=sha256")
    list_select_related = ("campaign",)
