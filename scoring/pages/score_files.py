"""What a page of scores shows, as files: tables, and the slope chart of a measure's ranks."""

from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.views.decorators.http import require_safe

from campaigns.selectors.permission import campaign_for
from core.downloads import answer_table
from regild.figures.drawing import Theme
from scoring.models import Release
from scoring.selectors.score_files import slope_chart, table_named


@require_safe
@login_required
def table(request: HttpRequest, slug: str, number: int, name: str, form: str) -> HttpResponse:
    found = table_named(_release(request, slug, number), name)
    return answer_table(found, form=form, name=f"{slug}-gold-{number}-{name}")


@require_safe
@login_required
def figure(request: HttpRequest, slug: str, number: int, name: str, form: str) -> HttpResponse:
    theme: Theme = "dark" if request.GET.get("theme") == "dark" else "light"
    drawn = slope_chart(_release(request, slug, number), name, form=form, theme=theme)
    if drawn is None:
        raise Http404
    return HttpResponse(drawn.data, content_type=drawn.content_type)


def _release(request: HttpRequest, slug: str, number: int) -> Release:
    return get_object_or_404(campaign_for(request.user, slug=slug).releases, number=number)
