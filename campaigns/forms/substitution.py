"""An item of substitution as a lead writes it: a sentence with its target in brackets."""

import re
from collections.abc import Mapping
from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

_MARKED = re.compile(r"([^\[\]]*)\[([^\[\]]+)\]([^\[\]]*)")


class ItemField(forms.CharField):
    """Its value is what the item holds."""

    def __init__(self) -> None:
        super().__init__(
            label=gettext_lazy("Sentence, its target in brackets"),
            max_length=1000,
            widget=forms.TextInput(attrs={"placeholder": "She [shut] the door."}),
        )

    def clean(self, value: Any) -> Any:
        found = _MARKED.fullmatch(super().clean(value))
        if found is None:
            raise forms.ValidationError(_("Put the target, and nothing else, in brackets."))
        left, target, right = found.groups()
        return {"left": left, "target": target.strip(), "right": right}

    @staticmethod
    def written(content: Mapping[str, Any]) -> str:
        return f"{content['left']}[{content['target']}]{content['right']}"
