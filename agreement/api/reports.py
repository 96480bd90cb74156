"""The reports of a campaign, and asking for one."""

from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from agreement.api.measurements import (
    AgreementAtLevel,
    AgreementInGroup,
    AgreementMeasures,
    AgreementOfAnnotator,
    AgreementOfGolds,
    AgreementOfPair,
    AgreementOnDevice,
    AgreementOnFirstGold,
)
from agreement.models import AgreementReport
from agreement.selectors.reports import report_named, report_states
from agreement.selectors.staleness import (
    CHANGES,
    basis_of,
    changes_since,
    report_and_changes,
)
from agreement.services import request_report
from campaigns.api.leads import EVERYWHERE, JobSerializer, LeadView, answer_job
from core.api.items import Fields, fields_behind
from core.api.lists import ListQuery, answer_page, asked_page, page_of_rows
from core.api.problems import problems
from regild.tasks import TASKS

TAGS = ["agreement"]


class ReportRowSerializer(serializers.ModelSerializer[AgreementReport]):
    out_of_date = serializers.SerializerMethodField(
        help_text="whether it would be another report by now"
    )
    changes = serializers.SerializerMethodField(help_text="what is different since")

    class Meta:
        model = AgreementReport
        fields = [
            "id",
            "made_at",
            "n_ratings",
            "n_candidates",
            "n_annotators",
            "last_rated_at",
            "live_exclusions",
            "by_itself",
            "out_of_date",
            "changes",
        ]

    def get_out_of_date(self, report: AgreementReport) -> bool:
        return bool(self.get_changes(report))

    def get_changes(self, report: AgreementReport) -> list[str]:
        """`basis` is read once for all rows, which are of one campaign."""
        return changes_since(report, self.context["basis"])


class ReportSerializer(serializers.Serializer[Any]):
    """What was found, and on what; docs/measures-agreement.md defines every measure."""

    campaign = serializers.CharField()
    report = serializers.IntegerField()
    made_at = serializers.DateTimeField()
    last_rated_at = serializers.DateTimeField(allow_null=True)
    n_ratings = serializers.IntegerField()
    n_candidates = serializers.IntegerField()
    n_annotators = serializers.IntegerField()
    last_rating = serializers.IntegerField(allow_null=True)
    live_exclusions = serializers.IntegerField()
    ledger = serializers.DictField(
        child=serializers.IntegerField(), help_text="where the ratings went; empty: not counted"
    )
    policy = serializers.DictField()
    seed = serializers.IntegerField()
    rounds = serializers.IntegerField()
    measures = AgreementMeasures()
    levels = serializers.DictField(
        child=AgreementAtLevel(), help_text="of a tree of categories, the finest `leaf`"
    )
    by_origin = serializers.DictField(child=AgreementInGroup())
    by_sentence = serializers.DictField(child=AgreementInGroup())
    by_annotator = serializers.DictField(child=AgreementOfAnnotator())
    pairs = serializers.ListField(child=AgreementOfPair())
    severity = serializers.DictField(
        help_text="how strict each annotator is, the strictest first; empty: not measured"
    )
    devices = serializers.ListField(
        child=AgreementOnDevice(), help_text="empty: nobody knows what was used"
    )
    distributions = serializers.DictField()
    first_gold_without = serializers.DictField(
        child=AgreementOnFirstGold(),
        allow_null=True,
        help_text="the same with one annotator left out, where the first gold names them",
    )
    coverage = serializers.DictField()
    comparison = AgreementOfGolds()
    out_of_date = serializers.BooleanField(help_text="whether it would be another by now")
    changes = serializers.ListField(
        child=serializers.ChoiceField(CHANGES), help_text="what is different since"
    )

    def get_fields(self) -> Fields:
        """With a field for every grouping of a task, behind the one by origin; a report has
        those of its own task."""
        groupings = (name for task in TASKS.values() for name in task.groupings)
        added: Fields = {
            f"by_{name}": serializers.DictField(child=AgreementInGroup(), required=False)
            for name in groupings
        }
        return fields_behind("by_origin", super().get_fields(), added)


class ReportsView(LeadView):
    query = ListQuery

    @extend_schema(
        operation_id="list_agreement_reports",
        summary="The reports, newest first",
        tags=TAGS,
        parameters=[ListQuery],
        responses={200: page_of_rows(ReportRowSerializer), **problems(400, *EVERYWHERE)},
    )
    def get(self, request: Request, slug: str) -> Response:
        page = asked_page(request, report_states(self.campaign), order=["-id"])
        basis = basis_of(self.campaign)
        return answer_page(request, page, ReportRowSerializer, basis=basis)

    @extend_schema(
        operation_id="measure_agreement",
        summary="Measure agreement on the ratings as they are now",
        tags=TAGS,
        request=None,
        responses={202: JobSerializer, **problems(400, *EVERYWHERE)},
    )
    def post(self, request: Request, slug: str) -> Response:
        """The job's result names the report."""
        return answer_job(self.campaign, request_report(self.campaign))


class ReportView(LeadView):
    @extend_schema(
        operation_id="read_agreement_report",
        summary="A whole report",
        tags=TAGS,
        responses={200: ReportSerializer, **problems(400, *EVERYWHERE)},
    )
    def get(self, request: Request, slug: str, id: int) -> Response:
        return Response(report_and_changes(report_named(self.campaign, id)))
