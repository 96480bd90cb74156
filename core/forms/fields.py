"""Fields that forms of several apps have."""

from datetime import date, datetime, time
from typing import Any, cast

from django import forms
from django.utils import timezone


class WordsField(forms.CharField):
    """Words with blanks between them; its value is their list."""

    def clean(self, value: Any) -> list[str]:
        return cast(str, super().clean(value)).split()

    def prepare_value(self, value: Any) -> Any:
        return " ".join(value) if isinstance(value, list) else value


class SwitchField(forms.TypedChoiceField):
    """What a button sends that turns something on or off: 1 or 0."""

    def __init__(self) -> None:
        super().__init__(choices=[("1", "1"), ("0", "0")], coerce=lambda value: value == "1")


def end_of(day: date) -> datetime:
    """The last moment of a day that somebody chose as the last."""
    return datetime.combine(day, time.max, tzinfo=timezone.get_default_timezone())
