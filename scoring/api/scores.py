"""What systems score on both golds of a release, and why."""

from typing import Any

from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404
from django.utils.translation import gettext
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import serializers
from rest_framework.parsers import MultiPartParser
from rest_framework.request import Request
from rest_framework.response import Response

from agreement.api import FIGURE_FORM, TABLE_FORM, FigureQuery, answer_table
from campaigns.api.files import (
    NoticeSerializer,
    answer_file,
    files_of,
    notice_json,
    source_of,
    upload_field,
)
from campaigns.api.leads import EVERYWHERE, JobSerializer, LeadView, answer_job
from campaigns.models import Campaign
from core.api.lists import Query
from core.api.problems import problems
from regild.figures.drawing import FORMATS, Look
from regild.figures.rankings import slopes
from regild.scoring.measures import KEYS
from regild.scoring.policy import score_choices
from regild.scoring.two_golds import TABLE_2, facts, line_facts
from regild.tables.printing import FORMS
from scoring.models import Release
from scoring.selectors.scores import (
    changes_of,
    compared_target,
    how_scored,
    is_out_of_date,
    lines_of,
    parts_scored,
    rankings_of,
    sentences_by_key,
    table_named,
)
from scoring.services.multiword_targets import mark_multiword_targets
from scoring.services.rescoring import request_rescore

TAGS = ["scores"]
HOW_SCORED = (
    "made_at",
    "seed",
    "rounds",
    "exchanges",
    "annotators",
    "annotator_rounds",
)
TABLE_NAMES = (
    "`rankings`, or a measure; `MEASURE.PART` is the measure on a part of the sentences,"
    " `annotators-MEASURE` and `parts-MEASURE` are what other annotators and other sentences"
    " would change"
)


class ScoredSerializer(serializers.Serializer[Any]):
    value = serializers.FloatField(allow_null=True)
    n = serializers.IntegerField(help_text="sentences in the mean")
    reason = serializers.CharField(allow_blank=True, help_text="why it is undefined")
    low = serializers.FloatField(allow_null=True)
    high = serializers.FloatField(allow_null=True)
    rank = serializers.IntegerField(allow_null=True)
    p_next = serializers.FloatField(
        allow_null=True, help_text="that it differs from the system ranked next, corrected"
    )


class OverAnnotatorsSerializer(serializers.Serializer[Any]):
    """What other annotators would have made of it; null where nobody can say."""

    low = serializers.FloatField(allow_null=True)
    high = serializers.FloatField(allow_null=True)
    best_rank = serializers.IntegerField(allow_null=True)
    worst_rank = serializers.IntegerField(allow_null=True)
    same_rank = serializers.FloatField(allow_null=True, help_text="share of the rounds")
    above_next = serializers.FloatField(allow_null=True, help_text="share of the rounds")


class LineSerializer(serializers.Serializer[Any]):
    id = serializers.IntegerField(help_text="of the system")
    system = serializers.CharField()
    pooled = serializers.BooleanField(help_text="false: it was added after the pool was closed")
    first = ScoredSerializer()
    second = ScoredSerializer()
    judged = serializers.FloatField(
        allow_null=True, help_text="share of the first ten answers that the second gold judges"
    )
    over_annotators = OverAnnotatorsSerializer(help_text="on the second gold")
    rank_difference = serializers.IntegerField(
        allow_null=True, help_text="negative for a system that rose"
    )


class RankingsSerializer(serializers.Serializer[Any]):
    measure = serializers.CharField()
    n = serializers.IntegerField(help_text="systems with a rank on both golds")
    kendall_tau = serializers.FloatField(allow_null=True)
    tau_ap = serializers.FloatField(allow_null=True)
    rbo = serializers.FloatField(allow_null=True)
    lines = LineSerializer(many=True)


class ScoresSerializer(serializers.Serializer[Any]):
    campaign = serializers.CharField()
    release = serializers.IntegerField()
    made_at = serializers.DateTimeField(allow_null=True, help_text="null: not scored yet")
    seed = serializers.IntegerField(allow_null=True)
    rounds = serializers.IntegerField(allow_null=True, help_text="of the bootstrap")
    exchanges = serializers.IntegerField(allow_null=True, help_text="of the randomisation")
    annotators = serializers.IntegerField(
        allow_null=True, help_text="whose ratings the second gold rests on"
    )
    annotator_rounds = serializers.IntegerField(
        allow_null=True, help_text="of the bootstrap over annotators"
    )
    out_of_date = serializers.BooleanField(
        help_text="systems were handed in or multiwords marked since: scoring again shows them"
    )
    parts = serializers.ListField(
        child=serializers.CharField(), help_text="of the sentences, to ask for: NMWS, n, v…"
    )
    choices = serializers.ListField(child=serializers.CharField())
    measures = RankingsSerializer(many=True)


class ScoresQuery(Query):
    measure = serializers.ChoiceField(KEYS, required=False, help_text="all, unless given")
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
        release = _release(self.campaign, number)
        parts = parts_scored(release)
        part = self.asked["part"]
        if part and part not in parts:
            raise serializers.ValidationError({"part": ["There are no scores on this part."]})
        keys = [self.asked["measure"]] if "measure" in self.asked else KEYS
        rankings = rankings_of(release, [f"{key}.{part}" if part else key for key in keys])
        scored = how_scored(release)
        return Response(
            {
                "campaign": slug,
                "release": number,
                **{name: getattr(scored, name, None) for name in HOW_SCORED},
                "out_of_date": is_out_of_date(release),
                "parts": parts,
                "choices": score_choices(release.policy),
                "measures": facts(rankings),
            }
        )

    @extend_schema(
        operation_id="rescore",
        summary="Score every system on the first gold and on this release",
        tags=TAGS,
        request=None,
        responses={202: JobSerializer, **problems(400, *EVERYWHERE)},
    )
    def post(self, request: Request, slug: str, number: int) -> Response:
        """Replaces what was scored on it before."""
        release = _release(self.campaign, number)
        job = request_rescore(campaign=self.campaign, number=release.number, by=self.lead)
        return answer_job(self.campaign, job)


class ScoreTableView(LeadView):
    @extend_schema(
        operation_id="download_score_table",
        summary="A table of scores on both golds, as CSV or LaTeX",
        tags=TAGS,
        parameters=[
            OpenApiParameter("name", str, OpenApiParameter.PATH, description=TABLE_NAMES),
            TABLE_FORM,
        ],
        responses={
            **files_of(*(content_type for content_type, _writes in FORMS.values())),
            **problems(400, *EVERYWHERE),
        },
    )
    def get(
        self, request: Request, slug: str, number: int, name: str, form: str
    ) -> HttpResponse:
        found = table_named(_release(self.campaign, number), name)
        return answer_table(found, form=form, name=f"{slug}-gold-{number}-{name}")


class ScoreFigureView(LeadView):
    query = FigureQuery

    @extend_schema(
        operation_id="download_score_figure",
        summary="The slope chart of a measure's ranks, as SVG, PDF or PNG",
        tags=TAGS,
        parameters=[
            OpenApiParameter("name", str, OpenApiParameter.PATH, enum=list(KEYS)),
            FIGURE_FORM,
            FigureQuery,
        ],
        responses={**files_of(*FORMATS.values()), **problems(400, *EVERYWHERE)},
    )
    def get(
        self, request: Request, slug: str, number: int, name: str, form: str
    ) -> HttpResponse:
        theme = self.asked["theme"]
        rankings = rankings_of(_release(self.campaign, number), [name])
        if form not in FORMATS or name not in rankings:
            raise Http404
        drawn = slopes(
            rankings[name],
            Look(form, theme, x_label="", y_label=""),
            titles=(gettext("first gold"), gettext("second gold")),
        )
        return answer_file(
            drawn,
            content_type=FORMATS[form],
            name=f"{slug}-gold-{number}-{name}.{form}",
        )


class WeighedSerializer(serializers.Serializer[Any]):
    text = serializers.CharField()
    votes = serializers.FloatField(allow_null=True, help_text="null: not in the first gold")
    weight = serializers.FloatField(allow_null=True, help_text="null: not in the second gold")


class ChangeSerializer(serializers.Serializer[Any]):
    sentence = serializers.CharField(help_text="its id in the campaign's files")
    lexelt = serializers.CharField()
    left = serializers.CharField()
    target = serializers.CharField()
    right = serializers.CharField()
    first = serializers.FloatField(allow_null=True, help_text="null: this gold has no such")
    second = serializers.FloatField(allow_null=True)
    difference = serializers.FloatField(allow_null=True)
    answers = WeighedSerializer(many=True)
    missed = WeighedSerializer(many=True, help_text="the heaviest that it did not give")


class PartLineSerializer(LineSerializer):
    part = serializers.CharField(allow_blank=True, help_text="empty: all sentences")


class SystemScoresSerializer(serializers.Serializer[Any]):
    system = serializers.CharField()
    measure = serializers.CharField()
    lines = PartLineSerializer(many=True, help_text="how it stands")
    target = serializers.CharField(allow_blank=True, help_text="empty: of all of them")
    sentences = ChangeSerializer(many=True)


class SystemQuery(Query):
    measure = serializers.ChoiceField(KEYS, default=TABLE_2)
    target = serializers.CharField(
        max_length=100,
        default="",
        help_text="as in the files: glad.a; the first of a large campaign unless given",
    )


class SystemScoresView(LeadView):
    query = SystemQuery

    @extend_schema(
        operation_id="read_scores_of_system",
        summary="Why a system gained or lost: sentences by how much the golds differ",
        tags=TAGS,
        parameters=[SystemQuery],
        responses={200: SystemScoresSerializer, **problems(400, *EVERYWHERE)},
    )
    def get(self, request: Request, slug: str, number: int, id: int) -> Response:
        measure = self.asked["measure"]
        release = _release(self.campaign, number)
        system = get_object_or_404(self.campaign.systems, id=id)
        target = compared_target(self.campaign, self.asked["target"])
        changes = changes_of(release, system, measure=measure, lexelt=target)
        sentences = sentences_by_key(release, [change.sentence for change in changes])
        told = ("lexelt", "left", "target", "right")
        return Response(
            {
                "system": system.name,
                "measure": measure,
                "lines": [
                    {"part": part, **line_facts(line)}
                    for part, line in lines_of(release, system, measure=measure)
                ],
                "target": target,
                "sentences": [
                    {
                        "sentence": change.sentence,
                        **{name: getattr(sentences[change.sentence], name) for name in told},
                        "first": change.first,
                        "second": change.second,
                        "difference": change.difference,
                        "answers": [weighed._asdict() for weighed in change.answers],
                        "missed": [weighed._asdict() for weighed in change.missed],
                    }
                    for change in changes
                ],
            }
        )


class MultiwordsSerializer(serializers.Serializer[Any]):
    multiwords = upload_field(help_text="the multiwords that annotators saw, as a gold")


class MarkedSerializer(serializers.Serializer[Any]):
    sentences = serializers.IntegerField(help_text="whose target is part of a multiword")
    notices = NoticeSerializer(many=True)


class MultiwordsView(LeadView):
    parser_classes = (MultiPartParser,)

    @extend_schema(
        operation_id="mark_multiword_targets",
        summary="Say which sentences the part NMWT leaves out",
        tags=TAGS,
        request={"multipart/form-data": MultiwordsSerializer},
        responses={200: MarkedSerializer, **problems(400, *EVERYWHERE, 409, 413, 415)},
    )
    def post(self, request: Request, slug: str) -> Response:
        """It shows when systems are scored again."""
        body = self.checked(MultiwordsSerializer)
        marked = mark_multiword_targets(
            campaign=self.campaign, gold=source_of(body["multiwords"]), by=self.lead
        )
        notices = [notice_json(notice) for notice in marked.notices]
        return Response({"sentences": marked.sentences, "notices": notices})


def _release(campaign: Campaign, number: int) -> Release:
    return get_object_or_404(campaign.releases.defer("comparison"), number=number)
