"""An example of utterances as a lead writes it: one alone."""

from collections.abc import Mapping
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy


def fields() -> dict[str, forms.Field]:
    return {"utterance": forms.CharField(label=gettext_lazy("Utterance"), max_length=1000)}


def shown(entry: Mapping[str, Any]) -> dict[str, Any]:
    number, utterances = entry["substitute"], entry["utterances"]
    known = [str(place) for place in range(1, len(utterances) + 1)]
    return {"utterance": utterances[known.index(number)] if number in known else ""}


def entry(said: Mapping[str, Any]) -> dict[str, Any]:
    return {"utterances": [said["utterance"]], "substitute": "1"}
