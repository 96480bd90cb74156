"""What a lead says of a new link, and of the leaderboard."""

from datetime import datetime, timedelta

from django import forms
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from core.forms.fields import SwitchField, end_of
from scoring.models import SubmissionLink

LONGEST = timedelta(days=366)


class LinkForm(forms.Form):
    label = forms.CharField(label=gettext_lazy("Team"), max_length=100)
    visibility = forms.ChoiceField(
        label=gettext_lazy("Scores"),
        choices=SubmissionLink.Visibility.choices,
        initial=SubmissionLink.Visibility.PRIVATE,
        widget=forms.RadioSelect,
    )
    open_until = forms.DateField(
        label=gettext_lazy("Open until the end of (UTC)"),
        help_text=gettext_lazy("a day such as 2026-12-31"),
    )

    def clean_open_until(self) -> datetime:
        """The last moment of the day."""
        day = self.cleaned_data["open_until"]
        today = timezone.now().date()
        if not today <= day <= today + LONGEST:
            raise forms.ValidationError(_("Choose a day between today and a year from now."))
        return end_of(day)


class LeaderboardForm(forms.Form):
    show = SwitchField()
