"""What systems score on both golds of a release."""

from typing import Any

from django.shortcuts import get_object_or_404
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from campaigns.api.leads import EVERYWHERE, JobSerializer, LeadView, answer_job
from core.api.lists import Query
from core.api.problems import problems
from scoring.api.measures import MeasureField, refuse_unknown
from scoring.api.rankings import RankingsSerializer
from scoring.selectors.scores import scores_of, with_beside
from scoring.services.rescoring import request_rescore

TAGS = ["scores"]


class MultiwordScoreSerializer(serializers.Serializer[Any]):
    value = serializers.FloatField(allow_null=True)
    low = serializers.FloatField(allow_null=True)
    high = serializers.FloatField(allow_null=True)
    n = serializers.IntegerField(help_text="sentences in the mean")
    reason = serializers.CharField(allow_blank=True, help_text="why it is undefined")
    rank = serializers.IntegerField(allow_null=True)


class MultiwordScoresSerializer(serializers.Serializer[Any]):
    system = serializers.CharField()
    detect_P = MultiwordScoreSerializer()  # noqa: N815 # as the measures are called
    detect_R = MultiwordScoreSerializer()  # noqa: N815
    identify_P = MultiwordScoreSerializer()  # noqa: N815
    identify_R = MultiwordScoreSerializer()  # noqa: N815


class ScoresSerializer(serializers.Serializer[Any]):
    campaign = serializers.CharField(source="release.campaign.slug")
    release = serializers.IntegerField(source="release.number")
    made_at = serializers.DateTimeField(
        source="evaluation.made_at", allow_null=True, help_text="null: not scored yet"
    )
    seed = serializers.IntegerField(source="evaluation.seed", allow_null=True)
    rounds = serializers.IntegerField(
        source="evaluation.replicates", allow_null=True, help_text="of the bootstrap"
    )
    exchanges = serializers.IntegerField(
        source="evaluation.permutations", allow_null=True, help_text="of the randomisation"
    )
    annotators = serializers.IntegerField(
        source="evaluation.annotators",
        allow_null=True,
        help_text="whose ratings the second gold rests on",
    )
    annotator_rounds = serializers.IntegerField(
        source="evaluation.annotator_replicates",
        allow_null=True,
        help_text="of the bootstrap over annotators",
    )
    penalty = serializers.FloatField(
        source="evaluation.penalty",
        allow_null=True,
        help_text="what a wrong answer cost by jabbari, in votes",
    )
    out_of_date = serializers.BooleanField(
        help_text="systems, multiwords, parts or the penalty changed since: score again"
    )
    parts = serializers.ListField(
        child=serializers.CharField(), help_text="of the sentences, to ask for: NMWS, n, v…"
    )
    choices = serializers.ListField(child=serializers.CharField())
    measures = RankingsSerializer(many=True)
    multiwords = MultiwordScoresSerializer(
        many=True, help_text="empty where no system submitted the multiwords it names"
    )


class ScoresQuery(Query):
    measure = MeasureField(unless_given="all")
    part = serializers.CharField(
        max_length=100, default="", help_text="of the sentences; all, unless given"
    )


class ScoresView(LeadView):
    query = ScoresQuery

    @extend_schema(
        operation_id="read_scores",
        summary="Every system on both golds: scores, intervals, ranks, tests, tau",
        tags=TAGS,
        parameters=[ScoresQuery],
        responses={200: ScoresSerializer, **problems(400, *EVERYWHERE)},
    )
    def get(self, request: Request, slug: str, number: int) -> Response:
        release = get_object_or_404(self.campaign.releases, number=number)
        part = self.asked["part"]
        keys = None
        if "measure" in self.asked:
            keys = [self.asked["measure"]]
            refuse_unknown(release, keys[0])
        found = scores_of(release, measures=keys, part=part)
        if part and part not in found.parts:
            raise serializers.ValidationError({"part": ["There are no scores on this part."]})
        told = ScoresSerializer(found).data
        return Response({**told, "measures": with_beside(told["measures"], found.beside)})

    @extend_schema(
        operation_id="rescore",
        summary="Score every system on the first gold and on this release",
        tags=TAGS,
        request=None,
        responses={202: JobSerializer, **problems(400, *EVERYWHERE)},
    )
    def post(self, request: Request, slug: str, number: int) -> Response:
        """Replaces what was scored on it before."""
        release = get_object_or_404(self.campaign.releases, number=number)
        job = request_rescore(campaign=self.campaign, number=release.number, by=self.lead)
        return answer_job(self.campaign, job)
