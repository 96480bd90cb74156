"""How sentences are drawn from a corpus."""

from collections.abc import Mapping
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy

from core.forms.uploads import UploadForm
from core.refusals import said
from regild.proposing.sampling import SampleOptions
from sources.services.sampling import UnfitOption, sample_options

# More would be nothing that people answer in a year.
LIMITS: Mapping[str, Mapping[str, Any]] = {
    "groups": {"min_value": 1, "max_value": 1_000},
    "sentences": {"min_value": 1, "max_value": 100},
    "min_frequency": {"min_value": 1, "max_value": 1_000_000},
    "max_frequency": {"min_value": 1, "max_value": 1_000_000},
    "min_senses": {"min_value": 1, "max_value": 1_000},
    "max_senses": {"min_value": 1, "max_value": 1_000},
    "min_words": {"min_value": 1, "max_value": 500},
    "max_words": {"min_value": 1, "max_value": 500},
    "seed": {"min_value": 0, "max_value": 2**63 - 1},
}
PARTS_OF_SPEECH = [
    ("n", gettext_lazy("nouns")),
    ("v", gettext_lazy("verbs")),
    ("a", gettext_lazy("adjectives")),
    ("r", gettext_lazy("adverbs")),
]


class SamplingForm(UploadForm):
    corpus = forms.FileField(
        label=gettext_lazy("Corpus"),
        help_text=gettext_lazy("CoNLL-U or plain text, or a ZIP of such files"),
        allow_empty_file=True,
    )
    lexicon = forms.FileField(
        label=gettext_lazy("Lexicon"),
        help_text=gettext_lazy(
            "A table word,pos,senses, or a ZIP of WordNet's files. Needed for plain text."
        ),
        required=False,
        allow_empty_file=True,
    )
    pos = forms.MultipleChoiceField(
        label=gettext_lazy("Parts of speech"),
        choices=PARTS_OF_SPEECH,
        initial=["n", "v", "a"],
        widget=forms.CheckboxSelectMultiple,
    )
    groups = forms.IntegerField(
        label=gettext_lazy("Targets"),
        help_text=gettext_lazy("In all, the same number for each part of speech"),
        initial=30,
        **LIMITS["groups"],
    )
    sentences = forms.IntegerField(
        label=gettext_lazy("Sentences per target"), initial=10, **LIMITS["sentences"]
    )
    min_frequency = forms.IntegerField(
        label=gettext_lazy("Lowest frequency of a target"),
        initial=1,
        **LIMITS["min_frequency"],
    )
    max_frequency = forms.IntegerField(
        label=gettext_lazy("Highest frequency (empty: no limit)"),
        required=False,
        **LIMITS["max_frequency"],
    )
    min_senses = forms.IntegerField(
        label=gettext_lazy("Fewest senses in the lexicon"),
        required=False,
        **LIMITS["min_senses"],
    )
    max_senses = forms.IntegerField(
        label=gettext_lazy("Most senses (empty: no limit)"),
        required=False,
        **LIMITS["max_senses"],
    )
    min_words = forms.IntegerField(
        label=gettext_lazy("Fewest words in a sentence"), initial=5, **LIMITS["min_words"]
    )
    max_words = forms.IntegerField(
        label=gettext_lazy("Most words"), initial=60, **LIMITS["max_words"]
    )
    language = forms.ChoiceField(
        label=gettext_lazy("Language of plain text, to find lemmas"),
        choices=[("en", gettext_lazy("English")), ("fr", gettext_lazy("French"))],
        initial="en",
        widget=forms.RadioSelect,
    )
    seed = forms.IntegerField(label=gettext_lazy("Seed"), initial=0, **LIMITS["seed"])
    options: SampleOptions

    def clean(self) -> dict[str, Any]:
        cleaned: dict[str, Any] = super().clean() or self.cleaned_data
        if not self.errors:
            try:
                self.options = sample_options(cleaned, has_lexicon=bool(cleaned["lexicon"]))
            except UnfitOption as unfit:
                self.add_error(unfit.field, said(unfit.text))
        return cleaned
