"""What a lead says when they decide, and what lists are filtered by."""

from typing import Any, cast

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from annotators.models import Annotator
from campaigns.forms.asking import FilterForm
from core.forms.fields import SwitchField
from pooling.selectors import origins_of
from regild.tasks import Task


class AnswerForm(forms.Form):
    answer = forms.CharField(
        label=_("Your answer, or what you did"),
        max_length=1000,
        widget=forms.Textarea(attrs={"rows": 2}),
    )


class HideForm(forms.Form):
    hide = SwitchField()


class AnnotatorFilter(FilterForm):
    text = forms.CharField(label=_("Number or name"), required=False, max_length=100)
    source = forms.ChoiceField(
        label=_("Source"),
        required=False,
        choices=[("", _("any")), *Annotator.Source.choices],
    )
    only = forms.ChoiceField(
        label=_("Show only"),
        required=False,
        choices=[
            ("", _("all")),
            ("flagged", _("flagged")),
            ("outliers", _("outliers")),
            ("excluded", _("excluded")),
            ("withdrawn", _("withdrawn")),
        ],
    )
    order = forms.ChoiceField(
        label=_("Sort by"),
        required=False,
        choices=[
            ("worst", _("worst first")),
            ("newest", _("newest first")),
            ("oldest", _("oldest first")),
            ("most", _("most ratings first")),
            ("fewest", _("fewest ratings first")),
            ("fastest", _("fastest first")),
            ("slowest", _("slowest first")),
            ("unlike", _("lowest correlation first")),
            ("alike", _("highest correlation first")),
        ],
    )


class SubsetFilter(FilterForm):
    first = forms.IntegerField(
        label=_("From number"),
        required=False,
        min_value=1,
        widget=forms.TextInput(attrs={"inputmode": "numeric"}),
    )
    only = forms.ChoiceField(
        label=_("Show only"),
        required=False,
        choices=[("", _("all")), ("short", _("too few ratings"))],
    )
    order = forms.ChoiceField(
        label=_("Sort by"),
        required=False,
        choices=[("number", _("by number")), ("fewest", _("fewest ratings first"))],
    )


class UnjudgedFilter(FilterForm):
    text = forms.CharField(required=False, max_length=200)

    def __init__(self, data: Any, *, task: Task) -> None:
        super().__init__(data)
        self.fields["text"].label = gettext(task.phrases["candidate, group or item"])


class ShortFilter(FilterForm):
    """Of candidates with fewer than the `wanted` ratings."""

    text = forms.CharField(required=False, max_length=200)
    subset = forms.IntegerField(
        label=_("Subset"),
        required=False,
        min_value=1,
        max_value=2**31 - 1,
        widget=forms.TextInput(attrs={"inputmode": "numeric"}),
    )
    origin = forms.ChoiceField(
        label=_("Origin"),
        required=False,
    )
    given = forms.TypedChoiceField(
        label=_("Ratings"), required=False, coerce=int, empty_value=None
    )
    order = forms.ChoiceField(
        label=_("Sort by"),
        required=False,
        choices=[
            ("sentence", _("in file order")),
            ("subset", _("by subset")),
            ("fewest", _("fewest ratings first")),
        ],
    )

    def __init__(self, data: Any, *, task: Task, wanted: int) -> None:
        super().__init__(data)
        self.fields["text"].label = gettext(task.phrases["Candidate"])
        self.fields[task.group_filter] = forms.CharField(
            label=gettext(task.phrases["group or item"]), required=False, max_length=120
        )
        self.order_fields(["text", task.group_filter])
        origin = cast(forms.ChoiceField, self.fields["origin"])
        origin.choices = [("", _("any")), *origins_of(task)]
        given = cast(forms.TypedChoiceField, self.fields["given"])
        given.choices = [("", _("any")), *((number, str(number)) for number in range(wanted))]


class RemarkFilter(FilterForm):
    text = forms.CharField(required=False, max_length=200)
    only = forms.ChoiceField(
        label=_("Show only"),
        required=False,
        choices=[("", _("all")), ("open", _("not answered")), ("answered", _("answered"))],
    )

    def __init__(self, data: Any, *, task: Task) -> None:
        super().__init__(data)
        self.fields["text"].label = gettext(task.phrases["words, group or item"])
