"""What a lead says when they decide, and what lists are filtered by."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _


class ReasonForm(forms.Form):
    reason = forms.CharField(
        label=_("Reason"), max_length=2000, widget=forms.Textarea(attrs={"rows": 3})
    )


class FilterForm(forms.Form):
    """What is asked of a list; whatever makes no sense counts as not asked."""

    def asked(self) -> dict[str, Any]:
        self.is_valid()
        return {name: self.cleaned_data.get(name, "") for name in self.fields}
