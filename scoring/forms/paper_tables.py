"""How a table of a paper is written as LaTeX for another."""

from typing import Any

from django import forms
from django.core.validators import RegexValidator
from django.utils.translation import gettext_lazy as _

from regild.tables.paper_latex import LatexChoices


class ManyField(forms.Field):
    """Each of the values that stand under one name; which there are, the table says."""

    widget = forms.MultipleHiddenInput

    def to_python(self, value: Any) -> tuple[str, ...]:
        return tuple(map(str, value or ()))


class LatexForm(forms.Form):
    """With nothing in it the table is as the paper prints it."""

    column = ManyField(required=False)
    system = ManyField(required=False)
    caption = forms.CharField(label=_("Caption"), required=False, max_length=1_000)
    label = forms.CharField(
        label=_("Label"),
        required=False,
        max_length=80,
        validators=[RegexValidator(r"^[\w:.-]+$")],
    )
    digits = forms.IntegerField(
        label=_("Decimals"),
        help_text=_("Empty: as the paper has them"),
        required=False,
        min_value=0,
        max_value=12,
    )
    siunitx = forms.BooleanField(
        label=_("Align decimals with the siunitx package"), required=False
    )
    long = forms.ChoiceField(
        label=_("Over several pages (longtable)"),
        choices=[
            ("auto", _("where it is long")),
            ("yes", _("always")),
            ("no", _("never")),
        ],
        required=False,
    )

    def choices(self) -> LatexChoices:
        said = self.cleaned_data
        return LatexChoices(
            columns=said["column"],
            systems=said["system"],
            caption=said["caption"],
            label=said["label"],
            digits=said["digits"],
            siunitx=said["siunitx"],
            long=said["long"] or "auto",
        )
