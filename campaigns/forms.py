"""What a lead uploads: a new campaign's files, a system's answers."""

from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from typing import Any, NamedTuple, cast

from django import forms
from django.conf import settings
from django.core.files.uploadedfile import UploadedFile
from django.core.validators import RegexValidator
from django.utils.text import slugify
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from campaigns.models import Campaign, System
from campaigns.services.bring_in import SCALES, Source
from campaigns.services.uploads import KeptUpload, find_upload, forget_upload, keep_upload
from regild.problems import BadFile

# An address the site itself uses where a campaign's slug would stand.
RESERVED_SLUGS = {"new"}
LONGEST_SLUG = 60

is_language = RegexValidator(
    r"^[A-Za-z]{2,8}(-[A-Za-z0-9]{1,8})*$",
    gettext_lazy("Write the language as a tag such as fr, en-GB or sr-Latn."),
)


class FileRow(NamedTuple):
    """A file field on the page, and the file it was given before, if there is one."""

    field: forms.BoundField
    kept: KeptUpload | None


class UploadForm(forms.Form):
    """A form whose files outlast its refusal: each comes back as a token in a hidden field."""

    largest = settings.UPLOAD_MAX_BYTES

    def __init__(self, *args: Any, session: str, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.session = session
        self.bad_files: Sequence[BadFile] = ()
        self.kept: dict[str, KeptUpload] = {}
        for name in self._file_names():
            kept = find_upload(self.data.get(f"{name}-kept", ""), session=session)
            if kept is not None:
                # Django takes an initial file where none is sent.
                self.initial[name] = self.kept[name] = kept

    def file_rows(self) -> list[FileRow]:
        return [FileRow(self[name], self.kept.get(name)) for name in self._file_names()]

    @contextmanager
    def opened_files(self) -> Iterator[dict[str, Source]]:
        """The files of a valid form, ready to be read; an optional one may be missing."""
        with ExitStack() as stack:
            sources = {}
            for name in self._file_names():
                file = self.cleaned_data[name]
                if isinstance(file, KeptUpload):
                    stream = stack.enter_context(file.path.open("rb"))
                    sources[name] = Source(stream, file.name)
                elif file:
                    sources[name] = Source(cast(Any, file), file.name)
            yield sources

    def keep_files(self) -> None:
        """For the next attempt, after a refusal."""
        for name in self._file_names():
            upload = self.files.get(name)
            if isinstance(upload, UploadedFile):
                self._forget(name)
                self.kept[name] = keep_upload(upload, session=self.session)

    def forget_files(self) -> None:
        for name in list(self.kept):
            self._forget(name)

    def _forget(self, name: str) -> None:
        before = self.kept.pop(name, None)
        if before is not None:
            forget_upload(before)

    def _file_names(self) -> list[str]:
        return [n for n, field in self.fields.items() if isinstance(field, forms.FileField)]


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
    excluded_targets = forms.CharField(
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

    def clean_excluded_targets(self) -> list[str]:
        return cast(str, self.cleaned_data["excluded_targets"]).split()


class AddSystemForm(UploadForm):
    name = forms.CharField(label=gettext_lazy("Name of the system"), max_length=100)
    kind = forms.ChoiceField(
        label=gettext_lazy("Kind"),
        choices=System.Kind.choices,
        initial=System.Kind.PARTICIPANT,
        widget=forms.RadioSelect,
    )
    answers = forms.FileField(
        label=gettext_lazy("Answers"),
        help_text=gettext_lazy("Lines such as glad.a 1 :: happy;merry or a table, best first"),
        allow_empty_file=True,
    )


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
