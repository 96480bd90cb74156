"""For operators: rounds, turns, what was proposed, and the first golds."""

from django.contrib import admin

from campaigns.admin import ReadOnlyAdmin
from proposing.models import (
    FirstGold,
    Lemma,
    Proposal,
    ProposalExclusion,
    ProposalRound,
    ProposalTurn,
    SpellingDecision,
)


@admin.register(ProposalRound)
class ProposalRoundAdmin(ReadOnlyAdmin):
    list_display = ("campaign", "number", "annotators", "per_subset", "made_at")
    search_fields = ("campaign__slug",)
    list_select_related = ("campaign",)


@admin.register(ProposalTurn)
class ProposalTurnAdmin(ReadOnlyAdmin):
    list_display = ("id", "annotator", "subset", "seat", "state", "expires_at")
    list_filter = ("state",)
    search_fields = ("=annotator__id", "annotator__campaign__slug")


@admin.register(Proposal)
class ProposalAdmin(ReadOnlyAdmin):
    list_display = ("proposed_at", "annotator", "item", "answers", "mark", "superseded_at")
    list_filter = ("mark",)
    search_fields = ("=annotator__id",)


@admin.register(ProposalExclusion)
class ProposalExclusionAdmin(ReadOnlyAdmin):
    list_display = ("annotator", "reason", "excluded_at", "undone_at")


@admin.register(SpellingDecision)
class SpellingDecisionAdmin(ReadOnlyAdmin):
    list_display = ("item", "spelling", "into", "decided_at")


@admin.register(Lemma)
class LemmaAdmin(ReadOnlyAdmin):
    list_display = ("campaign", "form", "pos", "lemma", "by", "undone_at")
    search_fields = ("form", "lemma")


@admin.register(FirstGold)
class FirstGoldAdmin(ReadOnlyAdmin):
    list_display = ("campaign", "number", "origin", "sha256", "frozen_at")
    search_fields = ("campaign__slug",)
