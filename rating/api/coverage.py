"""How far a campaign has come, for programs."""

from typing import Any

from django.http import StreamingHttpResponse
from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from campaigns.api.leads import EVERYWHERE, LeadView
from campaigns.selectors.task import asked_group
from core.api.files import files_of
from core.api.items import GroupQuery, OfItem, named_groups
from core.api.lists import ListQuery, answer_page, asked_page, page_of_rows
from core.api.problems import problems
from core.downloads import answer_rows
from pooling.models import Candidate, Subset
from pooling.selectors.seats import most_wanted
from rating.models import Assignment
from rating.selectors.coverage import (
    SUBSET_ORDERS,
    UNJUDGED_ORDER,
    find_subsets,
    subset_work,
    tell_values_given,
    unjudged_candidates,
)
from rating.selectors.progress import progress_of
from rating.selectors.short import ORDERS as SHORT_ORDERS
from rating.selectors.short import short_candidates, short_file
from regild.rating.time_left import NOBODY, NOT_OPEN

TAGS = ["ratings"]


class ShareSerializer(serializers.Serializer[Any]):
    """So many candidates have `complete` ratings, so many subsets no fewer."""

    complete = serializers.IntegerField()
    subsets = serializers.IntegerField()
    candidates = serializers.IntegerField()
    short = serializers.IntegerField(help_text="of them, those that want more")


class DaySerializer(serializers.Serializer[Any]):
    day = serializers.DateField(help_text="UTC")
    sittings = serializers.IntegerField()
    ratings = serializers.IntegerField()


class ForecastSerializer(serializers.Serializer[Any]):
    """Until every candidate has its ratings, at the pace of the last week."""

    days = serializers.FloatField(allow_null=True)
    a_day = serializers.FloatField(allow_null=True, help_text="sittings")
    reason = serializers.ChoiceField(
        [NOT_OPEN, NOBODY], allow_null=True, help_text="why it cannot be said"
    )


class CoverageSerializer(serializers.Serializer[Any]):
    annotators = serializers.IntegerField(
        source="totals.annotators", help_text="who did not withdraw"
    )
    flagged = serializers.IntegerField(source="totals.flagged", help_text="of them")
    sittings = serializers.IntegerField(source="totals.sittings", help_text="complete ones")
    ratings = serializers.IntegerField(
        source="totals.ratings", help_text="values given in them"
    )
    subsets = serializers.IntegerField()
    short = serializers.IntegerField(help_text="subsets with a candidate that lacks ratings")
    missing = serializers.IntegerField(help_text="sittings until no subset is short")
    open_remarks = serializers.IntegerField(help_text="nobody has answered them")
    spread = ShareSerializer(many=True)
    days = DaySerializer(many=True)
    forecast = ForecastSerializer()


class CoverageView(LeadView):
    @extend_schema(
        operation_id="read_coverage",
        summary="How many sittings there are, how many are missing, and for how long",
        tags=TAGS,
        responses={200: CoverageSerializer, **problems(400, *EVERYWHERE)},
    )
    def get(self, request: Request, slug: str) -> Response:
        progress = progress_of(self.campaign, now=timezone.now())
        return Response(CoverageSerializer(progress).data)


class SubsetRowSerializer(serializers.ModelSerializer[Subset]):
    ratings = serializers.IntegerField(
        help_text="that each of its candidates has at least, imported ones included"
    )
    complete = serializers.IntegerField(help_text="sittings that count")
    open = serializers.IntegerField(help_text="sittings that may yet")
    wanted = serializers.IntegerField(help_text="its campaign's, or its own number")

    class Meta:
        model = Subset
        fields = ["number", "size", "seats", "wanted", "ratings", "complete", "open"]


class SubsetQuery(ListQuery):
    first = serializers.IntegerField(
        min_value=1, max_value=2**31 - 1, required=False, help_text="from this number on"
    )
    only = serializers.ChoiceField(["short"], required=False)
    order = serializers.ChoiceField(list(SUBSET_ORDERS), default="number")


class SubsetsCoverageView(LeadView):
    query = SubsetQuery

    @extend_schema(
        operation_id="list_coverage_of_subsets",
        summary="Subsets with their ratings and sittings",
        tags=TAGS,
        parameters=[SubsetQuery],
        responses={200: page_of_rows(SubsetRowSerializer), **problems(400, *EVERYWHERE)},
    )
    def get(self, request: Request, slug: str) -> Response:
        asked = self.asked
        order = SUBSET_ORDERS[asked.pop("order")]
        page = asked_page(request, find_subsets(self.campaign, **asked), order=order)
        return answer_page(request, page, SubsetRowSerializer)


class SittingAtSerializer(serializers.ModelSerializer[Assignment]):
    class Meta:
        model = Assignment
        fields = ["id", "annotator", "state", "taken_at", "completed_at", "rated", "median_ms"]


class CandidateWithCountsSerializer(OfItem, serializers.ModelSerializer[Candidate]):
    behind = "key"
    sentence = serializers.IntegerField(source="item_id")
    key = serializers.CharField(source="item.key", help_text="of the sentence, in files")
    hidden = serializers.SerializerMethodField()
    given = serializers.IntegerField(help_text="values in complete sittings")
    unjudged = serializers.IntegerField(help_text="answers 'I cannot judge this' in them")

    class Meta:
        model = Candidate
        fields = ["id", "sentence", "key", "text", "hidden", "given", "unjudged"]

    def get_hidden(self, candidate: Candidate) -> bool:
        return bool(candidate.hidden_at or candidate.item.hidden_at)


class OneSubsetSerializer(serializers.Serializer[Any]):
    number = serializers.IntegerField()
    size = serializers.IntegerField()
    seats = serializers.IntegerField(
        allow_null=True, help_text="annotators it takes and wants; null: as its campaign says"
    )
    wanted = serializers.IntegerField()
    sittings = SittingAtSerializer(many=True)
    candidates = CandidateWithCountsSerializer(many=True)


class SubsetView(LeadView):
    @extend_schema(
        operation_id="read_coverage_of_subset",
        summary="Who sat at a subset, and what its candidates have",
        tags=TAGS,
        responses={200: OneSubsetSerializer, **problems(400, *EVERYWHERE)},
    )
    def get(self, request: Request, slug: str, number: int) -> Response:
        return Response(OneSubsetSerializer(subset_work(self.campaign, number)).data)


class ShortCandidateSerializer(OfItem, serializers.ModelSerializer[Candidate]):
    behind = "key"
    sentence = serializers.IntegerField(source="item_id")
    key = serializers.CharField(source="item.key", help_text="of the sentence, in files")
    subset = serializers.SerializerMethodField(help_text="its number; null: in none")
    given = serializers.IntegerField(help_text="ratings that count")
    wanted = serializers.IntegerField(help_text="its campaign's, or its subset's own number")

    class Meta:
        model = Candidate
        fields = [
            "id",
            "sentence",
            "key",
            "text",
            "origin",
            "votes",
            "subset",
            "given",
            "wanted",
        ]

    def get_subset(self, candidate: Any) -> int | None:
        return candidate.number or None


class ShortFileQuery(GroupQuery):
    group_help = "or the key of a sentence"
    group_options = {"required": False, "max_length": 120}

    text = serializers.CharField(required=False, max_length=200, help_text="in the substitute")
    subset = serializers.IntegerField(min_value=1, max_value=2**31 - 1, required=False)
    origin = serializers.ChoiceField(Candidate.Origin.choices, required=False)
    given = serializers.IntegerField(
        min_value=0, max_value=32_766, required=False, help_text="exactly so many ratings"
    )
    order = serializers.ChoiceField(list(SHORT_ORDERS), default="sentence")


class ShortQuery(ListQuery, ShortFileQuery):
    pass


class ShortView(LeadView):
    def short(self) -> dict[str, Any]:
        """What is asked; a number of ratings that is enough is none that is short."""
        if self.asked.get("given", 0) >= most_wanted(self.campaign):
            raise serializers.ValidationError({"given": ["So many ratings are enough."]})
        group = asked_group(self.campaign, self.asked)
        # Under other tasks' names nothing is found, and nothing is asked.
        named = named_groups()
        return {name: value for name, value in self.asked.items() if name not in named} | {
            "group": group
        }


class ShortCandidatesView(ShortView):
    query = ShortQuery

    @extend_schema(
        operation_id="list_short_candidates",
        summary="Candidates with fewer ratings than are wanted",
        tags=TAGS,
        parameters=[ShortQuery],
        responses={200: page_of_rows(ShortCandidateSerializer), **problems(400, *EVERYWHERE)},
    )
    def get(self, request: Request, slug: str) -> Response:
        asked = self.short()
        order = SHORT_ORDERS[asked.pop("order")]
        page = asked_page(request, short_candidates(self.campaign, **asked), order=order)
        return answer_page(request, page, ShortCandidateSerializer)


class ShortFileView(ShortView):
    query = ShortFileQuery

    @extend_schema(
        operation_id="download_short_candidates",
        summary="The same list, all of it, as CSV",
        tags=TAGS,
        parameters=[ShortFileQuery],
        responses={**files_of("text/csv"), **problems(400, *EVERYWHERE)},
    )
    def get(self, request: Request, slug: str) -> StreamingHttpResponse:
        return answer_rows(short_file(self.campaign, **self.short()))


class UnjudgedQuery(ListQuery):
    text = serializers.CharField(
        required=False, max_length=200, help_text="a substitute, a sentence's group or its key"
    )


class UnjudgedView(LeadView):
    query = UnjudgedQuery

    @extend_schema(
        operation_id="list_unjudged_candidates",
        summary="Candidates that somebody could not judge, those first where most could not",
        tags=TAGS,
        parameters=[UnjudgedQuery],
        responses={
            200: page_of_rows(CandidateWithCountsSerializer),
            **problems(400, *EVERYWHERE),
        },
    )
    def get(self, request: Request, slug: str) -> Response:
        found = unjudged_candidates(self.campaign, **self.asked)
        page = asked_page(request, found, order=UNJUDGED_ORDER)
        tell_values_given(page.rows, self.campaign)
        return answer_page(request, page, CandidateWithCountsSerializer)
