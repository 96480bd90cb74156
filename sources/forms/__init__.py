"""What a lead uploads: a new campaign's files, a system's answers."""

from typing import Any

from django import forms
from django.core.validators import MaxLengthValidator
from django.utils.text import slugify
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from campaigns.forms.addresses import LONGEST_SLUG, RESERVED_SLUGS, is_language
from campaigns.models import Campaign
from campaigns.selectors.task import phrase_of, task_of
from core.forms.fields import WordsField
from core.forms.languages import LONGEST_TAG, LanguageField
from core.forms.uploads import UploadForm
from core.refusals import Refused, said
from regild.tasks import Task
from regild.tasks.source_file import SourceFile
from sources.services.creating import ChoicesUnfit


def file_field(file: SourceFile) -> forms.FileField:
    return forms.FileField(
        label=_(file.label),
        help_text=_(file.help) if file.help else "",
        required=file.required,
        allow_empty_file=True,
    )


class SourcesForm(UploadForm):
    """The files a campaign of the task rests on."""

    def __init__(self, *args: Any, task: Task, **kwargs: Any) -> None:
        self.task = task
        super().__init__(*args, **kwargs)

    def add_fields(self) -> None:
        for name, file in self.task.files.items():
            if file.of == "campaign":
                self.fields[name] = file_field(file)

    def tell(self, unfit: ChoicesUnfit) -> None:
        for one in unfit.problems:
            field = one.field if one.field in self.fields else None
            self.add_error(field, said(one.text))


class NewCampaignForm(SourcesForm):
    title = forms.CharField(label=gettext_lazy("Title"), max_length=200)
    slug = forms.SlugField(
        label=gettext_lazy("Address"),
        help_text=gettext_lazy("Part of the link to share; made from the title if left empty"),
        max_length=LONGEST_SLUG,
        required=False,
    )
    language = LanguageField(
        label=gettext_lazy("Language of what is rated"),
        validators=[is_language, MaxLengthValidator(LONGEST_TAG)],
    )

    def add_fields(self) -> None:
        super().add_fields()
        if self.task.scales:
            self.fields["scale"] = _scale_field(self.task)
        if "multiwords" in self.task.settings:
            self.fields["multiwords"] = forms.ChoiceField(
                label=_("Substitutes of several words"),
                choices=Campaign.Keep.choices,
                initial=Campaign.Keep.KEEP,
                widget=forms.RadioSelect,
            )
        if "excluded_targets" in self.task.settings:
            self.fields["excluded_targets"] = WordsField(
                label=phrase_of(self.task, "groups to leave out"),
                help_text=_("As in the files, separated by spaces"),
                required=False,
                max_length=2000,
            )

    def choices(self) -> dict[str, Any]:
        """What was chosen beside the files, as `create_campaign` takes it."""
        names = ("slug", "title", "language", "scale", "multiwords", "excluded_targets")
        return {name: self.cleaned_data[name] for name in names if name in self.fields}

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
        help_text=gettext_lazy("Short, such as MAN; its measures are then called best.R.MAN"),
        max_length=40,
    )
    sentences = forms.FileField(
        label=gettext_lazy("Ids of the part"),
        help_text=gettext_lazy("One id per line"),
        allow_empty_file=True,
    )


class AnswersForm(UploadForm):
    """What a system answered."""

    as_they_are = forms.BooleanField(
        label=gettext_lazy("Take the answers as they are"), required=False
    )
    # Whether to show that choice: nearly nobody needs it.
    asks = False

    def __init__(self, *args: Any, campaign: Campaign, **kwargs: Any) -> None:
        self.campaign = campaign
        super().__init__(*args, **kwargs)

    def add_fields(self) -> None:
        for name, file in task_of(self.campaign).files.items():
            if file.of == "system":
                self.fields[name] = file_field(file)

    def ask_about_numbers(self, refusal: Refused) -> None:
        self.asks = True
        self.add_error(None, said(refusal.text))


class SystemForm(AnswersForm):
    """A system, whoever brings it in."""

    name = forms.CharField(label=gettext_lazy("Name of the system"), max_length=100)


class RenameSystemForm(forms.Form):
    name = forms.CharField(label=gettext_lazy("Name of the system"), max_length=100)


def _scale_field(task: Task) -> forms.ChoiceField:
    """Each scale is told by its buttons."""
    told = {
        name: ", ".join(_(one.label) for one in scale) for name, scale in task.scales.items()
    }
    return forms.ChoiceField(
        label=_("Scale"),
        help_text=_("Labels and weights can be changed later"),
        choices=list(told.items()),
        initial=next(iter(told)),
        widget=forms.RadioSelect,
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
