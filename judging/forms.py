"""What a lead says of a judge."""

from typing import Any, cast

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from campaigns.models import Campaign
from campaigns.selectors.task import task_of
from core.forms.uploads import UploadForm
from judging.models import MAX_NAME
from sources.forms import file_field
from sources.selectors import systems_in_play


class JudgeForm(UploadForm):
    name = forms.CharField(label=gettext_lazy("Model"), max_length=MAX_NAME)
    model_version = forms.CharField(
        label=gettext_lazy("Version"),
        help_text=gettext_lazy("As its maker calls it, with its date: others must find it."),
        max_length=MAX_NAME,
    )
    prompt = forms.CharField(
        label=gettext_lazy("Prompt"),
        help_text=gettext_lazy("What the model was asked, word for word."),
        widget=forms.Textarea(attrs={"rows": 6}),
    )
    related = forms.MultipleChoiceField(
        label=gettext_lazy("Systems related to the model"),
        help_text=gettext_lazy("Of the same model or its family; they are marked."),
        widget=forms.CheckboxSelectMultiple,
        required=False,
    )

    def __init__(self, *args: Any, campaign: Campaign, **kwargs: Any) -> None:
        self.campaign = campaign
        super().__init__(*args, **kwargs)

    def add_fields(self) -> None:
        self.fields["judgements"] = file_field(task_of(self.campaign).files["ratings"])
        self.fields["judgements"].label = _("Judgements")
        names = systems_in_play(self.campaign).order_by("name").values_list("name", flat=True)
        related = cast(forms.MultipleChoiceField, self.fields["related"])
        related.choices = [(name, name) for name in names]


class EpsilonForm(forms.Form):
    epsilon = forms.FloatField(
        label="ε",
        min_value=0,
        max_value=0.99,
        help_text=gettext_lazy(
            "0.2 beside experts, 0.15 beside skilled people, 0.1 beside a crowd"
        ),
    )
