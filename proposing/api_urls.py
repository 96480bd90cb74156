"""The API's addresses of the first stage, under a campaign's."""

from core.api.addresses import api_path
from proposing.api import exclusions, golds, lemma_table, rounds, spellings, stage

urlpatterns = [
    api_path("first-gold/", stage.FirstGoldView, "api-first-gold"),
    api_path("first-gold/rounds/", rounds.RoundsView, "api-rounds"),
    api_path("first-gold/import/", rounds.ImportProposalsView, "api-import-proposals"),
    api_path("first-gold/report/", stage.FirstGoldReportView, "api-first-gold-report"),
    api_path("first-gold/sentences/", stage.DraftedSentencesView, "api-first-gold-sentences"),
    api_path(
        "first-gold/tables/<slug:name>.<slug:form>",
        stage.FirstGoldTableView,
        "api-first-gold-table",
    ),
    api_path("first-gold/spellings/", spellings.SpellingsView, "api-spellings"),
    api_path("first-gold/lemmas/", spellings.LemmasView, "api-lemmas"),
    api_path("first-gold/lemmas/table/", lemma_table.LemmaTableView, "api-lemma-table"),
    api_path("first-gold/lemmas/<row:id>/undo/", spellings.UndoLemmaView, "api-undo-lemma"),
    api_path("first-gold/lemmas/<row:id>/redo/", spellings.RedoLemmaView, "api-redo-lemma"),
    api_path(
        "first-gold/annotators/<row:id>/effect/",
        exclusions.ProposalEffectView,
        "api-proposal-effect",
    ),
    api_path(
        "first-gold/exclusions/", exclusions.ProposalExclusionsView, "api-proposal-exclusions"
    ),
    api_path(
        "first-gold/exclusions/<row:id>/undo/",
        exclusions.UndoProposalExclusionView,
        "api-undo-proposal-exclusion",
    ),
    api_path("first-gold/freeze/", golds.FreezeView, "api-freeze-first-gold"),
    api_path("first-gold/golds/", golds.FirstGoldsView, "api-first-golds"),
    api_path(
        "first-gold/golds/<row:number>.<slug:form>",
        golds.FirstGoldFileView,
        "api-first-gold-file",
    ),
]
