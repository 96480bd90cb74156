"""What is asked where the tree of categories is revised."""

import io

from django import forms
from django.utils.translation import gettext_lazy as _

from regild.problems import Source

MOST = 100_000


class RevisionForm(forms.Form):
    changes = forms.CharField(
        label=_("Changes"),
        help_text=_("A table with the columns change, category, to, parent, definition"),
        max_length=MOST,
        strip=False,
        widget=forms.Textarea(attrs={"rows": 8, "spellcheck": "false"}),
    )
    note = forms.CharField(
        label=_("Note"),
        help_text=_("Why the tree is revised; stored with the revision"),
        required=False,
        max_length=2000,
        widget=forms.Textarea(attrs={"rows": 2}),
    )
    # The one that was looked at.
    number = forms.IntegerField(required=False, widget=forms.HiddenInput)

    def source(self) -> Source:
        text: str = self.cleaned_data["changes"]
        return Source(io.BytesIO(text.encode()), str(_("Changes")))
