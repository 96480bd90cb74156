"""The pages on which a lead watches the ratings come in."""

from django.urls import include, path

from annotation_site.monitor.views import annotators, coverage, exclusions, remarks, short

RATINGS = [
    path("", coverage.monitor, name="monitor"),
    path("days.svg", coverage.days_figure, name="monitor-days"),
    path("status/", coverage.check_status, name="monitor-status"),
    path("check/", coverage.check, name="monitor-check"),
    path("subsets/", coverage.subsets, name="monitor-subsets"),
    path("subsets/<int:number>/", coverage.subset, name="monitor-subset"),
    path("unjudged/", coverage.unjudged, name="monitor-unjudged"),
    path("short/", short.short, name="monitor-short"),
    path("short.csv", short.short_file, name="monitor-short-file"),
    path("annotators/", annotators.annotators, name="annotators"),
    path("annotators/<int:id>/", annotators.annotator, name="annotator"),
    path(
        "annotators/<int:id>/exclude/", exclusions.exclude_annotator, name="exclude-annotator"
    ),
    path("sittings/<int:id>/exclude/", exclusions.exclude_sitting, name="exclude-sitting"),
    path("exclusions/<int:id>/undo/", exclusions.undo, name="undo-exclusion"),
    path("remarks/", remarks.remarks, name="remarks"),
    path("remarks/<int:id>/answer/", remarks.answer, name="answer-remark"),
    path("sentences/<int:id>/", remarks.sentence, name="monitor-sentence"),
    path("sentences/<int:id>/hide/", remarks.hide_or_show_sentence, name="hide-sentence"),
    path("candidates/<int:id>/hide/", remarks.hide_or_show_candidate, name="hide-candidate"),
]

urlpatterns = [path("campaigns/<slug:slug>/ratings/", include(RATINGS))]
