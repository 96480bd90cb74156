"""For operators: who rates, which sittings there are, what was left out and why."""

from django.contrib import admin

from campaigns.admin import ReadOnlyAdmin
from rating.models import Annotator, Assignment, Exclusion, Remark


@admin.register(Annotator)
class AnnotatorAdmin(ReadOnlyAdmin):
    list_display = ("id", "campaign", "source", "name", "joined_at", "withdrawn_at")
    list_filter = ("source",)
    search_fields = ("=id", "name", "campaign__slug")
    # A hash is of use to nobody but an attacker.
    exclude = ("token_hash",)


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


@admin.register(Remark)
class RemarkAdmin(ReadOnlyAdmin):
    list_display = ("made_at", "sentence", "comment", "answered_at")
    search_fields = ("comment",)
