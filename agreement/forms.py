"""What the agreement page asks."""

from typing import Any, cast

from django import forms
from django.utils.translation import gettext_lazy as _

from agreement.models import MAX_THEME
from agreement.selectors.disagreements import Asked
from campaigns.forms.asking import FilterForm
from campaigns.models import Campaign
from campaigns.selectors.categories import tree_of
from core.forms.uploads import UploadForm
from regild.formats.category_tree import LEVELS

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
