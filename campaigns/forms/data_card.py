"""What leads write for the data card of their releases."""

from typing import Any

from django import forms
from django.core.validators import RegexValidator
from django.utils.translation import gettext_lazy as _

from campaigns.forms.columns import ColumnsForm
from campaigns.models import LONGEST_STATEMENT, Campaign

FIELDS = [
    *("license", "authors", "paper", "funding", "rationale", "source_text"),
    *("text_authors", "recruitment", "annotator_profile", "uses", "misuses"),
    *("limitations", "personal_data"),
]
_ROWS = 3


class StatementField(forms.CharField):
    def __init__(self, *, label: Any, help_text: Any) -> None:
        super().__init__(
            label=label,
            help_text=help_text,
            required=False,
            max_length=LONGEST_STATEMENT,
            widget=forms.Textarea(attrs={"rows": _ROWS}),
        )

    def to_python(self, value: Any) -> str:
        return str(super().to_python(value)).replace("\r\n", "\n").strip()


class DataCardForm(ColumnsForm):
    license = forms.CharField(
        label=_("Licence of the releases"),
        help_text=_("An SPDX id such as CC-BY-4.0. Empty: not decided"),
        required=False,
        max_length=60,
        validators=[
            RegexValidator(
                r"^[A-Za-z0-9.+-]+$", _("This is no SPDX id. One is like CC-BY-4.0.")
            )
        ],
    )
    authors = StatementField(
        label=_("Authors to cite"), help_text=_("One a line: Family, Given")
    )
    paper = StatementField(
        label=_("Paper"), help_text=_("What to cite or read beside the data")
    )
    funding = StatementField(label=_("Funding"), help_text=_("Who paid for it"))
    rationale = StatementField(
        label=_("Rationale"),
        help_text=_("Why the data was made, and how its items were chosen"),
    )
    source_text = StatementField(
        label=_("Source text"),
        help_text=_("Where it comes from: genre, topic, time, place, how it was prepared"),
    )
    text_authors = StatementField(
        label=_("Who wrote the text"), help_text=_("As far as it is known")
    )
    recruitment = StatementField(
        label=_("How annotators were reached"), help_text=_("And what they were paid")
    )
    annotator_profile = StatementField(
        label=_("Who the annotators are"),
        help_text=_("Age, first language, training… as a group: name nobody"),
    )
    uses = StatementField(label=_("Intended uses"), help_text=_("Empty: scoring systems"))
    misuses = StatementField(
        label=_("Out-of-scope uses"), help_text=_("What the data should not be used for")
    )
    limitations = StatementField(
        label=_("Limitations"), help_text=_("What is wrong or missing, and known biases")
    )
    personal_data = StatementField(
        label=_("Personal data in the text"),
        help_text=_("What it tells of people, and what was done about it"),
    )

    class Meta:
        model = Campaign
        fields = FIELDS
