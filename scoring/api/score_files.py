"""Tables and figures of scores, as files."""

from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.request import Request

from agreement.api.files import FIGURE_FORM, TABLE_FORM, FigureQuery
from campaigns.api.leads import EVERYWHERE, LeadView
from core.api.files import files_of
from core.api.problems import problems
from core.downloads import answer_file, answer_table
from regild.figures.drawing import FORMATS
from regild.tables.printing import FORMS
from scoring.selectors.score_files import slope_chart, table_named

TAGS = ["scores"]
TABLE_NAMES = (
    "`rankings`, or a measure; in categories and utterances `figures` is every measure;"
    " `MEASURE.PART` is the measure on a part of the sentences,"
    " `annotators-MEASURE` and `parts-MEASURE` are what other annotators and other sentences"
    " would change, `sentences-MEASURE` what sentences would say where targets are drawn,"
    " `ties-MEASURE` tie groups and `pairs-MEASURE` all pairs, given targets and annotators;"
    " `left-out` is each system without what it alone brought into the pool,"
    " `left-out-measures` what that comes to by each measure"
)


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
        release = get_object_or_404(self.campaign.releases, number=number)
        found = table_named(release, name)
        return answer_table(found, form=form, name=f"{slug}-gold-{number}-{name}")


class ScoreFigureView(LeadView):
    query = FigureQuery

    @extend_schema(
        operation_id="download_score_figure",
        summary="The slope chart of a measure's ranks, as SVG, PDF or PNG",
        tags=TAGS,
        parameters=[
            OpenApiParameter(
                "name",
                str,
                OpenApiParameter.PATH,
                description="a measure, by its key; `left-out-MEASURE`",
            ),
            FIGURE_FORM,
            FigureQuery,
        ],
        responses={**files_of(*FORMATS.values()), **problems(400, *EVERYWHERE)},
    )
    def get(
        self, request: Request, slug: str, number: int, name: str, form: str
    ) -> HttpResponse:
        release = get_object_or_404(self.campaign.releases, number=number)
        drawn = slope_chart(release, name, form=form, theme=self.asked["theme"])
        if drawn is None:
            raise Http404
        return answer_file(
            drawn.data,
            content_type=drawn.content_type,
            name=f"{slug}-gold-{number}-{name}.{form}",
        )
