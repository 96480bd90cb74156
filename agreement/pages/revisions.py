"""Agreement before a revision of the tree and after it, side by side."""

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from agreement.selectors.revisions import before_and_after, before_and_after_table
from campaigns.pages.workspace import workspace
from campaigns.selectors.categories import revision_named
from campaigns.selectors.permission import campaign_for
from core.downloads import answer_table


@require_safe
@login_required
def revision(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    campaign = campaign_for(request.user, slug=slug)
    made = revision_named(campaign, number)
    found = before_and_after(made)
    context = {"revision": made, "found": found, "table": before_and_after_table(found)}
    shared = workspace(request, campaign, stage="agreement")
    return render(request, "agreement/revision.html", {**shared, **context})


@require_safe
@login_required
def revision_file(request: HttpRequest, slug: str, number: int, form: str) -> HttpResponse:
    campaign = campaign_for(request.user, slug=slug)
    table = before_and_after_table(before_and_after(revision_named(campaign, number)))
    return answer_table(table, form=form, name=f"{slug}-revision-{number}")
