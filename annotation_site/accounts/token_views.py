"""Access for programs: one's own tokens; each is shown once, when it is made."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from annotation_site.accounts.forms import TokenForm
from campaigns.pages.requests import lead_of
from campaigns.services.api_tokens import make_api_token, take_back_api_token


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
@never_cache
def tokens(request: HttpRequest) -> HttpResponse:
    """The answer to the form shows the token: nothing keeps it, so no later page could."""
    lead = lead_of(request)
    form = TokenForm(lead, request.POST or None)
    made = make_api_token(user=lead, **form.choices()) if form.is_valid() else None
    context = {
        "form": TokenForm(lead) if made else form,
        "made": made,
        "api": request.build_absolute_uri("/api/v1/campaigns/"),
        "tokens": lead.api_tokens.select_related("campaign"),
        "now": timezone.now(),
    }
    return render(request, "accounts/tokens.html", context)


@require_POST
@login_required
def take_back(request: HttpRequest, id: int) -> HttpResponse:
    lead = lead_of(request)
    token = get_object_or_404(lead.api_tokens.select_related("campaign"), id=id)
    take_back_api_token(token=token, by=lead)
    messages.success(request, _("Token “%s” revoked.") % token.name)
    return redirect("tokens")
