"""The table of lemmas, from a file."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from campaigns.models import Campaign, Member
from campaigns.pages.requests import being_rated, lead_of, session_of, tell_notices
from campaigns.services.settling import RatingUnderWay
from core.refusals import Refused, said
from proposing.forms import LemmaTableForm
from proposing.pages.rendering import proposing_campaign, stage_page
from proposing.services.lemmas import BroughtInLemmas, bring_in_lemmas
from regild.problems import BadFiles


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def bring_in(request: HttpRequest, slug: str) -> HttpResponse:
    campaign = proposing_campaign(request, slug, least=Member.Role.MANAGER)
    if request.method != "POST":
        form = LemmaTableForm(session=session_of(request))
    else:
        form = LemmaTableForm(request.POST, request.FILES, session=session_of(request))
        found = _bring_in(request, campaign, form) if form.is_valid() else None
        if found is not None:
            form.forget_files()
            tell_notices(request, found.notices)
            told = _("The table has %(lemmas)s lemmas: %(added)s new, %(changed)s changed.")
            messages.success(request, told % found._asdict())
            return redirect("first-gold-lemmas", slug)
        form.keep_files()
    return stage_page(request, campaign, "lemma_table", {"form": form})


def _bring_in(
    request: HttpRequest, campaign: Campaign, form: LemmaTableForm
) -> BroughtInLemmas | None:
    try:
        with form.opened_files() as files:
            return bring_in_lemmas(
                campaign=campaign, table=files["lemmas"], by=lead_of(request)
            )
    except BadFiles as bad:
        form.bad_files = bad.files
    except RatingUnderWay:
        form.add_error(None, being_rated())
    except Refused as refusal:
        form.add_error(None, said(refusal.text))
    return None
