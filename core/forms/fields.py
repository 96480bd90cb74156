"""Fields that forms of several apps have."""

from datetime import date, datetime, time, timedelta
from typing import Any, cast

from django import forms
from django.utils import timezone
from django.utils.translation import gettext as _


class WordsField(forms.CharField):
    """Words separated by spaces; its value is their list."""

    def clean(self, value: Any) -> list[str]:
        return cast(str, super().clean(value)).split()

    def prepare_value(self, value: Any) -> Any:
        return " ".join(value) if isinstance(value, list) else value


class SwitchField(forms.TypedChoiceField):
    """What a button sends that turns something on or off: 1 or 0."""

    def __init__(self) -> None:
        super().__init__(choices=[("1", "1"), ("0", "0")], coerce=lambda value: value == "1")


class LastDayField(forms.DateField):
    """A day, with a calendar where the browser has one; its value is the day's last moment, in
    the site's time zone. `longest`: how far ahead it may lie. A day that is over is refused."""

    def __init__(self, *, longest: timedelta | None = None, **options: Any) -> None:
        self.longest = longest
        # Browsers want what they send to be written in one way, whatever the language.
        options["widget"] = forms.DateInput(format="%Y-%m-%d", attrs={"type": "date"})
        super().__init__(**options)

    def get_bound_field(self, form: Any, field_name: str) -> Any:
        """The days that the calendar offers are those of the moment at which it is shown."""
        today = _today()
        self.widget.attrs["min"] = today.isoformat()
        if self.longest:
            self.widget.attrs["max"] = (today + self.longest).isoformat()
        return super().get_bound_field(form, field_name)

    def clean(self, value: Any) -> datetime | None:
        day: date | None = super().clean(value)
        if day is None:
            return None
        today = _today()
        if day < today:
            raise forms.ValidationError(_("This date is in the past."), code="over")
        if self.longest and day > (latest := today + self.longest):
            told = _("Choose a day no later than %(day)s.") % {"day": latest.isoformat()}
            raise forms.ValidationError(told, code="too_late")
        return end_of(day)


def _today() -> date:
    return timezone.now().astimezone(timezone.get_default_timezone()).date()


def end_of(day: date) -> datetime:
    """The last moment of a day that somebody chose as the last."""
    return datetime.combine(day, time.max, tzinfo=timezone.get_default_timezone())
