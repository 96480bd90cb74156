"""Releases: all there are, a new one, and one as files."""

from typing import Any

from django.http import FileResponse, Http404
from django.shortcuts import get_object_or_404
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from campaigns.api.leads import EVERYWHERE, JobSerializer, LeadView, answer_job
from campaigns.selectors.task import task_of
from core.api.files import files_of
from core.api.lists import (
    ListQuery,
    Query,
    answer_page,
    asked_page,
    page_of_rows,
)
from core.api.problems import problems
from core.downloads import answer_open_file
from regild.scoring.aggregate import RULES, SEVERITY
from scoring.models import Release
from scoring.selectors.published import address_where
from scoring.services.exporting import EVERY_FORMAT, FOLDERS, download_gold, formats_of
from scoring.services.freezing import ANEW, STABLE, request_release

TAGS = ["gold"]
# No candidate has more ratings than a campaign may ask for.
MOST_RATINGS = 32_767


class ReleaseRowSerializer(serializers.ModelSerializer[Release]):
    counts = serializers.DictField(child=serializers.IntegerField())
    page = serializers.SerializerMethodField(help_text="for anybody; empty: it is not public")

    def get_page(self, release: Release) -> str:
        return address_where(release, getattr(release, "public", None))

    class Meta:
        model = Release
        fields = ["number", "made_at", "counts", "notes", "sha256", "doi", "page"]


class ReleaseSerializer(ReleaseRowSerializer):
    policy = serializers.DictField(help_text="how ratings became weights, what was left out")
    choices = serializers.SerializerMethodField(help_text="the policy in sentences")
    ledger = serializers.DictField(
        child=serializers.IntegerField(),
        help_text="where the ratings went, when it was frozen; empty: nobody counted",
    )
    comparison = serializers.DictField(help_text="what other rules make of the same ratings")

    class Meta(ReleaseRowSerializer.Meta):
        fields = [
            *ReleaseRowSerializer.Meta.fields,
            "policy",
            "choices",
            "ledger",
            "comparison",
        ]

    def get_choices(self, release: Release) -> list[str]:
        task = task_of(release.campaign)
        return task.scoring.gold_choices(release.policy, task.columns)


class NewReleaseSerializer(serializers.Serializer[Any]):
    rule = serializers.ChoiceField(
        [*RULES, SEVERITY], required=False, help_text="the first that the task has unless given"
    )
    min_ratings = serializers.IntegerField(
        min_value=1,
        max_value=MOST_RATINGS,
        required=False,
        help_text="a candidate with fewer has no weight; the campaign's unless given",
    )
    list_unanimous_zeros = serializers.BooleanField(default=True)
    notes = serializers.CharField(max_length=2_000, allow_blank=True, default="")
    annotators = serializers.ChoiceField(
        [ANEW, STABLE],
        default=ANEW,
        help_text="numbered anew, or as in earlier releases, where consent says so",
    )


class ReleasesView(LeadView):
    query = ListQuery

    @extend_schema(
        operation_id="list_releases",
        summary="Frozen second golds, newest first",
        tags=TAGS,
        parameters=[ListQuery],
        responses={200: page_of_rows(ReleaseRowSerializer), **problems(400, *EVERYWHERE)},
    )
    def get(self, request: Request, slug: str) -> Response:
        releases = self.campaign.releases.defer("policy", "comparison").select_related("public")
        page = asked_page(request, releases, order=["-number"])
        return answer_page(request, page, ReleaseRowSerializer)

    @extend_schema(
        operation_id="release_gold",
        summary="Freeze the ratings as they are now",
        tags=TAGS,
        request=NewReleaseSerializer,
        responses={202: JobSerializer, **problems(400, *EVERYWHERE, 415)},
    )
    def post(self, request: Request, slug: str) -> Response:
        """The job's result names the release. A campaign makes one after the other."""
        policy = {
            "rule": None,
            "min_ratings": self.campaign.min_ratings,
            **self.checked(NewReleaseSerializer),
        }
        job = request_release(campaign=self.campaign, by=self.lead, **policy)
        return answer_job(self.campaign, job)


class ReleaseView(LeadView):
    @extend_schema(
        operation_id="read_release",
        summary="A release: its policy, counts and checksum",
        tags=TAGS,
        responses={200: ReleaseSerializer, **problems(400, *EVERYWHERE)},
    )
    def get(self, request: Request, slug: str, number: int) -> Response:
        release = get_object_or_404(self.campaign.releases, number=number)
        return Response(ReleaseSerializer(release).data)


class FileQuery(Query):
    license = serializers.RegexField(
        r"^[A-Za-z0-9.+-]+$",
        max_length=60,
        default="",
        help_text="of a dataset: an SPDX id such as CC-BY-4.0; the campaign's unless given",
    )


class ReleaseFileView(LeadView):
    query = FileQuery

    @extend_schema(
        operation_id="download_release",
        summary="A release as a file, or as the archive of a dataset",
        tags=TAGS,
        parameters=[
            OpenApiParameter(
                "format", str, OpenApiParameter.PATH, enum=[*EVERY_FORMAT, *FOLDERS]
            ),
            FileQuery,
        ],
        responses={
            **files_of(
                *{kind.content_type for kind in EVERY_FORMAT.values()}, "application/zip"
            ),
            **problems(400, *EVERYWHERE, 409),
        },
    )
    def get(self, request: Request, slug: str, number: int, format: str) -> FileResponse:
        release = get_object_or_404(self.campaign.releases, number=number)
        if format not in formats_of(self.campaign):
            raise Http404
        file = download_gold(release=release, format=format, license=self.asked["license"])
        return answer_open_file(file.file, content_type=file.content_type, name=file.name)
