"""What the agreement pages ask, and what lists of candidates and items are filtered by."""

from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple, cast

from django import forms
from django.utils.text import capfirst
from django.utils.translation import gettext, pgettext_lazy
from django.utils.translation import gettext_lazy as _

from agreement.models import MAX_THEME
from agreement.selectors import read_lists
from agreement.selectors.disagreements import Asked
from agreement.selectors.sums import SumsAsOf, part_name
from campaigns.forms.asking import FilterForm
from campaigns.models import Campaign
from campaigns.selectors.categories import tree_of
from campaigns.selectors.task import phrase_of, task_of
from core.forms.uploads import UploadForm
from pooling.selectors import origins_of
from regild.formats.category_tree import LEVELS

STATE_WORDS = {
    "in-play": _("in play"),
    "hidden": _("hidden or left out"),
    "unrated": _("not rated"),
    "unjudged": _("somebody could not judge"),
}

# Of a tree, as people call its levels.
LEVEL_WORDS = {
    "leaf": _("as chosen"),
    **{name: _("level %(number)s") % {"number": name} for name in LEVELS[1:-1]},
    "top": _("top of the tree"),
}


class WordListForm(UploadForm):
    words = forms.FileField(
        label=_("Words with their frequency"),
        help_text=_("A table with the columns word and frequency: counts, or rates"),
        allow_empty_file=True,
    )


class DocumentFilter(FilterForm):
    """`level` stays as it was asked: the links of a matrix say it."""

    level = forms.ChoiceField(
        label=_("Level"), required=False, choices=[(name, name) for name in LEVELS]
    )
    a = forms.ChoiceField(label=_("One chose"), required=False)
    b = forms.ChoiceField(label=_("Another chose"), required=False)
    theme = forms.ChoiceField(label=_("Theme"), required=False)

    def __init__(self, *args: Any, campaign: Campaign, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        tree = tree_of(campaign)
        levels, themes = self.fields["level"], self.fields["theme"]
        names = dict.fromkeys(name for at in tree.levels.values() for name in at.values())
        any_ = [("", _("any"))]
        for field in (self.fields["a"], self.fields["b"]):
            cast(forms.ChoiceField, field).choices = [*any_, *((name, name) for name in names)]
        cast(forms.ChoiceField, levels).choices = [
            (name, LEVEL_WORDS[name]) for name in tree.levels
        ]
        cast(forms.ChoiceField, themes).choices = [
            *any_,
            *((name, name) for name in campaign.themes.values_list("name", flat=True)),
        ]

    def asked_documents(self) -> Asked:
        found = {name: str(value or "") for name, value in self.asked().items()}
        return Asked(**(found | {"level": found["level"] or "leaf"}))


class ThemeForm(forms.Form):
    theme = forms.CharField(label=_("Theme"), max_length=MAX_THEME)


class Between(NamedTuple):
    """The two ends of a number, as fields of a form."""

    name: Any
    least: Any
    most: Any


class ReadFilter(FilterForm):
    """Of candidates, or of items. The fields' names stand in addresses that people keep."""

    def __init__(self, data: Any, *, campaign: Campaign, as_of: SumsAsOf, items: bool) -> None:
        super().__init__(data)
        self.task, self.items = task_of(campaign), items
        for name, field in (_item_fields if items else _candidate_fields)(campaign, as_of):
            field.required = False
            self.fields[name] = field
        self.numbers = read_lists.numbers_of(self.task, items=items)
        for name in self.numbers:
            for end in ("min", "max"):
                self.fields[f"{name}_{end}"] = _number_field(name)
        states = [one for one in STATE_WORDS.items() if not (items and one[0] == "unjudged")]
        self.fields["state"] = _choice(_("State"), states)
        self.fields["sort"] = forms.ChoiceField(
            label=_("Sort by"),
            required=False,
            choices=[(name, sort_words(campaign, name)) for name in self.orders],
        )

    @property
    def orders(self) -> Iterable[str]:
        return read_lists.orders_of(self.task, items=self.items)

    def asked_list(self) -> read_lists.ListAsked:
        return read_lists.asked_of(self.task, self.asked())

    def single(self) -> Iterator[Any]:
        return (field for field in self if not field.name.endswith(("_min", "_max")))

    def between(self) -> Iterator[Between]:
        for name in self.numbers:
            yield Between(
                read_lists.NUMBER_WORDS[name], self[f"{name}_min"], self[f"{name}_max"]
            )


def sort_words(campaign: Campaign, name: str) -> Any:
    if name == "item":
        return _("as they were brought in")
    if name in ("text", "key"):
        return _("alphabetically")
    word = read_lists.NUMBER_WORDS[name.lstrip("-")]
    if name.startswith("-"):
        return pgettext_lazy("sort", "%(number)s, highest first") % {"number": word}
    return pgettext_lazy("sort", "%(number)s, lowest first") % {"number": word}


def _candidate_fields(campaign: Campaign, as_of: SumsAsOf) -> Iterator[tuple[str, forms.Field]]:
    task = task_of(campaign)
    yield "text", _beginning(phrase_of(task, "Candidate"))
    yield task.group_filter, _beginning(phrase_of(task, "group"))
    yield "origin", _choice(_("Origin"), origins_of(task))
    yield from _part_field(campaign, as_of)
    if task.pools_answers:
        systems = campaign.systems.order_by("name").values_list("id", "name")
        yield "system", _choice(_("Proposed by"), systems)
    label = _("Category chosen") if task.level == "nominal" else _("Rating given")
    options = campaign.scale.order_by("position").values_list("value", "label")
    yield "value", _choice(label, options)


def _item_fields(campaign: Campaign, as_of: SumsAsOf) -> Iterator[tuple[str, forms.Field]]:
    yield "text", _beginning(phrase_of(task_of(campaign), "group or item"))
    yield from _part_field(campaign, as_of)


def _part_field(campaign: Campaign, as_of: SumsAsOf) -> Iterator[tuple[str, forms.Field]]:
    name = part_name(task_of(campaign))
    if name and as_of.parts:
        label = capfirst(gettext(task_of(campaign).phrases[name]))
        yield "part", _choice(label, ((part, part) for part in as_of.parts))


def _beginning(label: Any) -> forms.CharField:
    shown = {"type": "search", "autocapitalize": "none", "placeholder": _("begins with")}
    return forms.CharField(
        label=label, required=False, max_length=200, widget=forms.TextInput(attrs=shown)
    )


def _choice(label: Any, choices: Iterable[tuple[Any, Any]]) -> forms.ChoiceField:
    return forms.ChoiceField(label=label, required=False, choices=[("", _("any")), *choices])


def _number_field(name: str) -> forms.FloatField:
    decimals = {"inputmode": "numeric" if name == "n" else "decimal", "autocomplete": "off"}
    return forms.FloatField(
        required=False, min_value=0, widget=forms.TextInput(attrs={**decimals, "size": 5})
    )
