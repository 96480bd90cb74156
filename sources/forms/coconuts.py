"""How sets of utterances are made."""

from collections.abc import Mapping
from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from core.forms.uploads import UploadForm
from regild.tasks.utterances.coconuts import Options

# More would be nothing that a person rates in a sitting, or a campaign in a year.
LIMITS: Mapping[str, Mapping[str, Any]] = {
    "size": {"min_value": 2, "max_value": 50},
    "count": {"min_value": 1, "max_value": 10_000},
    "natural": {"min_value": 1, "max_value": 49},
    "min_sentences": {"min_value": 1, "max_value": 1_000},
    "seed": {"min_value": 0, "max_value": 2**63 - 1},
}


class CoconutsForm(UploadForm):
    corpus = forms.FileField(
        label=gettext_lazy("Tagged corpus"),
        help_text=gettext_lazy(
            "word/tag as in the Brown corpus, or CoNLL-U, or a ZIP of such files"
        ),
        allow_empty_file=True,
    )
    kind = forms.ChoiceField(
        label=gettext_lazy("What a set shows"),
        choices=[
            ("sentence", gettext_lazy("one sentence with different words")),
            ("word", gettext_lazy("one word in different sentences")),
        ],
        initial="sentence",
        widget=forms.RadioSelect,
    )
    count = forms.IntegerField(label=gettext_lazy("Sets"), initial=46, **LIMITS["count"])
    size = forms.IntegerField(
        label=gettext_lazy("Utterances in a set"), initial=8, **LIMITS["size"]
    )
    natural = forms.IntegerField(
        label=gettext_lazy("Natural ones in a set"),
        help_text=gettext_lazy("More than one only where a set shows one word"),
        initial=1,
        **LIMITS["natural"],
    )
    tag = forms.CharField(
        label=gettext_lazy("Tag of the words to swap"), initial="NN", max_length=20
    )
    tags = forms.ChoiceField(
        label=gettext_lazy("Column of that tag in CoNLL-U"),
        choices=[("xpos", "XPOS"), ("upos", "UPOS")],
        initial="xpos",
        widget=forms.RadioSelect,
    )
    draw = forms.ChoiceField(
        label=gettext_lazy("Draw the new words"),
        choices=[
            ("token", gettext_lazy("as often as in the corpus")),
            ("type", gettext_lazy("all equally often")),
        ],
        initial="token",
        widget=forms.RadioSelect,
    )
    determiners = forms.ChoiceField(
        label=gettext_lazy("Articles before a new word"),
        choices=[
            ("en", gettext_lazy("a and an follow it")),
            ("none", gettext_lazy("stay as they are")),
        ],
        initial="en",
        widget=forms.RadioSelect,
    )
    min_sentences = forms.IntegerField(
        label=gettext_lazy("Leave out words that occur in fewer sentences than"),
        initial=2,
        **LIMITS["min_sentences"],
    )
    seed = forms.IntegerField(label=gettext_lazy("Seed"), initial=0, **LIMITS["seed"])

    @property
    def options(self) -> Options:
        """Of a valid form."""
        said = {name: self.cleaned_data[name] for name in Options.__dataclass_fields__}
        return Options(**said)

    def clean(self) -> dict[str, Any]:
        cleaned: dict[str, Any] = super().clean() or self.cleaned_data
        natural, size = cleaned.get("natural") or 1, cleaned.get("size")
        if size and natural >= size:
            self.add_error("natural", _("Must be fewer than the utterances in a set."))
        elif natural > 1 and cleaned.get("kind") == "sentence":
            self.add_error("natural", _("A sentence has one natural word."))
        return cleaned
