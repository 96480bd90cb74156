"""An example of categories as a lead writes it: a document's subject and text."""

from collections.abc import Mapping
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy

from regild.tasks.categories.content import ITSELF


def fields() -> dict[str, forms.Field]:
    return {
        "subject": forms.CharField(
            label=gettext_lazy("Subject (optional)"), required=False, max_length=200
        ),
        "text": forms.CharField(
            label=gettext_lazy("Document"),
            max_length=5000,
            widget=forms.Textarea(attrs={"rows": 6}),
        ),
    }


def shown(entry: Mapping[str, Any]) -> dict[str, Any]:
    return {"subject": entry["headers"].get("subject", ""), "text": entry["text"]}


def entry(said: Mapping[str, Any]) -> dict[str, Any]:
    headers = {"subject": said["subject"]} if said["subject"] else {}
    return {
        "headers": headers,
        "text": said["text"],
        "attachments": [],
        "substitute": ITSELF,
    }
