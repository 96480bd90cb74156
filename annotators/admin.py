"""For operators: who takes part, and what they remarked."""

from django.contrib import admin

from annotators.models import Annotator, Draw, Remark, TurnedAway
from campaigns.admin import ReadOnlyAdmin


@admin.register(Annotator)
class AnnotatorAdmin(ReadOnlyAdmin):
    list_display = ("id", "campaign", "source", "name", "joined_at", "withdrawn_at")
    list_filter = ("source",)
    search_fields = ("=id", "name", "campaign__slug")
    # A hash is of use to nobody but an attacker.
    exclude = ("token_hash",)


@admin.register(Draw)
class DrawAdmin(ReadOnlyAdmin):
    list_display = ("annotator", "trial", "shown")
    list_filter = ("shown",)
    search_fields = ("=annotator__id", "trial__campaign__slug")
    list_select_related = ("annotator", "trial__campaign")


@admin.register(TurnedAway)
class TurnedAwayAdmin(ReadOnlyAdmin):
    list_display = ("campaign", "question", "answer", "times")
    search_fields = ("campaign__slug",)
    list_select_related = ("campaign",)


@admin.register(Remark)
class RemarkAdmin(ReadOnlyAdmin):
    list_display = ("made_at", "item", "comment", "answered_at")
    search_fields = ("comment",)
