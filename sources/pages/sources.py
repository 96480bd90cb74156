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
from sources.forms.systems import AddSystemsForm
from sources.selectors import (
    find_sentences,
    has_gold,
    source_counts,
    systems_with_attempts,
)
from sources.services.adding_systems import (
    AddedSystems,
    CheckedFile,
    add_systems,
    check_systems,
)
from sources.services.systems import AddedSystem, EndInNumbers

# Sent by the script of the page (static/js/upload-many.js).
ROWS_ONLY = "Rows-Only"


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
    form = _form(request, campaign)
    found = _add(request, campaign, form) if form.is_valid() else None
    if found is None:
        return _refused(request, campaign, form)
    form.forget_files()
    tell_notices(request, [notice for one in found.added for notice in one.notices])
    messages.success(request, _told(found.added))
    if found.left_out:
        files = ", ".join(dict.fromkeys(bad.name for bad in found.left_out))
        messages.warning(request, _("Left out, as they have problems: %s.") % files)
    return go_to(request, "sources", slug)


@require_POST
@login_required
def check(request: HttpRequest, slug: str) -> HttpResponse:
    """What each file would be as a system: nothing is stored, and the files are kept. A script
    that sends one file after another is given their rows alone."""
    campaign = campaign_for(request.user, slug=slug, least=Member.Role.MANAGER)
    form = _form(request, campaign)
    if not form.is_valid():
        return _refused(request, campaign, form)
    form.keep_files()
    form.show(_checked(campaign, form), one_too=True)
    if ROWS_ONLY in request.headers:
        context = {"campaign": campaign, "form": form, "one_by_one": True}
        return render(request, "sources/_system_rows.html", context)
    return _answer(request, campaign, form)


def _form(request: HttpRequest, campaign: Campaign) -> AddSystemsForm:
    return AddSystemsForm(
        request.POST, request.FILES, campaign=campaign, session=session_of(request)
    )


def _refused(request: HttpRequest, campaign: Campaign, form: AddSystemsForm) -> HttpResponse:
    """With what there is to say of each of several files, and the files themselves."""
    form.keep_files()
    if len(form.kept.get("answers", [])) > 1:
        form.show(_checked(campaign, form))
    return _answer(request, campaign, form)


def _answer(request: HttpRequest, campaign: Campaign, form: AddSystemsForm) -> HttpResponse:
    if "HX-Request" in request.headers:
        return render(request, "sources/_add_system.html", {"campaign": campaign, "form": form})
    return _page(request, campaign, form)


def _checked(campaign: Campaign, form: AddSystemsForm) -> list[CheckedFile]:
    with form.opened_kept() as systems:
        return check_systems(
            campaign=campaign,
            systems=systems,
            as_they_are=bool(form.cleaned_data.get("as_they_are")),
        )


def _told(added: Sequence[AddedSystem]) -> str:
    if len(added) > 1:
        answers = sum(one.answers for one in added)
        names = ", ".join(one.system.name for one in added)
        return _("%(n)s systems added, with %(answers)s answers: %(names)s.") % {
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


def _add(request: HttpRequest, campaign: Campaign, form: AddSystemsForm) -> AddedSystems | None:
    try:
        with form.opened_systems() as systems:
            return add_systems(
                campaign=campaign,
                systems=systems,
                kind=form.cleaned_data["kind"],
                as_they_are=form.cleaned_data["as_they_are"],
                good_only="good_only" in request.POST,
                by=lead_of(request),
            )
    except BadFiles as bad:
        form.bad_files = bad.files
    except SystemExists:
        form.add_error("name", _("There is a system of this name."))
    except EndInNumbers as refusal:
        form.ask_about_numbers(refusal)
    except Refused as refusal:
        form.add_error(None, said(refusal.text))
    return None
