"""What the agreement page asks."""

from django import forms
from django.utils.translation import gettext_lazy as _

from core.forms.uploads import UploadForm


class WordListForm(UploadForm):
    words = forms.FileField(
        label=_("Words with their frequency"),
        help_text=_("A table with the columns word and frequency: counts, or rates"),
        allow_empty_file=True,
    )
