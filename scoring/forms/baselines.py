"""A baseline that is made here, as its task's declaration has it."""

from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from core.forms.uploads import UploadForm
from core.refusals import said
from regild.tasks.baselines import Baseline, BaselineOption
from scoring.services.baselines import BaselineRefused
from sources.forms import file_field


class BaselineForm(UploadForm):
    name = forms.CharField(label=gettext_lazy("Name of the system"), max_length=100)

    def __init__(self, *args: Any, made: Baseline, **kwargs: Any) -> None:
        self.made = made
        super().__init__(*args, **kwargs)

    def add_fields(self) -> None:
        if self.made.trained:
            self.fields["gold"] = forms.ChoiceField(
                label=_("Learnt from"),
                choices=[("first", _("the first gold")), ("second", _("the second gold"))],
                initial="first",
                widget=forms.RadioSelect,
            )
        for name, option in self.made.options.items():
            self.fields[name] = _option_field(option)
        for name, file in self.made.files.items():
            self.fields[name] = file_field(file)

    def plain_fields(self) -> list[forms.BoundField]:
        """Without its files, and the encoding that is asked for beside their problems."""
        elsewhere = {*self.made.files, "windows_1252"}
        return [self[name] for name in self.fields if name not in elsewhere]

    def options(self) -> dict[str, tuple[str, ...]]:
        """Each option's words."""
        data = self.cleaned_data
        return {
            name: tuple(data[name].splitlines()) if option.words > 1 else (data[name],)
            for name, option in self.made.options.items()
            if data[name]
        }

    def tell(self, refusal: BaselineRefused) -> None:
        field = refusal.field if refusal.field in self.fields else None
        self.add_error(field, said(refusal.text))


def _option_field(option: BaselineOption) -> forms.Field:
    if option.choices:
        return forms.ChoiceField(
            label=_(option.label),
            choices=[(one, one) for one in option.choices],
            initial=option.default,
            # A page that was open before an upgrade sends none of what is new: its default.
            required=False,
        )
    lines = {"help_text": _("one a line; empty for all"), "widget": forms.Textarea({"rows": 2})}
    more: dict[str, Any] = lines if option.words > 1 else {}
    return forms.CharField(
        label=_(option.label),
        required=False,
        max_length=1000,
        initial=option.default,
        **more,
    )
