"""Public releases and their entries, for any program; and making them so, for a lead's."""

from typing import Any

from django.conf import settings
from django.http import Http404
from django.shortcuts import get_object_or_404
from django.urls import reverse
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from campaigns.api.leads import EVERYWHERE, CallThrottle, LeadView
from core.api.lists import Query, asked_of
from core.api.problems import Problem, problems
from core.refusals import Refused
from scoring.api.submissions import BoardScoreSerializer
from scoring.models import PublicGold, Release
from scoring.selectors.public_pages import EntryPage, PublicPage, entry_page, public_page
from scoring.selectors.published import (
    address_of,
    find_entry,
    find_public,
    is_gone,
    published_golds,
)
from scoring.services.exporting import formats_of
from scoring.services.publishing import publish_release, set_doi, unpublish_release

TAGS = ["public"]
GONE = "This page was withdrawn by its organisers."


class PublishedGoldSerializer(serializers.Serializer[Any]):
    campaign = serializers.CharField(source="slug")
    release = serializers.IntegerField(source="number")
    title = serializers.CharField()
    language = serializers.CharField()
    task = serializers.CharField()
    published_at = serializers.DateTimeField()
    sentences = serializers.IntegerField()
    candidates = serializers.IntegerField()
    ratings = serializers.IntegerField()
    annotators = serializers.IntegerField()
    systems = serializers.IntegerField(help_text="that have a page there")
    license = serializers.CharField(allow_blank=True, help_text="SPDX id; empty: not decided")
    doi = serializers.CharField(allow_blank=True)
    page = serializers.SerializerMethodField(help_text="for people")

    def get_page(self, gold: Any) -> str:
        return f"{settings.SITE_URL}{gold.page}"


class OnMeasureSerializer(serializers.Serializer[Any]):
    measure = serializers.CharField()
    rank = serializers.IntegerField(allow_null=True, help_text="on the second gold")
    first = BoardScoreSerializer()
    second = BoardScoreSerializer()
    judged = serializers.FloatField(allow_null=True)


class CitationSerializer(serializers.Serializer[Any]):
    bibtex = serializers.CharField()
    cff = serializers.CharField(help_text="CITATION.cff; empty of a system's scores")


class PublicRowSerializer(serializers.Serializer[Any]):
    key = serializers.CharField(help_text="in its address")
    name = serializers.CharField()
    team = serializers.CharField(help_text="empty: the leads' own")
    kind = serializers.CharField(help_text="participant or baseline")
    added_at = serializers.DateField()
    scores = OnMeasureSerializer(many=True, help_text="by the measures of the leaderboard")


class SectionSerializer(serializers.Serializer[Any]):
    level = serializers.IntegerField()
    heading = serializers.CharField()
    paragraphs = serializers.ListField(child=serializers.CharField(), help_text="Markdown")


class PublicGoldSerializer(serializers.Serializer[PublicPage]):
    campaign = serializers.CharField(source="gold.release.campaign.slug")
    release = serializers.IntegerField(source="gold.release.number")
    page = serializers.CharField()
    title = serializers.CharField()
    language = serializers.CharField(source="gold.told.language")
    license = serializers.CharField(source="gold.told.license")
    doi = serializers.CharField(source="gold.release.doi")
    published_at = serializers.DateTimeField(source="gold.published_at")
    made_at = serializers.DateTimeField(source="gold.release.made_at")
    counts = serializers.DictField(
        child=serializers.IntegerField(), source="gold.release.counts"
    )
    sha256 = serializers.CharField(source="gold.release.sha256")
    signature = serializers.CharField(source="gold.told.signature")
    citation = CitationSerializer()
    choices = serializers.ListField(child=serializers.CharField())
    card = SectionSerializer(many=True, source="sections")
    files = serializers.SerializerMethodField(help_text="by format")
    systems = PublicRowSerializer(many=True, source="rows")

    def get_files(self, page: PublicPage) -> dict[str, str]:
        release = page.gold.release
        return {
            name: settings.SITE_URL
            + reverse("public-download", args=[release.campaign.slug, release.number, name])
            for name in formats_of(release.campaign)
        }


class PublicEntrySerializer(serializers.Serializer[EntryPage]):
    key = serializers.CharField(source="entry.key")
    page = serializers.CharField()
    name = serializers.CharField(source="entry.told.name")
    team = serializers.CharField(source="entry.told.team")
    kind = serializers.CharField(source="entry.told.kind")
    published_at = serializers.DateTimeField(source="entry.published_at")
    signature = serializers.CharField(source="entry.told.signature")
    of = serializers.IntegerField(help_text="systems that were ranked when it was added")
    headline = OnMeasureSerializer(many=True)
    others = OnMeasureSerializer(many=True)
    citation = CitationSerializer()


class _PublicView(APIView):
    """Nobody is asked who they are."""

    authentication_classes = ()
    permission_classes = (AllowAny,)
    throttle_classes = (CallThrottle,)

    def public(self, slug: str, number: int) -> PublicGold:
        found = find_public(slug, number)
        if found is None:
            raise Http404
        if found.withdrawn_at:
            raise Problem(status=410, code="withdrawn", detail=GONE)
        return found


class PublicGoldsView(_PublicView):
    @extend_schema(
        operation_id="list_public_releases",
        summary="All public releases of this site, the newest first",
        tags=TAGS,
        responses={200: PublishedGoldSerializer(many=True), **problems(400, 429)},
    )
    def get(self, request: Request) -> Response:
        asked_of(request, Query)
        found = published_golds(newest_alone=False)
        return Response(PublishedGoldSerializer(found, many=True).data)


class PublicGoldView(_PublicView):
    @extend_schema(
        operation_id="read_public_release",
        summary="A public release: what its page has",
        tags=TAGS,
        responses={200: PublicGoldSerializer, **problems(400, 404, 410, 429)},
    )
    def get(self, request: Request, slug: str, number: int) -> Response:
        asked_of(request, Query)
        return Response(PublicGoldSerializer(public_page(self.public(slug, number))).data)


class PublicEntryView(_PublicView):
    @extend_schema(
        operation_id="read_public_entry",
        summary="A system's scores on a public release: what its page has",
        tags=TAGS,
        responses={200: PublicEntrySerializer, **problems(400, 404, 410, 429)},
    )
    def get(self, request: Request, slug: str, number: int, name: str) -> Response:
        asked_of(request, Query)
        gold = self.public(slug, number)
        entry = find_entry(gold, name)
        if entry is None:
            raise Http404
        if is_gone(entry):
            raise Problem(status=410, code="withdrawn", detail=GONE)
        return Response(PublicEntrySerializer(entry_page(entry)).data)


class PublishedSerializer(serializers.Serializer[Any]):
    page = serializers.CharField(allow_blank=True, help_text="empty: it is not public")
    doi = serializers.CharField(allow_blank=True)


def _published(release: Release) -> Response:
    return Response({"page": address_of(release), "doi": release.doi})


class PublishView(LeadView):
    @extend_schema(
        operation_id="publish_release",
        summary="Make a release public; systems scored since get their pages",
        tags=TAGS,
        request=None,
        responses={200: PublishedSerializer, **problems(400, *EVERYWHERE)},
    )
    def post(self, request: Request, slug: str, number: int) -> Response:
        """What its page tells of the campaign is fixed the first time."""
        release = get_object_or_404(self.campaign.releases, number=number)
        publish_release(release=release, by=self.lead)
        return _published(release)


class UnpublishView(LeadView):
    @extend_schema(
        operation_id="unpublish_release",
        summary="Take a public release back; its address keeps the citation",
        tags=TAGS,
        request=None,
        responses={200: PublishedSerializer, **problems(400, *EVERYWHERE)},
    )
    def post(self, request: Request, slug: str, number: int) -> Response:
        release = get_object_or_404(self.campaign.releases, number=number)
        unpublish_release(release=release, by=self.lead)
        return _published(release)


class DoiSerializer(serializers.Serializer[Any]):
    doi = serializers.CharField(
        max_length=200, allow_blank=True, help_text="such as 10.5281/zenodo.1234567"
    )


class DoiView(LeadView):
    @extend_schema(
        operation_id="set_release_doi",
        summary="Say under which DOI a release is deposited",
        tags=TAGS,
        request=DoiSerializer,
        responses={200: PublishedSerializer, **problems(400, *EVERYWHERE, 415)},
    )
    def put(self, request: Request, slug: str, number: int) -> Response:
        release = get_object_or_404(self.campaign.releases, number=number)
        said = self.checked(DoiSerializer)
        try:
            set_doi(release=release, by=self.lead, **said)
        except Refused as refusal:
            error = {"field": "doi", "code": refusal.code, "message": str(refusal)}
            raise Problem(
                status=400, code="invalid", detail=str(refusal), errors=[error]
            ) from refusal
        return _published(release)
