"""What a lead says of a new link, and what a team hands in through it."""

from datetime import datetime, time, timedelta

from django import forms
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from campaigns.forms import UploadForm
from campaigns.models import SubmissionLink

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
        return datetime.combine(day, time.max, tzinfo=timezone.get_default_timezone())


class SubmissionForm(UploadForm):
    name = forms.CharField(label=gettext_lazy("Name of the system"), max_length=100)
    answers = forms.FileField(
        label=gettext_lazy("Answers"),
        help_text=gettext_lazy("Lines such as glad.a 1 :: happy;merry or a table, best first"),
        allow_empty_file=True,
    )


class LeaderboardForm(forms.Form):
    """1 to show, 0 to hide."""

    show = forms.TypedChoiceField(
        choices=[("1", "1"), ("0", "0")], coerce=lambda value: value == "1"
    )
