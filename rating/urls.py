"""The annotator's pages, in the order of a visit."""

from django.urls import path

from rating import preparing_views, views

urlpatterns = [
    path("rate/<slug:slug>/", views.welcome, name="rate-welcome"),
    path("rate/<slug:slug>/back/<str:token>/", views.come_back, name="rate-back"),
    path("rate/<slug:slug>/instructions/", views.instructions, name="rate-instructions"),
    path("rate/<slug:slug>/practice/<int:number>/", views.practice, name="rate-practice"),
    path("rate/<slug:slug>/practice/done/", views.practised, name="rate-practised"),
    path("rate/<slug:slug>/take/", views.take, name="rate-take"),
    path("rate/<slug:slug>/sitting/", views.sitting, name="rate-sitting"),
    path("rate/<slug:slug>/sitting/<int:id>/block/", views.store_block, name="rate-block"),
    path("rate/<slug:slug>/sitting/<int:id>/remark/", views.remark, name="rate-remark"),
    path("rate/<slug:slug>/thanks/", views.thanks, name="rate-thanks"),
    path("rate/<slug:slug>/withdraw/", views.withdraw, name="rate-withdraw"),
    path("rate/<slug:slug>/withdrawn/", views.withdrawn, name="rate-withdrawn"),
    # A lead's, before annotators come.
    path("campaigns/<slug:slug>/annotators-see/", preparing_views.preview, name="preview"),
    path("campaigns/<slug:slug>/open/", preparing_views.open_, name="open-campaign"),
    path("campaigns/<slug:slug>/pause/", preparing_views.pause, name="pause-campaign"),
    path("campaigns/<slug:slug>/close/", preparing_views.close, name="close-campaign"),
]
