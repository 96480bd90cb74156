"""Who may work on a campaign. Everybody in it sees that; its owners change it."""

from collections.abc import Iterator
from contextlib import contextmanager

from django import forms
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import BadRequest
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from campaigns.models import Campaign, Member
from campaigns.pages.requests import lead_of
from campaigns.pages.workspace import workspace
from campaigns.selectors.invitations import open_invitations
from campaigns.selectors.people import members_of
from campaigns.selectors.permission import campaign_for, may
from campaigns.services.api_tokens import take_back_api_token
from campaigns.services.mailing import send_invitation
from campaigns.services.people import (
    InvitationGone,
    LastOwner,
    cancel_invitation,
    change_role,
    remove_member,
)
from core.refusals import said

# Where a new link waits for the page that shows it: it can be shown only once.
LINK = "invitation_link"


class RoleForm(forms.Form):
    role = forms.ChoiceField(
        label=gettext_lazy("Role"), choices=Member.Role.choices, initial=Member.Role.VIEWER
    )

    def chosen_role(self) -> Member.Role:
        return Member.Role(self.cleaned_data["role"])


class InviteForm(RoleForm):
    email = forms.EmailField(label=gettext_lazy("E-mail address"), max_length=254)
    field_order = ["email", "role"]


@require_safe
@login_required
@never_cache
def people(request: HttpRequest, slug: str) -> HttpResponse:
    return _page(request, campaign_for(request.user, slug=slug), InviteForm())


@require_POST
@login_required
def invite(request: HttpRequest, slug: str) -> HttpResponse:
    """Invite by an address. The link is shown to the inviter, for mail may be late or lost."""
    campaign = _own_campaign(request, slug)
    form = InviteForm(request.POST)
    if not form.is_valid():
        return _page(request, campaign, form)
    email = form.cleaned_data["email"]
    sent = send_invitation(
        campaign=campaign, by=lead_of(request), email=email, role=form.chosen_role()
    )
    request.session[LINK] = {"email": email, **sent._asdict()}
    return redirect("people", slug)


@require_POST
@login_required
def cancel(request: HttpRequest, slug: str, id: int) -> HttpResponse:
    campaign = _own_campaign(request, slug)
    invitation = get_object_or_404(campaign.invitations, id=id)
    try:
        cancel_invitation(invitation=invitation, by=lead_of(request))
    except InvitationGone as gone:
        messages.error(request, said(gone.text))
    else:
        messages.success(request, _("Invitation to %s cancelled.") % invitation.email)
    return redirect("people", slug)


@require_POST
@login_required
def change(request: HttpRequest, slug: str, id: int) -> HttpResponse:
    campaign = _own_campaign(request, slug)
    form = RoleForm(request.POST)
    if not form.is_valid():
        raise BadRequest(form.errors.as_text())
    with _answered(request, _("Role changed.")):
        change_role(
            campaign=campaign, member_id=id, by=lead_of(request), role=form.chosen_role()
        )
    return redirect("people", slug)


@require_POST
@login_required
def remove(request: HttpRequest, slug: str, id: int) -> HttpResponse:
    campaign = _own_campaign(request, slug)
    with _answered(request, _("Member removed.")):
        remove_member(campaign=campaign, member_id=id, by=lead_of(request))
    # Whoever removed themselves may not see the campaign's pages any more.
    seen = may(lead_of(request), campaign, Member.Role.VIEWER)
    return redirect("people", slug) if seen else redirect("home")


@require_POST
@login_required
def take_back(request: HttpRequest, slug: str, id: int) -> HttpResponse:
    """A token that opens this campaign alone, whoever made it."""
    campaign = _own_campaign(request, slug)
    token = get_object_or_404(campaign.api_tokens.select_related("campaign"), id=id)
    take_back_api_token(token=token, by=lead_of(request))
    messages.success(request, _("Token “%s” revoked.") % token.name)
    return redirect("people", slug)


@contextmanager
def _answered(request: HttpRequest, done: str) -> Iterator[None]:
    try:
        yield
    except Member.DoesNotExist as gone:
        raise Http404 from gone
    except LastOwner as last:
        messages.error(request, said(last.text))
    else:
        messages.success(request, done)


def _page(request: HttpRequest, campaign: Campaign, form: InviteForm) -> HttpResponse:
    shared = workspace(request, campaign, stage="people")
    owns = shared["may"].own
    context = {
        **shared,
        "members": members_of(campaign),
        "roles": Member.Role.choices,
        "invitations": open_invitations(campaign) if owns else [],
        "tokens": campaign.api_tokens.select_related("user", "campaign") if owns else [],
        "now": timezone.now(),
        "form": form,
        "fresh": request.session.pop(LINK, None),
    }
    return render(request, "campaigns/people.html", context)


def _own_campaign(request: HttpRequest, slug: str) -> Campaign:
    return campaign_for(request.user, slug=slug, least=Member.Role.OWNER)
