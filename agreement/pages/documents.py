"""The documents behind a number, and the themes of those on which annotators disagree."""

from typing import NamedTuple

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import BadRequest
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from agreement.forms import DocumentFilter, ThemeForm
from agreement.selectors.disagreements import ChosenDocument, find_documents, with_choices
from agreement.selectors.themes import themes_of, themes_table
from agreement.services.themes import tag_document, untag_document
from annotators.models import Remark
from campaigns.models import Campaign, Member
from campaigns.pages.requests import lead_of
from campaigns.pages.workspace import workspace
from campaigns.selectors.permission import campaign_for
from core.downloads import answer_table
from core.paging import page_of
from sources.models import Item

# That of their file; and the first are found without reading the rest.
ORDER = ["id"]


@require_safe
@login_required
def documents(request: HttpRequest, slug: str) -> HttpResponse:
    """Those on which annotators disagree, or chose the two categories asked for."""
    campaign = campaign_for(request.user, slug=slug)
    form = DocumentFilter(request.GET, campaign=campaign)
    asked = form.asked_documents()
    page = page_of(find_documents(campaign, asked), request.GET, order=ORDER)
    context = {
        "filter": form,
        "asked": asked,
        "page": page,
        "documents": _shown(campaign, with_choices(campaign, page.rows)),
        "known": campaign.themes.values_list("name", flat=True),
    }
    shared = workspace(request, campaign, stage="agreement")
    return render(request, "agreement/documents.html", {**shared, **context})


class ShownChoice(NamedTuple):
    name: str
    href: str
    category: str


class ShownDocument(NamedTuple):
    item: Item
    choices: list[ShownChoice]
    remarks: list[Remark]
    themes: list[str]


def _shown(campaign: Campaign, documents: list[ChosenDocument]) -> list[ShownDocument]:
    """Each annotator is named and found once, however often they stand there."""
    here = {choice.annotator: choice.name for one in documents for choice in one.choices}
    names = {id: name or _("annotator %(id)s") % {"id": id} for id, name in here.items()}
    href = {id: reverse("annotator", args=[campaign.slug, id]) for id in here}
    return [
        ShownDocument(
            one.item,
            [ShownChoice(names[by], href[by], category) for by, _name, category in one.choices],
            one.remarks,
            one.themes,
        )
        for one in documents
    ]


@require_safe
@login_required
def themes(request: HttpRequest, slug: str) -> HttpResponse:
    campaign = campaign_for(request.user, slug=slug)
    shared = workspace(request, campaign, stage="agreement")
    return render(request, "agreement/themes.html", {**shared, "found": themes_of(campaign)})


@require_safe
@login_required
def themes_file(request: HttpRequest, slug: str, form: str) -> HttpResponse:
    campaign = campaign_for(request.user, slug=slug)
    return answer_table(themes_table(campaign), form=form, name=f"{slug}-themes")


@require_POST
@login_required
def tag(request: HttpRequest, slug: str, id: int) -> HttpResponse:
    campaign = campaign_for(request.user, slug=slug, least=Member.Role.MANAGER)
    item = get_object_or_404(campaign.items, id=id)
    form = ThemeForm(request.POST)
    if not form.is_valid():
        raise BadRequest("theme")
    theme = form.cleaned_data["theme"]
    tag_document(item=item, theme=theme, by=lead_of(request))
    messages.success(request, _("Theme added: %s") % theme)
    return _back(slug)


@require_POST
@login_required
def untag(request: HttpRequest, slug: str, id: int) -> HttpResponse:
    campaign = campaign_for(request.user, slug=slug, least=Member.Role.MANAGER)
    item = get_object_or_404(campaign.items, id=id)
    theme = request.POST.get("theme", "")
    untag_document(campaign=campaign, item=item, theme=theme, by=lead_of(request))
    messages.success(request, _("Theme removed: %s") % theme)
    return _back(slug)


def _back(slug: str) -> HttpResponse:
    return redirect(reverse("agreement-documents", args=[slug]))
