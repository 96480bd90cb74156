"""An example of substitution as a lead writes it: a sentence with its target in brackets, and a
substitute."""

import re
from collections.abc import Mapping
from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

_MARKED = re.compile(r"([^\[\]]*)\[([^\[\]]+)\]([^\[\]]*)")


def fields() -> dict[str, forms.Field]:
    return {
        "sentence": ItemField(),
        "substitute": forms.CharField(label=gettext_lazy("Substitute"), max_length=200),
    }


def shown(entry: Mapping[str, Any]) -> dict[str, Any]:
    sentence = f"{entry['left']}[{entry['target']}]{entry['right']}"
    return {"sentence": sentence, "substitute": entry["substitute"]}


def entry(said: Mapping[str, Any]) -> dict[str, Any]:
    return {**said["sentence"], "substitute": said["substitute"]}


class ItemField(forms.CharField):
    """Its value is what the item holds."""

    def __init__(self) -> None:
        super().__init__(
            label=gettext_lazy("Sentence, with the target in brackets"),
            max_length=1000,
            widget=forms.TextInput(attrs={"placeholder": "She [shut] the door."}),
        )

    def clean(self, value: Any) -> Any:
        found = _MARKED.fullmatch(super().clean(value))
        if found is None:
            raise forms.ValidationError(_("Put the target, and nothing else, in brackets."))
        left, target, right = found.groups()
        return {"left": left, "target": target.strip(), "right": right}
