"""What a volunteer fills in without JavaScript: joining, and one block of ratings."""

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

from django import forms
from django.utils.translation import get_language_info
from django.utils.translation import gettext_lazy as _

from annotators.services.join_problems import (
    LONGEST_ANSWER,
    LONGEST_PARAMETER,
)
from annotators.services.quotas import asked_by_quotas
from annotators.services.recruiting import PARAMETERS, is_placeholder
from campaigns.models import Campaign
from campaigns.selectors.task import said_in
from regild.formats.entries import LARGEST_ID
from regild.rating.batch import LARGEST_VALUE

if TYPE_CHECKING:
    from django_stubs_ext import StrOrPromise

QUESTION_PREFIX = "question-"
RATING_PREFIX = "candidate-"
CANNOT_JUDGE = "null"
# Whole sentences where there are: a language's name may want an article, or another ending.
NATIVE_SPEAKER = {
    "de": _("I am a native speaker of German."),
    "en": _("I am a native speaker of English."),
    "es": _("I am a native speaker of Spanish."),
    "fr": _("I am a native speaker of French."),
    "it": _("I am a native speaker of Italian."),
    "nl": _("I am a native speaker of Dutch."),
    "pt": _("I am a native speaker of Portuguese."),
}


class ReminderForm(forms.Form):
    """Whoever likes leaves an address, to be reminded once."""

    email = forms.EmailField(
        label=_("E-mail address"),
        max_length=254,
        widget=forms.EmailInput(attrs={"autocomplete": "email"}),
    )


class JoinForm(forms.Form):
    consent = forms.BooleanField(
        label=_(
            "I agree to take part. My answers are kept without my name, are used for research"
            " on language, and may be published."
        ),
        error_messages={"required": _("Without your consent we cannot keep your answers.")},
    )
    native_speaker = forms.BooleanField()

    def __init__(
        self,
        campaign: Campaign,
        posted: Mapping[str, str] | None,
        *,
        initial: dict[str, str],
    ) -> None:
        # What a site did not fill in names nobody; the page says so.
        said = {name: "" if is_placeholder(text) else text for name, text in initial.items()}
        super().__init__(posted, initial=said, use_required_attribute=False)
        native_speaker = self.fields["native_speaker"]
        native_speaker.label = _native_speaker(campaign.language)
        native_speaker.error_messages["required"] = said_in(campaign, "natives alone")
        for name in PARAMETERS:
            self.fields[name] = forms.CharField(
                required=False, max_length=LONGEST_PARAMETER, widget=forms.HiddenInput
            )
        required = asked_by_quotas(campaign)
        for question in campaign.questions:
            field = _question_field(question)
            field.required = question["key"] in required
            self.fields[QUESTION_PREFIX + question["key"]] = field

    def declarations(self) -> list[forms.BoundField]:
        return [self["consent"], self["native_speaker"]]

    def questions(self) -> Iterator[forms.BoundField]:
        return (self[name] for name in self.fields if name.startswith(QUESTION_PREFIX))

    def answers(self) -> dict[str, str]:
        return {
            name.removeprefix(QUESTION_PREFIX): value
            for name, value in self.cleaned_data.items()
            if name.startswith(QUESTION_PREFIX)
        }

    def recruited(self) -> dict[str, str]:
        said = {name: self.cleaned_data[name] for name in PARAMETERS}
        return {name: text for name, text in said.items() if not is_placeholder(text)}


def read_block(posted: Mapping[str, str]) -> dict[int, int | None]:
    """Candidate → value as the radio buttons sent them. Raises ValueError on anything else."""
    return {
        _whole(name.removeprefix(RATING_PREFIX), most=LARGEST_ID): (
            None if value == CANNOT_JUDGE else _whole(value, most=LARGEST_VALUE)
        )
        for name, value in posted.items()
        if name.startswith(RATING_PREFIX)
    }


def _whole(text: str, *, most: int) -> int:
    """As a browser writes it. Python reads more as a number, a database less."""
    if not (text.isascii() and text.isdecimal() and len(text) <= len(str(most))):
        raise ValueError("This is no whole number.")
    number = int(text)
    if number > most:
        raise ValueError(f"There is no number above {most} here.")
    return number


def _question_field(question: dict[str, Any]) -> forms.Field:
    if question["choices"]:
        return forms.ChoiceField(
            label=question["label"],
            required=False,
            choices=[("", "—"), *((choice, choice) for choice in question["choices"])],
        )
    return forms.CharField(label=question["label"], required=False, max_length=LONGEST_ANSWER)


def _native_speaker(language: str) -> "StrOrPromise":
    known = NATIVE_SPEAKER.get(language.partition("-")[0].lower())
    return known or _("I am a native speaker of %(language)s.") % {
        "language": _own_name(language)
    }


def _own_name(language: str) -> str:
    """The language's name in itself, which is the one its native speakers know."""
    try:
        return str(get_language_info(language)["name_local"])
    except KeyError:
        return language
