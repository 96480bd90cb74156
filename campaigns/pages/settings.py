"""A campaign's settings, a section at a time."""

from typing import Any, NamedTuple

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.contrib.auth.models import User
from django.db import transaction
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext
from django.views.decorators.http import require_http_methods, require_POST

from campaigns.forms.data_card import DataCardForm
from campaigns.forms.lists import (
    COMPREHENSION,
    EXAMPLES,
    PRACTICE,
    QUESTIONS,
    QUOTAS,
    SCALE,
)
from campaigns.forms.quality import QualityForm
from campaigns.forms.recruiting import RecruitingForm
from campaigns.forms.settings import (
    EncouragementsForm,
    GeneralForm,
    MeasuresForm,
    PoolForm,
    RatingForm,
    TextsForm,
)
from campaigns.models import Campaign, Member
from campaigns.pages.requests import being_rated, lead_of
from campaigns.pages.workspace import workspace
from campaigns.selectors.permission import campaign_for
from campaigns.selectors.settled import has_ratings
from campaigns.selectors.task import task_of
from campaigns.selectors.thresholds import would_flag
from campaigns.services.locking import lock_campaign
from campaigns.services.settling import RatingsExist, RatingUnderWay
from regild.tasks import settings_without_use


class SettingsSection(NamedTuple):
    """`form` takes a campaign and posted data, and can `store` itself when valid.

    `group` is what the section stands under. `settled`: what of it ratings settle, in words;
    empty where nothing is.
    """

    group: Any
    title: Any
    form: Any
    settled: Any = ""


CAMPAIGN = gettext_lazy("Campaign")
RATINGS = gettext_lazy("Ratings")
ANNOTATORS = gettext_lazy("Annotators")


SECTIONS = {
    "general": SettingsSection(
        CAMPAIGN, gettext_lazy("Title and language"), GeneralForm, gettext_lazy("the language")
    ),
    "pool": SettingsSection(
        CAMPAIGN, gettext_lazy("Pool"), PoolForm, gettext_lazy("everything on this page")
    ),
    "measures": SettingsSection(CAMPAIGN, gettext_lazy("Measures"), MeasuresForm),
    "rating": SettingsSection(RATINGS, gettext_lazy("Sittings and ratings"), RatingForm),
    "scale": SettingsSection(
        RATINGS,
        gettext_lazy("Scale"),
        SCALE,
        gettext_lazy("the buttons, their labels and codes"),
    ),
    "quality": SettingsSection(RATINGS, gettext_lazy("Quality checks"), QualityForm),
    "texts": SettingsSection(ANNOTATORS, gettext_lazy("Welcome and instructions"), TextsForm),
    "examples": SettingsSection(ANNOTATORS, gettext_lazy("Examples"), EXAMPLES),
    "comprehension": SettingsSection(
        ANNOTATORS, gettext_lazy("Comprehension questions"), COMPREHENSION
    ),
    "practice": SettingsSection(ANNOTATORS, gettext_lazy("Practice"), PRACTICE),
    "questions": SettingsSection(ANNOTATORS, gettext_lazy("Questionnaire"), QUESTIONS),
    "quotas": SettingsSection(ANNOTATORS, gettext_lazy("Quotas"), QUOTAS),
    "encouragements": SettingsSection(
        ANNOTATORS, gettext_lazy("Encouragements"), EncouragementsForm
    ),
    "recruiting": SettingsSection(ANNOTATORS, gettext_lazy("Recruiting sites"), RecruitingForm),
    "card": SettingsSection(CAMPAIGN, gettext_lazy("Data card"), DataCardForm),
}
# Where what is written is shown as annotators will see it.
SHOWN_TO_ANNOTATORS = {"texts", "scale"}


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def settings(request: HttpRequest, slug: str, name: str = "general") -> HttpResponse:
    posted = request.method == "POST"
    least = Member.Role.MANAGER if posted else Member.Role.VIEWER
    campaign = campaign_for(request.user, slug=slug, least=least)
    sections = _sections(campaign)
    section = sections.get(name)
    if section is None:
        raise Http404
    form = section.form(campaign, request.POST if posted else None)
    if posted:
        try:
            form = _stored(section, campaign, request.POST, by=lead_of(request))
        except RatingsExist as exist:
            messages.error(request, _refusal(exist))
        else:
            if form.is_valid():
                messages.success(request, _("Settings saved."))
                return redirect("settings-section", slug, name)
    return _section_page(request, campaign, name, form)


@require_POST
@login_required
def preview_thresholds(request: HttpRequest, slug: str) -> HttpResponse:
    """How many sittings the thresholds in the form would flag; nothing is stored."""
    campaign = campaign_for(request.user, slug=slug)
    form = QualityForm(campaign, request.POST)
    if "HX-Request" in request.headers:
        flags = would_flag(campaign, form.thresholds())
        context = {"campaign": campaign, "form": form, "flags": flags, "replaces": True}
        return render(request, "campaigns/_would_flag.html", context)
    return _section_page(request, campaign, "quality", form)


def _section_page(
    request: HttpRequest, campaign: Campaign, name: str, form: Any
) -> HttpResponse:
    sections = _sections(campaign)
    context = {
        **workspace(request, campaign, stage="settings"),
        "sections": sections,
        "name": name,
        "section": sections[name],
        "form": form,
        "shows_preview": name in SHOWN_TO_ANNOTATORS,
        "rated": has_ratings(campaign),
    }
    if isinstance(form, QualityForm):
        context["flags"] = would_flag(campaign, form.thresholds())
    return render(request, "campaigns/settings.html", context)


def _sections(campaign: Campaign) -> dict[str, SettingsSection]:
    """Those in which the campaign's task has a use for something."""
    without = settings_without_use(task_of(campaign))

    def of_use(name: str, section: SettingsSection) -> bool:
        meta = getattr(section.form, "_meta", None)
        names = [name] if meta is None else meta.fields
        return not without.issuperset(names)

    return {name: one for name, one in SECTIONS.items() if of_use(name, one)}


@transaction.atomic
def _stored(section: SettingsSection, campaign: Campaign, posted: Any, *, by: User) -> Any:
    """The form, which stored itself if it is valid. Raises RatingsExist."""
    # What may be said depends on what others have stored, until this is.
    now = lock_campaign(campaign.pk)
    form = section.form(now, posted)
    if form.is_valid():
        form.store(campaign=now, by=by)
    return form


def _refusal(exist: RatingsExist) -> str:
    if isinstance(exist, RatingUnderWay):
        return being_rated()
    return (
        ngettext(
            "Nothing was changed: the ratings of %d annotator would be lost.",
            "Nothing was changed: the ratings of %d annotators would be lost.",
            exist.annotators,
        )
        % exist.annotators
    )
