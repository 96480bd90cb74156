"""Whom recruiting sites send, and how they go back."""

from typing import Any, cast

from django import forms
from django.utils.translation import gettext_lazy, ngettext

from campaigns.forms.columns import ColumnsForm
from campaigns.models import Campaign
from campaigns.selectors.proposers import hashes_of
from core.refusals import said


def _return_address(label: Any, help_text: Any = "") -> forms.URLField:
    return forms.URLField(
        label=label,
        help_text=help_text,
        required=False,
        max_length=200,
        assume_scheme="https",
    )


class RecruitingForm(ColumnsForm):
    completion_url = _return_address(
        gettext_lazy("Completion URL"),
        gettext_lazy("As given by the recruiting site; {code} stands for the completion code."),
    )
    failed_check_url = _return_address(
        gettext_lazy("URL after a failed check"),
        gettext_lazy("Leave empty to use the completion URL if it contains {code}."),
    )
    withdrawn_url = _return_address(
        gettext_lazy("URL after declining or withdrawing"),
        gettext_lazy("Leave empty to use the completion URL if it contains {code}."),
    )
    recruiting_secret = forms.CharField(
        label=gettext_lazy("Signing secret of the recruiting site"),
        help_text=gettext_lazy("Never shown again. Leave empty to keep the present one."),
        required=False,
        max_length=100,
        widget=forms.PasswordInput(attrs={"autocomplete": "off"}),
    )

    proposers = forms.CharField(
        label=gettext_lazy("People who proposed"),
        required=False,
        max_length=60_000,
        widget=forms.Textarea(attrs={"spellcheck": "false", "rows": 4}),
    )

    class Meta:
        model = Campaign
        fields = [
            *("completion_url", "completion_code"),
            *("failed_check_url", "failed_check_code"),
            *("withdrawn_url", "withdrawn_code"),
            "recruiting_secret",
            *("fresh_raters", "proposers"),
        ]
        labels = {
            "fresh_raters": gettext_lazy("Do not let proposers rate"),
            "completion_code": gettext_lazy("Completion code"),
            "failed_check_code": gettext_lazy("Code after a failed check"),
            "withdrawn_code": gettext_lazy("Code after declining or withdrawing"),
        }
        help_texts = {
            "fresh_raters": "",
            "failed_check_code": gettext_lazy(
                "Also given to people who fail the comprehension questions twice. "
                "Leave empty to ignore failed checks."
            ),
        }

    def __init__(self, campaign: Campaign, data: Any = None) -> None:
        super().__init__(campaign, data)
        # Nobody is shown hashes; who they are of is not known here.
        self.initial["proposers"] = ""
        self.fields["proposers"].help_text = ngettext(
            "Their recruiting ids, one a line. %(n)s is stored, as a hash; what you write here"
            " replaces it. People whom the first gold names by these ids need not be listed",
            "Their recruiting ids, one a line. %(n)s are stored, as hashes; what you write here"
            " replaces them. People whom the first gold names by these ids need not be listed",
            len(campaign.proposers),
        ) % {"n": len(campaign.proposers)}

    def clean_proposers(self) -> list[str]:
        if not self.cleaned_data.get("fresh_raters"):
            return []
        people = cast(str, self.cleaned_data["proposers"]).splitlines()
        try:
            return hashes_of(self.instance, people) or self.instance.proposers
        except ValueError as wrong:
            raise forms.ValidationError(said(wrong.args[0])) from wrong

    def clean_recruiting_secret(self) -> str:
        secret = cast(str, self.cleaned_data["recruiting_secret"])
        return secret or self.instance.recruiting_secret
