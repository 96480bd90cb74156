"""The API's addresses of a campaign itself, its pool and its subsets, under its own."""

from django.urls import path

from pooling.api import campaigns, pool, subsets

urlpatterns = [
    path("", campaigns.CampaignView.as_view(), name="api-campaign"),
    path("start-over/", campaigns.StartOverView.as_view(), name="api-start-over"),
    path("pool/", pool.PoolView.as_view(), name="api-pool"),
    path("candidates/", pool.CandidatesView.as_view(), name="api-candidates"),
    path("merges/", pool.MergesView.as_view(), name="api-merges"),
    path("merges/confirm/", pool.ConfirmMergesView.as_view(), name="api-confirm-merges"),
    path("merges/<row:id>/confirm/", pool.ConfirmMergeView.as_view(), name="api-confirm-merge"),
    path("merges/<row:id>/undo/", pool.UndoMergeView.as_view(), name="api-undo-merge"),
    path("merges/<row:id>/redo/", pool.RedoMergeView.as_view(), name="api-redo-merge"),
    path("subsets/", subsets.SubsetsView.as_view(), name="api-subsets"),
    path("subsets/preview/", subsets.PreviewView.as_view(), name="api-preview-dispatch"),
    path("plan.csv", subsets.PlanView.as_view(), name="api-plan"),
]
