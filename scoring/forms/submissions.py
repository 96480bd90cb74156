"""What a lead says of a new link, and of the leaderboard."""

from datetime import timedelta

from django import forms
from django.utils.translation import gettext_lazy

from core.forms.fields import LastDayField, SwitchField
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
    open_until = LastDayField(
        label=gettext_lazy("Last day to submit"),
        help_text=gettext_lazy("until midnight at its end, UTC"),
        longest=LONGEST,
    )


class LeaderboardForm(forms.Form):
    show = SwitchField()
