"""The annotator's pages, in the order of a visit; the lead's, who watches."""

from django.urls import include, path

from rating.pages import (
    annotators,
    arriving,
    coverage,
    deleting_tests,
    exclusions,
    imports,
    leaving,
    no_letters,
    practice,
    recruiting,
    remarks,
    revisions,
    service_worker,
    short,
    sitting,
    trials,
)
from rating.pages import opening as preparing_views

RATINGS = [
    path("", coverage.monitor, name="monitor"),
    path("days.svg", coverage.days_figure, name="monitor-days"),
    path("ledger.<slug:form>", coverage.ledger, name="monitor-ledger"),
    path("status/", coverage.check_status, name="monitor-status"),
    path("check/", coverage.check, name="monitor-check"),
    path("subsets/", coverage.subsets, name="monitor-subsets"),
    path("subsets/<int:number>/", coverage.subset, name="monitor-subset"),
    path("unjudged/", coverage.unjudged, name="monitor-unjudged"),
    path("short/", short.short, name="monitor-short"),
    path("short.csv", short.short_file, name="monitor-short-file"),
    path("imports/", imports.imports, name="imports"),
    path("imports/preview/", imports.preview, name="preview-import"),
    path("imports/bring-in/", imports.bring_in, name="bring-in-ratings"),
    path("imports/<int:number>/take-back/", imports.take_back, name="take-back-import"),
    path("trials/", trials.trials, name="trials"),
    path("recruiting/", recruiting.recruiting, name="recruiting"),
    path("annotators/", annotators.annotators, name="annotators"),
    path("annotators/tests/", deleting_tests.delete_tests, name="delete-tests"),
    path("annotators/<int:id>/", annotators.annotator, name="annotator"),
    path(
        "annotators/<int:id>/exclude/", exclusions.exclude_annotator, name="exclude-annotator"
    ),
    path("sittings/<int:id>/exclude/", exclusions.exclude_sitting, name="exclude-sitting"),
    path("exclusions/<int:id>/undo/", exclusions.undo, name="undo-exclusion"),
    path("categories/", revisions.categories, name="categories"),
    path("categories/preview/", revisions.preview, name="preview-revision"),
    path("categories/revise/", revisions.revise, name="revise-categories"),
    path("categories/<int:number>/", revisions.revision, name="revision"),
    path("remarks/", remarks.remarks, name="remarks"),
    path("remarks/<int:id>/answer/", remarks.answer, name="answer-remark"),
    path("sentences/<int:id>/hide/", remarks.hide_or_show_sentence, name="hide-sentence"),
    path("candidates/<int:id>/hide/", remarks.hide_or_show_candidate, name="hide-candidate"),
]

urlpatterns = [
    # The pages on which a lead watches the ratings come in.
    path("campaigns/<slug:slug>/ratings/", include(RATINGS)),
    path("rate/service-worker.js", service_worker.service_worker, name="rate-worker"),
    path("rate/no-letters/<str:token>/", no_letters.no_letters, name="no-letters"),
    path("rate/<slug:slug>/", arriving.welcome, name="rate-welcome"),
    path("rate/<slug:slug>/back/<str:token>/", arriving.come_back, name="rate-back"),
    path("rate/<slug:slug>/someone-else/", arriving.someone_else, name="rate-someone-else"),
    path("rate/<slug:slug>/instructions/", arriving.instructions, name="rate-instructions"),
    path("rate/<slug:slug>/declined/", leaving.declined, name="rate-declined"),
    path("rate/<slug:slug>/check/", practice.check, name="rate-check"),
    path("rate/<slug:slug>/practice/<int:number>/", practice.practice, name="rate-practice"),
    path("rate/<slug:slug>/practice/done/", practice.practised, name="rate-practised"),
    path("rate/<slug:slug>/take/", arriving.take, name="rate-take"),
    path("rate/<slug:slug>/sitting/", sitting.sitting, name="rate-sitting"),
    path("rate/<slug:slug>/sitting/<int:id>/block/", sitting.store_block, name="rate-block"),
    path("rate/<slug:slug>/sitting/<int:id>/remark/", sitting.remark, name="rate-remark"),
    path("rate/<slug:slug>/thanks/", leaving.thanks, name="rate-thanks"),
    path("rate/<slug:slug>/goal/", leaving.goal, name="rate-goal"),
    path("rate/<slug:slug>/remind/", leaving.remind, name="rate-remind"),
    path("rate/<slug:slug>/withdraw/", leaving.withdraw, name="rate-withdraw"),
    path("rate/<slug:slug>/withdrawn/", leaving.withdrawn, name="rate-withdrawn"),
    # A lead's, before annotators come.
    path("campaigns/<slug:slug>/annotators-see/", preparing_views.preview, name="preview"),
    path("campaigns/<slug:slug>/open/", preparing_views.open_, name="open-campaign"),
    path("campaigns/<slug:slug>/pause/", preparing_views.pause, name="pause-campaign"),
    path("campaigns/<slug:slug>/close/", preparing_views.close, name="close-campaign"),
]
