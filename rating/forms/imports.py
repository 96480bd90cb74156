"""A file of ratings that were collected elsewhere."""

from django import forms
from django.utils.translation import gettext_lazy as _

from core.forms.uploads import UploadForm


class ImportForm(UploadForm):
    ratings = forms.FileField(
        label=_("Ratings"),
        help_text=_("A table with the columns annotator, sentence, substitute and value"),
        allow_empty_file=True,
    )
