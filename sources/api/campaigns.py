"""Campaigns: which there are, a new one from its files, its settings."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from django.urls import reverse
from drf_spectacular.utils import OpenApiResponse, extend_schema
from rest_framework import serializers
from rest_framework.parsers import MultiPartParser
from rest_framework.request import Request
from rest_framework.response import Response

from campaigns.api.leads import EVERYWHERE, JobSerializer, LeadView, answer_job
from campaigns.api.settings import (
    ScaleOptionSerializer,
    SettingsSerializer,
    WordField,
    change_campaign,
)
from campaigns.forms.addresses import LONGEST_SLUG, RESERVED_SLUGS, is_language
from campaigns.models import Campaign, Job
from campaigns.selectors.permission import campaigns_of
from core.api.files import FilesBody, NoticeSerializer, notice_json, source_of, upload_fields
from core.api.lists import ListQuery, answer_page, asked_page, page_of_rows
from core.api.problems import Problem, problems
from regild.tasks import DEFAULT, TASKS, campaign_files
from sources.services.creating import BroughtIn, ChoicesUnfit
from sources.services.large_campaigns import create_or_request
from sources.services.scales import SCALES

TAGS = ["campaigns"]
FILES = campaign_files()


class CampaignRowSerializer(serializers.ModelSerializer[Campaign]):
    class Meta:
        model = Campaign
        fields = ["slug", "title", "task", "language", "state", "created_at", "archived_at"]


class CampaignSerializer(SettingsSerializer):
    """All settings, and what other calls decide: the state, the plan, the leaderboard."""

    scale = ScaleOptionSerializer(many=True)

    class Meta(SettingsSerializer.Meta):
        fields = [
            *("slug", "task", "state", "created_at", "archived_at"),
            *SettingsSerializer.Meta.fields,
            *("subset_count", "block_size", "seed", "leaderboard"),
        ]


class NewCampaignSerializer(FilesBody):
    slug = serializers.SlugField(max_length=LONGEST_SLUG)
    title = serializers.CharField(max_length=200, required=False, allow_blank=True)
    language = serializers.CharField(
        max_length=12, validators=[is_language], help_text="BCP 47 tag, such as fr"
    )
    task = serializers.ChoiceField(sorted(TASKS), default=DEFAULT)
    scale = serializers.ChoiceField(
        SCALES, default="", help_text="the first that the task has unless given"
    )
    multiwords = serializers.ChoiceField(Campaign.Keep.choices, default=Campaign.Keep.KEEP)
    excluded_targets = serializers.ListField(
        child=WordField(), default=list, help_text="once for each, such as compris.a"
    )
    min_ratings = serializers.IntegerField(min_value=1, max_value=99, default=3)
    max_ratings = serializers.IntegerField(min_value=1, max_value=99, default=7)

    def get_fields(self) -> dict[str, Any]:
        """With the files of every task; which of them are needed is the chosen one's to say."""
        return {**super().get_fields(), **upload_fields(FILES)}

    def validate_slug(self, slug: str) -> str:
        if slug in RESERVED_SLUGS:
            raise serializers.ValidationError("This address is taken by the site itself.")
        return slug

    def validate(self, said: dict[str, Any]) -> dict[str, Any]:
        if said["min_ratings"] > said["max_ratings"]:
            message = "At most cannot be fewer than wanted."
            raise serializers.ValidationError({"max_ratings": [message]})
        return said


@contextmanager
def told_by_field() -> Iterator[None]:
    """What does not go together is what was sent, not what is stored."""
    try:
        yield
    except ChoicesUnfit as unfit:
        raise Problem(
            status=400,
            code="invalid",
            detail=str(unfit),
            errors=[
                {"field": one.field, "code": one.code, "message": str(one.text)}
                for one in unfit.problems
            ],
        ) from unfit


class BroughtInSerializer(serializers.Serializer[Any]):
    campaign = serializers.CharField()
    sentences = serializers.IntegerField()
    gold_substitutes = serializers.IntegerField()
    notices = NoticeSerializer(many=True)


def brought_in_json(made: BroughtIn) -> dict[str, Any]:
    return {
        "campaign": made.campaign.slug,
        "sentences": made.sentences,
        "gold_substitutes": made.gold_substitutes,
        "notices": [notice_json(notice) for notice in made.notices],
    }


class CampaignsQuery(ListQuery):
    archived = serializers.BooleanField(default=False, help_text="those alone, or the others")


class CampaignsView(LeadView):
    parser_classes = [MultiPartParser]
    query = CampaignsQuery

    @extend_schema(
        operation_id="list_campaigns",
        summary="The campaigns that this token opens, by title",
        tags=TAGS,
        parameters=[CampaignsQuery],
        responses={
            200: page_of_rows(CampaignRowSerializer),
            **problems(400, 401, 429),
        },
    )
    def get(self, request: Request) -> Response:
        rows = campaigns_of(self.lead, archived=self.asked["archived"])
        if self.token.campaign_id is not None:
            rows = rows.filter(id=self.token.campaign_id)
        page = asked_page(request, rows, order=["title", "id"])
        return answer_page(request, page, CampaignRowSerializer)

    @extend_schema(
        operation_id="create_campaign",
        summary="A new campaign of its files, its first gold if it has one; its maker owns it",
        tags=TAGS,
        request={"multipart/form-data": NewCampaignSerializer},
        responses={
            201: OpenApiResponse(BroughtInSerializer, description="`Location` is the campaign"),
            202: OpenApiResponse(
                JobSerializer, description="large files: `Location` is the job that makes it"
            ),
            **problems(400, 401, 403, 409, 413, 415, 429),
        },
    )
    def post(self, request: Request) -> Response:
        if self.token.campaign_id is not None:
            detail = "A token limited to one campaign makes no other."
            raise Problem(status=403, code="limited", detail=detail)
        said = self.checked(NewCampaignSerializer)
        encoding = said.pop("encoding")
        files = {name: source_of(said.pop(name), encoding) for name in FILES if name in said}
        with told_by_field():
            made = create_or_request(files=files, by=self.lead, **said)
        if isinstance(made, Job):
            return answer_job(made.campaign, made, slug=said["slug"])
        there = reverse("api-campaign", args=[made.campaign.slug])
        return Response(brought_in_json(made), status=201, headers={"Location": there})


class ReadCampaignView(LeadView):
    """Deleting needs the pool, and is a later app's."""

    @extend_schema(
        operation_id="read_campaign",
        summary="A campaign with all its settings",
        tags=TAGS,
        responses={200: CampaignSerializer, **problems(400, *EVERYWHERE)},
    )
    def get(self, request: Request, slug: str) -> Response:
        return Response(CampaignSerializer(self.campaign).data)

    @extend_schema(
        operation_id="change_campaign",
        summary="Change some settings, all or none; some are settled once ratings exist",
        tags=TAGS,
        request=SettingsSerializer,
        responses={200: CampaignSerializer, **problems(400, *EVERYWHERE, 409, 415)},
    )
    def patch(self, request: Request, slug: str) -> Response:
        changes = self.checked(SettingsSerializer)
        change_campaign(campaign=self.campaign, changes=changes, by=self.lead)
        self.campaign.refresh_from_db()
        return Response(CampaignSerializer(self.campaign).data)
