"""What a campaign rests on: its sentences, first gold and systems."""

from collections.abc import Sequence

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from campaigns.models import Campaign, Member
from campaigns.pages.requests import go_to, lead_of, session_of, tell_notices
from campaigns.pages.workspace import workspace
from campaigns.selectors.permission import campaign_for
from campaigns.selectors.settled import has_ratings
from campaigns.selectors.task import asked_group, phrase_of, task_of
from core.paging import page_of
from core.refusals import Refused, SystemExists, said
from regild.problems import BadFiles
from sources.forms import AddSystemsForm
from sources.selectors import (
    find_sentences,
    has_gold,
    source_counts,
    systems_with_attempts,
)
from sources.services.systems import AddedSystem, EndInNumbers, add_systems


@require_safe
@login_required
def sources(request: HttpRequest, slug: str) -> HttpResponse:
    campaign = campaign_for(request.user, slug=slug)
    return _page(
        request, campaign, AddSystemsForm(campaign=campaign, session=session_of(request))
    )


@require_safe
@login_required
def sentences(request: HttpRequest, slug: str) -> HttpResponse:
    """The sentences with their gold, to be looked through."""
    campaign = campaign_for(request.user, slug=slug)
    asked = request.GET
    found = find_sentences(
        campaign, text=asked.get("text", "").strip(), group=asked_group(campaign, asked)
    )
    context = {
        "campaign": campaign,
        "stage": "sources",
        "page": page_of(found, asked, order=["position", "id"]),
        "asked": asked,
    }
    return render(request, "sources/sentences.html", context)


@require_POST
@login_required
def add(request: HttpRequest, slug: str) -> HttpResponse:
    campaign = campaign_for(request.user, slug=slug, least=Member.Role.MANAGER)
    form = AddSystemsForm(
        request.POST, request.FILES, campaign=campaign, session=session_of(request)
    )
    added = _add(request, campaign, form) if form.is_valid() else None
    if added is None:
        form.keep_files()
        if "HX-Request" in request.headers:
            return render(
                request, "sources/_add_system.html", {"campaign": campaign, "form": form}
            )
        return _page(request, campaign, form)
    form.forget_files()
    tell_notices(request, [notice for one in added for notice in one.notices])
    messages.success(request, _told(added))
    return go_to(request, "sources", slug)


def _told(added: Sequence[AddedSystem]) -> str:
    if len(added) > 1:
        answers = sum(one.answers for one in added)
        names = ", ".join(one.system.name for one in added)
        return _("%(n)s systems are added, with %(answers)s answers: %(names)s.") % {
            "n": len(added),
            "answers": answers,
            "names": names,
        }
    [one] = added
    return phrase_of(
        task_of(one.system.campaign),
        "system is added",
        system=one.system.name,
        answers=one.answers,
        count=one.attempted,
    )


def _page(request: HttpRequest, campaign: Campaign, form: AddSystemsForm) -> HttpResponse:
    counts = source_counts(campaign)
    context = {
        **workspace(request, campaign, stage="sources"),
        "form": form,
        "rated": has_ratings(campaign),
        "counts": counts,
        "wants_gold": task_of(campaign).proposes
        and not counts.gold_substitutes
        and not has_gold(campaign),
        "has_parts": task_of(campaign).scoring.of_parts,
        "systems": systems_with_attempts(campaign),
    }
    return render(request, "sources/sources.html", context)


def _add(
    request: HttpRequest, campaign: Campaign, form: AddSystemsForm
) -> list[AddedSystem] | None:
    try:
        with form.opened_list("answers") as files, form.opened_files() as others:
            named = form.named(files)
            return add_systems(
                campaign=campaign,
                answers=named,
                # The form takes them for one system alone.
                multiwords={named[0][0]: others["multiwords"]} if others else {},
                kind=form.cleaned_data["kind"],
                as_they_are=form.cleaned_data["as_they_are"],
                by=lead_of(request),
            )
    except BadFiles as bad:
        form.bad_files = bad.files
    except SystemExists as exists:
        one = form.cleaned_data["name"]
        told = _("There is a system of this name.") if one else said(exists.text)
        form.add_error("name", told)
    except EndInNumbers as refusal:
        form.ask_about_numbers(refusal)
    except Refused as refusal:
        form.add_error(None, said(refusal.text))
    return None
