"""How the first stage stands, rounds of it, and the gold as it would be, for programs."""

from typing import Any

from django.http import Http404, HttpResponse
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from campaigns.api.leads import EVERYWHERE, JobSerializer, LeadView, answer_job
from campaigns.selectors.task import asked_group, task_of
from core.api.files import files_of
from core.api.items import GroupQuery, OfItem
from core.api.lists import ListQuery, answer_page, asked_page, page_of_rows
from core.api.problems import problems
from core.downloads import answer_table
from proposing.api.rounds import RoundSerializer
from proposing.models import FIRST_GOLD, FirstGoldReport
from proposing.selectors.annotators import flagged
from proposing.selectors.reports import is_old, report_json, report_of, report_tables
from proposing.selectors.sentences import DraftedSentence, drafted, find_drafted
from proposing.selectors.standing import standing_of
from proposing.services.reporting import request_first_gold_report
from regild.tables.printing import FORMS

TAGS = ["first gold"]
TABLES = ["first_stage_agreement", "first_stage_multiwords", "first_stage_distinct"]


class ProposingView(LeadView):
    """404 in a campaign whose annotators are never asked for a first gold."""

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        super().initial(request, *args, **kwargs)
        if not task_of(self.campaign).proposes:
            raise Http404


class ProposalDaySerializer(serializers.Serializer[Any]):
    day = serializers.DateField()
    annotators = serializers.IntegerField()
    responses = serializers.IntegerField()


class FirstGoldSerializer(serializers.Serializer[Any]):
    stage = serializers.CharField(help_text="propose or rate")
    sentences = serializers.IntegerField(help_text="in play")
    asked = serializers.IntegerField(help_text="responses wanted of each sentence")
    enough = serializers.IntegerField(help_text="sentences that have them")
    responses = serializers.IntegerField(help_text="that count")
    annotators = serializers.IntegerField()
    answered = serializers.DictField(
        child=serializers.IntegerField(), help_text="sentences by their responses"
    )
    rounds = RoundSerializer(many=True)
    days = ProposalDaySerializer(many=True)
    flagged = serializers.IntegerField(help_text="annotators, in the newest report")
    undecided = serializers.IntegerField(help_text="pairs of close spellings to look at")
    gold = serializers.IntegerField(allow_null=True, help_text="the newest that is frozen")
    reported_at = serializers.DateTimeField(allow_null=True)
    out_of_date = serializers.BooleanField(help_text="whether a report would be another now")
    job = JobSerializer(allow_null=True, help_text="the last look at the proposals")


class FirstGoldView(ProposingView):
    @extend_schema(
        operation_id="read_first_gold",
        summary="How far annotators are with the first gold",
        tags=TAGS,
        responses={200: FirstGoldSerializer, **problems(400, *EVERYWHERE)},
    )
    def get(self, request: Request, slug: str) -> Response:
        job = self.campaign.jobs.filter(kind=FIRST_GOLD.name).first()
        found = standing_of(self.campaign)
        facts = {
            **found.state._asdict(),
            "answered": {str(n): count for n, count in found.state.answered.items()},
            "stage": self.campaign.stage,
            "enough": found.state.enough,
            "flagged": flagged(found.report),
            "undecided": found.undecided,
            "gold": found.gold.number if found.gold else None,
            "reported_at": found.report.made_at if found.report else None,
            "out_of_date": found.report is None or is_old(found.report, self.campaign),
            "job": job,
        }
        return Response(FirstGoldSerializer(facts).data)


class FirstGoldReportView(ProposingView):
    @extend_schema(
        operation_id="read_first_gold_report",
        summary="Merges, close spellings, flags, what is unclear, agreement",
        tags=TAGS,
        responses={200: dict, **problems(400, *EVERYWHERE)},
    )
    def get(self, request: Request, slug: str) -> Response:
        """Of the newest look at the proposals; the keys are those of `regild first_stage
        --json`. 404 before the first."""
        return Response(report_json(_report(self), self.campaign))

    @extend_schema(
        operation_id="make_first_gold_report",
        summary="Look at the proposals as they are now",
        tags=TAGS,
        request=None,
        responses={202: JobSerializer, **problems(400, *EVERYWHERE)},
    )
    def post(self, request: Request, slug: str) -> Response:
        return answer_job(self.campaign, request_first_gold_report(self.campaign))


class FirstGoldTableView(ProposingView):
    @extend_schema(
        operation_id="download_first_gold_table",
        summary="A table of agreement on what was proposed, as CSV or LaTeX",
        tags=TAGS,
        parameters=[
            OpenApiParameter("name", str, OpenApiParameter.PATH, enum=TABLES),
            OpenApiParameter("form", str, OpenApiParameter.PATH, enum=list(FORMS)),
        ],
        responses={
            **files_of(*(content_type for content_type, _writes in FORMS.values())),
            **problems(400, *EVERYWHERE),
        },
    )
    def get(self, request: Request, slug: str, name: str, form: str) -> HttpResponse:
        found = report_tables(_report(self)).get(name)
        return answer_table(found, form=form, name=f"{slug}-{name}")


class ResponseSerializer(serializers.Serializer[Any]):
    annotator = serializers.CharField()
    answers = serializers.ListField(child=serializers.CharField(), help_text="as typed")
    mark = serializers.CharField(allow_blank=True)
    phrase = serializers.CharField(allow_blank=True)


class DraftedSentenceSerializer(OfItem):
    sentence = serializers.CharField(source="item.key", help_text="its id in the files")
    substitutes = serializers.SerializerMethodField()
    codes = serializers.SerializerMethodField()
    multiword = serializers.CharField(allow_blank=True)
    responses = ResponseSerializer(many=True)

    def get_substitutes(self, one: DraftedSentence) -> list[dict[str, Any]]:
        return [
            {"text": text, "votes": votes}
            for text, votes in (one.record.substitutes if one.record else ())
        ]

    def get_codes(self, one: DraftedSentence) -> dict[str, float]:
        return dict(one.record.codes) if one.record else {}


class SentenceQuery(GroupQuery, ListQuery):
    group_help = "such as glad.a"
    text = serializers.CharField(required=False, help_text="within the sentence, or its id")


class DraftedSentencesView(ProposingView):
    query = SentenceQuery

    @extend_schema(
        operation_id="list_first_gold_sentences",
        summary="The first gold as it would be at this moment",
        tags=TAGS,
        parameters=[SentenceQuery],
        responses={200: page_of_rows(DraftedSentenceSerializer), **problems(400, *EVERYWHERE)},
    )
    def get(self, request: Request, slug: str) -> Response:
        found = find_drafted(
            self.campaign,
            text=self.asked.get("text", ""),
            target=asked_group(self.campaign, self.asked),
        )
        page = asked_page(request, found, order=["position", "id"])
        rows = page._replace(rows=drafted(self.campaign, page.rows))
        return answer_page(request, rows, DraftedSentenceSerializer)


def _report(view: ProposingView) -> FirstGoldReport:
    found = report_of(view.campaign)
    if found is None:
        raise Http404
    return found
