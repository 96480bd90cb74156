"""The API's addresses of a campaign itself, its pool and its subsets, under its own."""

from core.api.addresses import api_path
from pooling.api import campaigns, pool, rounds, subsets

urlpatterns = [
    api_path("", campaigns.CampaignView, "api-campaign"),
    api_path("start-over/", campaigns.StartOverView, "api-start-over"),
    api_path("pool/", pool.PoolView, "api-pool"),
    api_path("candidates/", pool.CandidatesView, "api-candidates"),
    api_path("merges/", pool.MergesView, "api-merges"),
    api_path("merges/confirm/", pool.ConfirmMergesView, "api-confirm-merges"),
    api_path("merges/<row:id>/confirm/", pool.ConfirmMergeView, "api-confirm-merge"),
    api_path("merges/<row:id>/undo/", pool.UndoMergeView, "api-undo-merge"),
    api_path("merges/<row:id>/redo/", pool.RedoMergeView, "api-redo-merge"),
    api_path("subsets/", subsets.SubsetsView, "api-subsets"),
    api_path("subsets/preview/", subsets.PreviewView, "api-preview-dispatch"),
    api_path("subsets/calibration/", subsets.CalibrationView, "api-calibrate"),
    api_path(
        "subsets/calibration/preview/",
        subsets.PreviewCalibrationView,
        "api-preview-calibration",
    ),
    api_path("subsets/rounds/", rounds.RatingRoundsView, "api-rating-rounds"),
    api_path(
        "subsets/rounds/preview/", rounds.PreviewRatingRoundView, "api-preview-rating-round"
    ),
    api_path(
        "subsets/rounds/<row:number>/take-back/",
        rounds.TakeBackRatingRoundView,
        "api-take-back-rating-round",
    ),
    api_path("plan.csv", subsets.PlanView, "api-plan"),
    api_path("sample.csv", subsets.SampleView, "api-sample"),
]
