"""Delete what was rated as a test: who, then how much, then it is done."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from campaigns.models import Member
from campaigns.pages.requests import lead_of
from campaigns.selectors.frozen import is_frozen
from campaigns.selectors.permission import campaign_for
from core.refusals import Refused, said
from rating.pages.rendering import monitor_page
from rating.selectors.annotators import annotators_with_work
from rating.services.deleting_tests import delete_test_ratings

# Of more, a test is deleted by the API or a command.
MOST_LISTED = 200


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def delete_tests(request: HttpRequest, slug: str) -> HttpResponse:
    campaign = campaign_for(request.user, slug=slug, least=Member.Role.OWNER)
    asked = [int(one) for one in request.POST.getlist("annotator") if _is_number(one)]
    if asked and request.POST.get("confirmed"):
        try:
            deleted = delete_test_ratings(
                campaign=campaign, annotators=asked, by=lead_of(request)
            )
        except Refused as refusal:
            messages.error(request, said(refusal.text))
        else:
            told = _("Deleted. Annotators: %(annotators)s, ratings: %(ratings)s.")
            if deleted.proposals:
                told = _("Deleted. Annotators: %(annotators)s, proposals: %(proposals)s.")
            messages.success(request, told % deleted._asdict())
        return redirect("annotators", slug)
    found = annotators_with_work(campaign)
    chosen = list(found.filter(id__in=asked).order_by("id"))
    context = {
        "frozen": is_frozen(campaign),
        "chosen": chosen,
        "rated": sum(one.rated for one in chosen),
        "listed": found.order_by("id")[:MOST_LISTED],
        "most": MOST_LISTED,
    }
    return monitor_page(request, campaign, "delete_tests", context)


def _is_number(text: str) -> bool:
    # No more digits than a database's integer holds.
    return text.isdecimal() and len(text) <= 18
