"""What a lead uploads: a new campaign's files, a system's answers."""

from collections.abc import Sequence
from pathlib import PurePath
from typing import Any

from django import forms
from django.utils.text import slugify
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from campaigns.forms.addresses import LONGEST_SLUG, RESERVED_SLUGS, is_language
from campaigns.models import Campaign
from core.forms.fields import WordsField
from core.forms.uploads import FilesField, UploadForm
from core.refusals import Refused, said
from regild.problems import Source
from sources.models import System
from sources.services.creating import SCALES


class SourcesForm(UploadForm):
    """The files a campaign rests on."""

    sentences = forms.FileField(
        label=gettext_lazy("Sentences"),
        help_text=gettext_lazy("XML as in SemEval and SemDis, CSV, TSV, JSON lines or SWORDS"),
        allow_empty_file=True,
    )
    gold = forms.FileField(
        label=gettext_lazy("First gold"),
        help_text=gettext_lazy("Lines such as glad.a 1 :: happy 3;merry 1; or a table"),
        allow_empty_file=True,
    )
    mapping = forms.FileField(
        label=gettext_lazy("Mapping of spellings"),
        help_text=gettext_lazy("Lines such as proposed(glad.a)-->canonical"),
        required=False,
        allow_empty_file=True,
    )


class NewCampaignForm(SourcesForm):
    title = forms.CharField(label=gettext_lazy("Title"), max_length=200)
    slug = forms.SlugField(
        label=gettext_lazy("Address"),
        help_text=gettext_lazy("Part of the link to share; made from the title if left empty"),
        max_length=LONGEST_SLUG,
        required=False,
    )
    language = forms.CharField(
        label=gettext_lazy("Language"),
        help_text=gettext_lazy("of the sentences, as a tag: fr, en-GB"),
        max_length=12,
        validators=[is_language],
    )
    scale = forms.ChoiceField(
        label=gettext_lazy("Scale"),
        help_text=gettext_lazy("Labels and weights can be changed later"),
        choices=[
            (SCALES[0], gettext_lazy("0 to 3, from does not fit to perfect")),
            (SCALES[1], gettext_lazy("good, reasonable, bad")),
        ],
        initial=SCALES[0],
        widget=forms.RadioSelect,
    )
    multiwords = forms.ChoiceField(
        label=gettext_lazy("Substitutes of several words"),
        choices=Campaign.Keep.choices,
        initial=Campaign.Keep.KEEP,
        widget=forms.RadioSelect,
    )
    excluded_targets = WordsField(
        label=gettext_lazy("Targets to leave out"),
        help_text=gettext_lazy("As in the files, with blanks between them: compris.a bar.n"),
        required=False,
        max_length=2000,
    )

    def clean_slug(self) -> str:
        slug: str = self.cleaned_data["slug"]
        if not slug:
            return _free_slug(self.cleaned_data.get("title", ""))
        if slug in RESERVED_SLUGS or Campaign.objects.filter(slug=slug).exists():
            raise forms.ValidationError(_("This address is taken."))
        return slug


class PartForm(UploadForm):
    """A named part of the sentences."""

    name = forms.CharField(
        label=gettext_lazy("Name of the part"),
        help_text=gettext_lazy("Short, such as MAN: measures are called best.R.MAN then"),
        max_length=40,
    )
    sentences = forms.FileField(
        label=gettext_lazy("Sentences of the part"),
        help_text=gettext_lazy("Their ids, one a line"),
        allow_empty_file=True,
    )


class SystemForm(UploadForm):
    """A system, whoever brings it in."""

    name = forms.CharField(label=gettext_lazy("Name of the system"), max_length=100)
    answers = forms.FileField(
        label=gettext_lazy("Answers"),
        help_text=gettext_lazy("Lines such as glad.a 1 :: happy;merry or a table, best first"),
        allow_empty_file=True,
    )
    multiwords = forms.FileField(
        label=gettext_lazy("Multiwords that the system names"),
        help_text=gettext_lazy("Lines such as take.v 1 :: take off"),
        required=False,
        allow_empty_file=True,
    )
    as_they_are = forms.BooleanField(
        label=gettext_lazy("Take the answers as they are"), required=False
    )
    # Whether to show that choice: nearly nobody needs it.
    asks = False

    def ask_about_numbers(self, refusal: Refused) -> None:
        self.asks = True
        self.add_error(None, said(refusal.text))


class RenameSystemForm(forms.Form):
    name = forms.CharField(label=gettext_lazy("Name of the system"), max_length=100)


class AddSystemsForm(SystemForm):
    """One system, or several at once, each called as its file."""

    name = forms.CharField(
        label=gettext_lazy("Name of the system"),
        help_text=gettext_lazy("Leave empty to use the name of its file"),
        max_length=100,
        required=False,
    )
    kind = forms.ChoiceField(
        label=gettext_lazy("Kind"),
        choices=System.Kind.choices,
        initial=System.Kind.PARTICIPANT,
        widget=forms.RadioSelect,
    )
    answers = FilesField(
        label=gettext_lazy("Answers"),
        help_text=gettext_lazy(
            "Lines such as glad.a 1 :: happy;merry or a table, best first. One file per"
            " system; you can choose several at once"
        ),
        allow_empty_file=True,
    )
    field_order = ["name", "kind", "answers", "multiwords", "as_they_are"]

    def clean(self) -> dict[str, Any]:
        cleaned: dict[str, Any] = super().clean() or self.cleaned_data
        if cleaned.get("name") and len(cleaned.get("answers", [])) > 1:
            told = _("Leave this empty: each of several systems is called as its file.")
            self.add_error("name", told)
        if cleaned.get("multiwords") and len(cleaned.get("answers", [])) > 1:
            told = _("Hand in the multiwords of one system at a time.")
            self.add_error("multiwords", told)
        return cleaned

    def named(self, files: Sequence[Source]) -> list[tuple[str, Source]]:
        """Each with the name of its system."""
        name = self.cleaned_data["name"]
        return [(name or PurePath(file.name).stem, file) for file in files]


def _free_slug(title: str) -> str:
    """From the title, with a number where it is taken."""
    base = slugify(title)[: LONGEST_SLUG - 4].strip("-_")
    if not base:
        raise forms.ValidationError(_("Choose an address: the title has no Latin letters."))
    taken = RESERVED_SLUGS | set(
        Campaign.objects.filter(slug__startswith=base).values_list("slug", flat=True)
    )
    number = 1
    slug = base
    while slug in taken:
        number += 1
        slug = f"{base}-{number}"
    return slug
