"""What leads are asked in the first stage, and what its lists are filtered by."""

import secrets
from typing import Any, cast

from django import forms
from django.utils.translation import gettext_lazy as _

from campaigns.forms.asking import FilterForm
from core.forms.uploads import UploadForm
from proposing.services.dispatching import MOST_ANNOTATORS, MOST_PER_SUBSET, PER_SUBSET
from regild.proposing.making import NameCode

# McCarthy & Navigli (2007) asked five.
ANNOTATORS = 5
MOST_TEXT = 200


class RoundForm(forms.Form):
    annotators = forms.IntegerField(
        label=_("Annotators for each sentence"),
        help_text=_("SemEval asked five, SemDis seven."),
        min_value=1,
        max_value=MOST_ANNOTATORS,
        initial=ANNOTATORS,
    )
    per_subset = forms.IntegerField(
        label=_("Most sentences in one turn"),
        help_text=_("Twenty take about ten minutes."),
        min_value=1,
        max_value=MOST_PER_SUBSET,
        initial=PER_SUBSET,
    )
    seed = forms.IntegerField(
        label=_("Seed"),
        help_text=_("The same seed puts the same sentences together."),
        min_value=0,
        max_value=2**32 - 1,
    )

    def __init__(self, data: Any = None) -> None:
        super().__init__(data, initial={"seed": secrets.randbelow(2**32)})


class SpellingForm(forms.Form):
    """By buttons: what is decided about a spelling in a sentence."""

    decision = forms.ChoiceField(choices=[(one, one) for one in ("accept", "keep", "forget")])
    sentence = forms.CharField(max_length=100)
    # As it was typed, blanks at its ends included.
    spelling = forms.CharField(max_length=MOST_TEXT, strip=False)
    into = forms.CharField(max_length=MOST_TEXT, required=False)


class FreezeForm(forms.Form):
    name_code = forms.ChoiceField(
        label=_("Code for names in the file"),
        choices=[("NAME", "NAME"), ("pn", "pn")],
        widget=forms.RadioSelect,
        initial="NAME",
    )

    def code(self) -> NameCode:
        return cast(NameCode, self.cleaned_data["name_code"])


class SentenceFilter(FilterForm):
    text = forms.CharField(label=_("Text or id"), required=False, max_length=100)
    target = forms.CharField(label=_("Target"), required=False, max_length=120)


class CloseFilter(FilterForm):
    state = forms.ChoiceField(
        label=_("State"),
        required=False,
        choices=[("", _("to review")), ("all", _("all"))],
    )


class LemmaTableForm(UploadForm):
    lemmas = forms.FileField(
        label=_("Table of lemmas"),
        help_text=_("form,pos,lemma: what counts as one word when annotators propose"),
        allow_empty_file=True,
    )


class LemmaFilter(FilterForm):
    text = forms.CharField(label=_("Form or lemma"), required=False, max_length=100)
    state = forms.ChoiceField(
        label=_("State"),
        required=False,
        choices=[("", _("all")), ("applied", _("applied")), ("undone", _("undone"))],
    )
