"""Links through which teams submit systems, and the leaderboard, for programs."""

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

from campaigns.api.leads import EVERYWHERE, CallThrottle, LeadView, TokenAuthentication
from campaigns.models import ApiToken, Campaign
from campaigns.selectors.permission import campaign_for
from core.api.lists import (
    ListQuery,
    Query,
    answer_page,
    asked_of,
    asked_page,
    page_of_rows,
)
from core.api.problems import Problem, problems
from core.tokens import hash_token
from scoring.api.rankings import OnBothSerializer
from scoring.forms.submissions import LinkForm
from scoring.models import SubmissionLink
from scoring.selectors.scores import with_beside
from scoring.selectors.submissions import (
    AS_RANKED,
    SORTS,
    Board,
    BoardRow,
    public_leaderboard,
    submission_links,
)
from scoring.services.submitting import close_link, make_link, show_leaderboard
from sources.models import System

TAGS = ["scores"]


class LinkSerializer(serializers.ModelSerializer[SubmissionLink]):
    team = serializers.CharField(source="label")
    handed_in = serializers.IntegerField(help_text="systems")

    class Meta:
        model = SubmissionLink
        fields = ["id", "team", "visibility", "open_until", "handed_in"]


class NewLinkSerializer(serializers.Serializer[Any]):
    team = serializers.CharField(max_length=100)
    visibility = serializers.ChoiceField(
        SubmissionLink.Visibility.choices,
        default=SubmissionLink.Visibility.PRIVATE,
        help_text="of the scores of what is submitted",
    )
    open_until = serializers.DateField(help_text="until the end of this day, UTC")

    def validate(self, body: dict[str, Any]) -> dict[str, Any]:
        body["label"] = body.pop("team")
        form = LinkForm(body)
        if not form.is_valid():
            raise serializers.ValidationError(
                {name: [str(e) for e in told] for name, told in form.errors.items()}
            )
        return form.cleaned_data


class MadeLinkSerializer(LinkSerializer):
    link = serializers.URLField(help_text="for the team; told this once, stored as a hash")

    class Meta(LinkSerializer.Meta):
        fields = [*LinkSerializer.Meta.fields, "link"]


class LinksView(LeadView):
    query = ListQuery

    @extend_schema(
        operation_id="list_submission_links",
        summary="Links through which teams submit systems, newest first",
        tags=TAGS,
        parameters=[ListQuery],
        responses={200: page_of_rows(LinkSerializer), **problems(400, *EVERYWHERE)},
    )
    def get(self, request: Request, slug: str) -> Response:
        page = asked_page(request, submission_links(self.campaign), order=["-id"])
        return answer_page(request, page, LinkSerializer)

    @extend_schema(
        operation_id="make_submission_link",
        summary="Make a link for a team",
        tags=TAGS,
        request=NewLinkSerializer,
        responses={201: MadeLinkSerializer, **problems(400, *EVERYWHERE, 415)},
    )
    def post(self, request: Request, slug: str) -> Response:
        """The answer has the link itself, this once."""
        body = self.checked(NewLinkSerializer)
        token = make_link(campaign=self.campaign, by=self.lead, **body)
        made = submission_links(self.campaign).get(token_hash=hash_token(token))
        made.link = settings.SITE_URL + reverse("submit", args=[token])
        return Response(MadeLinkSerializer(made).data, status=201)


class CloseLinkView(LeadView):
    @extend_schema(
        operation_id="close_submission_link",
        summary="Take no more systems through a link; what was submitted stays",
        tags=TAGS,
        request=None,
        responses={200: LinkSerializer, **problems(400, *EVERYWHERE)},
    )
    def post(self, request: Request, slug: str, id: int) -> Response:
        link = get_object_or_404(submission_links(self.campaign), id=id)
        close_link(link=link, by=self.lead)
        return Response(LinkSerializer(link).data)


class ShownSerializer(serializers.Serializer[Any]):
    shown = serializers.BooleanField(help_text="to anybody, without a token")


class ShowLeaderboardView(LeadView):
    @extend_schema(
        operation_id="show_leaderboard",
        summary="Show the leaderboard to anybody",
        tags=TAGS,
        request=None,
        responses={200: ShownSerializer, **problems(400, *EVERYWHERE)},
    )
    def post(self, request: Request, slug: str) -> Response:
        show_leaderboard(campaign=self.campaign, show=True, by=self.lead)
        return Response({"shown": True})


class HideLeaderboardView(LeadView):
    @extend_schema(
        operation_id="hide_leaderboard",
        summary="Show the leaderboard only to those who work on the campaign",
        tags=TAGS,
        request=None,
        responses={200: ShownSerializer, **problems(400, *EVERYWHERE)},
    )
    def post(self, request: Request, slug: str) -> Response:
        show_leaderboard(campaign=self.campaign, show=False, by=self.lead)
        return Response({"shown": False})


class BoardScoreSerializer(serializers.Serializer[Any]):
    value = serializers.FloatField(allow_null=True)
    low = serializers.FloatField(allow_null=True)
    high = serializers.FloatField(allow_null=True)
    n = serializers.IntegerField(help_text="sentences in the mean")
    reason = serializers.CharField(allow_blank=True, help_text="why it is undefined")


class BoardRowSerializer(serializers.Serializer[Any]):
    rank = serializers.IntegerField(allow_null=True, help_text="on the second gold")
    system = serializers.CharField()
    team = serializers.CharField(allow_blank=True, help_text="empty: the leads' own")
    first = BoardScoreSerializer()
    second = BoardScoreSerializer()
    judged = serializers.FloatField(
        allow_null=True, help_text="share of the first ten answers that the second gold judges"
    )
    kind = serializers.ChoiceField(System.Kind.choices)
    added_at = serializers.DateTimeField()
    page = serializers.SerializerMethodField(help_text="public, of this entry; or empty")

    def get_page(self, row: BoardRow) -> str:
        return f"{settings.SITE_URL}{row.page}" if row.page else ""


class BoardSerializer(serializers.Serializer[Any]):
    measure = serializers.CharField()
    rows = BoardRowSerializer(many=True)
    annotators = OnBothSerializer(
        required=False, help_text="in categories: annotators against each other"
    )
    chance = OnBothSerializer(required=False, help_text="in utterances: a coin")

    def to_representation(self, board: Board) -> dict[str, Any]:
        [told] = with_beside([super().to_representation(board)], {board.measure: board.beside})
        return told


class LeaderboardSerializer(serializers.Serializer[Any]):
    campaign = serializers.CharField(source="campaign.slug")
    release = serializers.IntegerField(
        source="release.number", allow_null=True, help_text="null: nothing is scored yet"
    )
    boards = BoardSerializer(many=True)


class BoardQuery(Query):
    measure = serializers.CharField(
        required=False, default="", help_text="by its key; the first ones unless given"
    )
    sort = serializers.ChoiceField(
        [*SORTS, *(f"-{name}" for name in SORTS)],
        default=AS_RANKED,
        help_text="a minus: the other way round",
    )


class LeaderboardView(APIView):
    """For anybody once the lead shows it; before that, for those who work on the campaign."""

    authentication_classes = (TokenAuthentication,)
    permission_classes = (AllowAny,)
    throttle_classes = (CallThrottle,)

    @extend_schema(
        operation_id="read_leaderboard",
        summary="The systems that may be seen, by their rank on the second gold",
        tags=TAGS,
        parameters=[BoardQuery],
        responses={200: LeaderboardSerializer, **problems(400, 401, 404, 429)},
    )
    def get(self, request: Request, slug: str) -> Response:
        asked = asked_of(request, BoardQuery)
        campaign = get_object_or_404(Campaign, slug=slug)
        if not campaign.leaderboard:
            _refuse_strangers(request, campaign)
        found = public_leaderboard(campaign, **asked)
        if asked["measure"] and found.release and asked["measure"] not in found.measures:
            raise Problem(
                status=400,
                code="invalid",
                detail="There is no such measure.",
                errors=[
                    {
                        "field": "measure",
                        "code": "invalid_choice",
                        "message": f"One of: {', '.join(found.measures)}.",
                    }
                ],
            )
        return Response(LeaderboardSerializer(found).data)


def _refuse_strangers(request: Request, campaign: Campaign) -> None:
    token = request.auth
    if not isinstance(token, ApiToken) or token.campaign_id not in (None, campaign.pk):
        raise Http404
    campaign_for(token.user, slug=campaign.slug)
