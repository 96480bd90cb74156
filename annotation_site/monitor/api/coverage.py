"""How far a campaign has come, for programs."""

from typing import Any

from django.http import StreamingHttpResponse
from django.shortcuts import get_object_or_404
from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from annotation_site.monitor.selectors.coverage import (
    SUBSET_ORDERS,
    days,
    find_subsets,
    forecast,
    subset_coverage,
    totals,
    unjudged_candidates,
    values_given,
    with_counts,
)
from annotation_site.monitor.selectors.remarks import find_remarks
from annotation_site.monitor.selectors.short import ORDERS as SHORT_ORDERS
from annotation_site.monitor.selectors.short import short_candidates
from annotation_site.monitor.views.short import short_answer
from campaigns.api.files import files_of
from campaigns.api.leads import EVERYWHERE, LeadView
from core.api.lists import ListQuery, Query, answer_page, asked_page, page_of_rows
from core.api.problems import problems
from pooling.models import Candidate, Subset
from rating.models import Assignment
from regild.rating.coverage import missing_sittings, spread
from regild.rating.time_left import NOBODY, NOT_OPEN

TAGS = ["ratings"]


class ShareSerializer(serializers.Serializer[Any]):
    """So many subsets have so many complete sittings."""

    complete = serializers.IntegerField()
    subsets = serializers.IntegerField()
    candidates = serializers.IntegerField()


class DaySerializer(serializers.Serializer[Any]):
    day = serializers.DateField(help_text="UTC")
    sittings = serializers.IntegerField()
    ratings = serializers.IntegerField()


class ForecastSerializer(serializers.Serializer[Any]):
    """Until every subset has its sittings, at the pace of the last week."""

    days = serializers.FloatField(allow_null=True)
    a_day = serializers.FloatField(allow_null=True, help_text="sittings")
    reason = serializers.ChoiceField(
        [NOT_OPEN, NOBODY], allow_null=True, help_text="why it cannot be said"
    )


class CoverageSerializer(serializers.Serializer[Any]):
    annotators = serializers.IntegerField(help_text="who did not withdraw")
    flagged = serializers.IntegerField(help_text="of them")
    sittings = serializers.IntegerField(help_text="complete ones")
    ratings = serializers.IntegerField(help_text="values given in them")
    subsets = serializers.IntegerField()
    short = serializers.IntegerField(help_text="subsets with too few complete sittings")
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
        campaign, least = self.campaign, self.campaign.min_ratings
        covered = subset_coverage(campaign)
        found = {
            **totals(campaign)._asdict(),
            "subsets": len(covered),
            "short": sum(subset.complete < least for subset in covered),
            "missing": missing_sittings(covered, least=least),
            "open_remarks": find_remarks(campaign, only="open").count(),
            "spread": spread(covered),
            "days": days(campaign),
            "forecast": forecast(campaign, covered, now=timezone.now()),
        }
        return Response(CoverageSerializer(found).data)


class SubsetRowSerializer(serializers.ModelSerializer[Subset]):
    complete = serializers.IntegerField(help_text="sittings that count")
    open = serializers.IntegerField(help_text="sittings that may yet")

    class Meta:
        model = Subset
        fields = ["number", "size", "complete", "open"]


class SubsetQuery(ListQuery):
    first = serializers.IntegerField(
        min_value=1, max_value=2**31 - 1, required=False, help_text="from this number on"
    )
    only = serializers.ChoiceField(["short"], required=False)
    order = serializers.ChoiceField(list(SUBSET_ORDERS), default="number")


class SubsetsView(LeadView):
    query = SubsetQuery

    @extend_schema(
        operation_id="list_coverage_of_subsets",
        summary="Subsets with their sittings",
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


class CandidateWithCountsSerializer(serializers.ModelSerializer[Candidate]):
    sentence = serializers.IntegerField(source="sentence_id")
    key = serializers.CharField(source="sentence.key", help_text="of the sentence, in files")
    lexelt = serializers.CharField(source="sentence.lexelt")
    hidden = serializers.SerializerMethodField()
    given = serializers.IntegerField(help_text="values in complete sittings")
    unjudged = serializers.IntegerField(help_text="answers 'I cannot judge this' in them")

    class Meta:
        model = Candidate
        fields = ["id", "sentence", "key", "lexelt", "text", "hidden", "given", "unjudged"]

    def get_hidden(self, candidate: Candidate) -> bool:
        return bool(candidate.hidden_at or candidate.sentence.hidden_at)


class OneSubsetSerializer(serializers.Serializer[Any]):
    number = serializers.IntegerField()
    size = serializers.IntegerField()
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
        subset = get_object_or_404(self.campaign.subsets, number=number)
        candidates = with_counts(Candidate.objects.filter(placement__subset=subset))
        found = {
            "number": subset.number,
            "size": subset.size,
            "sittings": subset.assignments.order_by("-id"),
            "candidates": candidates.select_related("sentence").order_by("placement__position"),
        }
        return Response(OneSubsetSerializer(found).data)


class ShortCandidateSerializer(serializers.ModelSerializer[Candidate]):
    sentence = serializers.IntegerField(source="sentence_id")
    key = serializers.CharField(source="sentence.key", help_text="of the sentence, in files")
    lexelt = serializers.CharField(source="sentence.lexelt")
    subset = serializers.SerializerMethodField(help_text="its number; null: in none")
    given = serializers.IntegerField(help_text="ratings that count")

    class Meta:
        model = Candidate
        fields = [
            "id",
            "sentence",
            "key",
            "lexelt",
            "text",
            "origin",
            "votes",
            "subset",
            "given",
        ]

    def get_subset(self, candidate: Any) -> int | None:
        return candidate.number or None


class ShortFilter(Query):
    text = serializers.CharField(required=False, max_length=200, help_text="in the substitute")
    target = serializers.CharField(
        required=False, max_length=120, help_text="or the key of a sentence"
    )
    subset = serializers.IntegerField(min_value=1, max_value=2**31 - 1, required=False)
    origin = serializers.ChoiceField(Candidate.Origin.choices, required=False)
    given = serializers.IntegerField(
        min_value=0, max_value=32_766, required=False, help_text="exactly so many ratings"
    )
    order = serializers.ChoiceField(list(SHORT_ORDERS), default="sentence")


class ShortQuery(ListQuery, ShortFilter):
    pass


class ShortView(LeadView):
    def short(self) -> dict[str, Any]:
        """What is asked; a number of ratings that is enough is none that is short."""
        if self.asked.get("given", 0) >= self.campaign.min_ratings:
            raise serializers.ValidationError({"given": ["So many ratings are enough."]})
        return self.asked


class ShortCandidatesView(ShortView):
    query = ShortQuery

    @extend_schema(
        operation_id="list_short_candidates",
        summary="Candidates with fewer ratings than the campaign wants",
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
    query = ShortFilter

    @extend_schema(
        operation_id="download_short_candidates",
        summary="The same list, all of it, as CSV",
        tags=TAGS,
        parameters=[ShortFilter],
        responses={**files_of("text/csv"), **problems(400, *EVERYWHERE)},
    )
    def get(self, request: Request, slug: str) -> StreamingHttpResponse:
        return short_answer(self.campaign, **self.short())


class UnjudgedQuery(ListQuery):
    text = serializers.CharField(
        required=False, max_length=200, help_text="a substitute, a target, a sentence's key"
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
        page = asked_page(request, found, order=["-unjudged", "id"])
        given = values_given(page.rows)
        for candidate in page.rows:
            candidate.given = given.get(candidate.id, 0)
        return answer_page(request, page, CandidateWithCountsSerializer)
