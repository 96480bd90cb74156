"""The pages of the first stage; `name` is a table's, `form` its file's suffix."""

from django.urls import include, path

from proposing.pages import agreement, annotators, gold, lemma_table, overview, spellings

urlpatterns = [
    path(
        "campaigns/<slug:slug>/first-gold/",
        include(
            [
                path("", overview.overview, name="first-gold"),
                path("status/", overview.status, name="first-gold-status"),
                path("report/", overview.report, name="first-gold-report"),
                path("report.json", agreement.report_file, name="first-gold-json"),
                path("rounds/", overview.dispatch, name="dispatch-proposals"),
                path("rounds/take-back/", overview.take_back, name="take-back-rounds"),
                path("sentences/", gold.sentences, name="first-gold-sentences"),
                path("merges/", spellings.merges, name="first-gold-merges"),
                path("spellings/", spellings.spellings, name="first-gold-spellings"),
                path("spellings/decide/", spellings.decide, name="decide-spelling"),
                path("lemmas/", spellings.lemmas, name="first-gold-lemmas"),
                path("lemmas/table/", lemma_table.bring_in, name="bring-in-lemmas"),
                path("lemmas/<int:id>/undo/", spellings.undo_lemma, name="undo-lemma"),
                path("lemmas/<int:id>/redo/", spellings.redo_lemma, name="redo-lemma"),
                path("unclear/", gold.unclear, name="first-gold-unclear"),
                path("annotators/", annotators.annotators, name="first-gold-annotators"),
                path(
                    "annotators/<int:id>/exclude/", annotators.exclude, name="exclude-proposals"
                ),
                path(
                    "exclusions/<int:id>/undo/",
                    annotators.undo,
                    name="undo-proposal-exclusion",
                ),
                path("agreement/", agreement.agreement, name="first-gold-agreement"),
                path(
                    "tables/<slug:name>.<slug:form>", agreement.table, name="first-gold-table"
                ),
                path("freeze/", gold.freeze, name="freeze-first-gold"),
                path("golds/<int:number>.<slug:form>", gold.file, name="first-gold-file"),
            ]
        ),
    ),
]
