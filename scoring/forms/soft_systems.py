"""What a lead says of a system that answers with distributions."""

from django import forms
from django.utils.translation import gettext_lazy as _

from core.forms.uploads import UploadForm
from scoring.services.soft_systems import LONGEST_NAME


class SoftSystemForm(UploadForm):
    name = forms.CharField(label=_("System"), max_length=LONGEST_NAME)
    answers = forms.FileField(
        label=_("Answers"),
        help_text=_(
            "A table as the release's format shares: the share of each value. Or as its format"
            " ratings: what each annotator gave."
        ),
        allow_empty_file=True,
    )
