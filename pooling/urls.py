"""The pages of the pool and the subsets, in the order data moves."""

from django.urls import include, path

from pooling.pages import pool as views
from pooling.pages import rounds as round_views
from pooling.pages import starting_over as over_views
from pooling.pages import subsets as subset_views

POOL = [
    path("", views.pool, name="pool"),
    path("run/", views.run, name="run-pool"),
    path("merges/", views.merges, name="merges"),
    path("merges/confirm/", views.confirm_asked, name="confirm-merges"),
    path("merges/<int:id>/confirm/", views.confirm, name="confirm-merge"),
    path("merges/<int:id>/undo/", views.undo, name="undo-merge"),
    path("merges/<int:id>/redo/", views.redo, name="redo-merge"),
]
SUBSETS = [
    path("", subset_views.subsets, name="subsets"),
    path("preview/", subset_views.preview, name="preview-dispatch"),
    path("store/", subset_views.store, name="store-dispatch"),
    path("calibrate/", subset_views.calibrate, name="calibrate"),
    path("calibrate/preview/", subset_views.preview_round, name="preview-calibration"),
    path("rounds/", round_views.draw, name="draw-round"),
    path("rounds/preview/", round_views.preview, name="preview-rating-round"),
    path("rounds/<int:number>/take-back/", round_views.take_back, name="take-back-round"),
    path("plan.csv", subset_views.plan, name="plan"),
    path("sample.csv", subset_views.sample, name="sample"),
]

urlpatterns = [
    path("campaigns/<slug:slug>/pool/", include(POOL)),
    path("campaigns/<slug:slug>/subsets/", include(SUBSETS)),
    path("campaigns/<slug:slug>/start-over/", over_views.start_over_page, name="start-over"),
    path("campaigns/<slug:slug>/delete/", over_views.delete, name="delete-campaign"),
]
