"""From where on the checks flag a sitting, and which of them exclude it."""

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple, cast

from django import forms
from django.core.validators import MaxValueValidator, MinValueValidator
from django.utils.translation import gettext_lazy

from campaigns.forms.columns import ColumnsForm
from campaigns.models import Campaign
from campaigns.selectors.rules import EXCLUDING_RULES, excluding_rules
from campaigns.selectors.task import task_of
from campaigns.selectors.thresholds import PREFIX

# At 0 every sitting would be flagged; a correlation is the only one that may be below.
FLAG_BOUNDS: dict[str, tuple[float, float]] = {
    "same_share": (0.01, 1),
    "longest_run": (2, 10_000),
    "median_ms": (0, 600_000),
    "fast_ms": (0, 600_000),
    "fast_share": (0.01, 1),
    "anchor_share": (0.01, 1),
    "repeat_difference": (0.01, 10),
    "foil_share": (0.01, 1),
    "correlation": (-1, 1),
    "min_ratings": (1, 10_000),
    "min_checks": (1, 10_000),
}

_SHARE = gettext_lazy("share, 0.01 to 1")
_MILLISECONDS = gettext_lazy("milliseconds")


class Explained(NamedTuple):
    label: Any
    help_text: Any
    unit: Any


class ThresholdGroup(NamedTuple):
    title: Any
    thresholds: dict[str, Explained]


GROUPS = (
    ThresholdGroup(
        gettext_lazy("Same answer throughout"),
        {
            "same_share": Explained(
                gettext_lazy("Same answer: share"),
                gettext_lazy("Flags a sitting in which one answer has this share or more."),
                _SHARE,
            ),
            "longest_run": Explained(
                gettext_lazy("Same answer: in a row"),
                gettext_lazy("Flags a sitting with so many equal answers in a row, or more."),
                gettext_lazy("answers"),
            ),
        },
    ),
    ThresholdGroup(
        gettext_lazy("Too fast"),
        {
            "median_ms": Explained(
                gettext_lazy("Median time per rating"),
                gettext_lazy("Flags a sitting with a shorter median."),
                _MILLISECONDS,
            ),
            "fast_ms": Explained(
                gettext_lazy("Shortest time for one rating"),
                gettext_lazy("A rating made in less time counts as too fast."),
                _MILLISECONDS,
            ),
            "fast_share": Explained(
                gettext_lazy("Ratings that are too fast"),
                gettext_lazy(
                    "Flags a sitting in which this share of the ratings or more is too fast."
                ),
                _SHARE,
            ),
        },
    ),
    ThresholdGroup(
        gettext_lazy("Answers known beforehand"),
        {
            "anchor_share": Explained(
                gettext_lazy("First-gold candidates given the lowest value"),
                gettext_lazy(
                    "Flags a sitting that gives this share or more of those with at least two"
                    " votes the lowest value."
                ),
                _SHARE,
            ),
            "foil_share": Explained(
                gettext_lazy("Words known to be wrong"),
                gettext_lazy(
                    "Flags a sitting that gives this share of them or more a value above the"
                    " lowest."
                ),
                _SHARE,
            ),
            "repeat_difference": Explained(
                gettext_lazy("Candidates shown twice"),
                gettext_lazy(
                    "Flags a sitting whose two answers to one candidate differ by so much or"
                    " more on average."
                ),
                gettext_lazy("steps of the scale, 0.01 to 10"),
            ),
        },
    ),
    ThresholdGroup(
        gettext_lazy("Agreement with others"),
        {
            "correlation": Explained(
                gettext_lazy("Correlation with the others"),
                gettext_lazy(
                    "Flags a sitting whose ratings correlate less with the mean of the others."
                ),
                gettext_lazy("Pearson's r, −1 to 1"),
            ),
        },
    ),
    ThresholdGroup(
        gettext_lazy("Data needed to flag"),
        {
            "min_ratings": Explained(
                gettext_lazy("Ratings needed"),
                gettext_lazy(
                    "With fewer, answers, times and correlation of a sitting flag nothing."
                ),
                gettext_lazy("ratings"),
            ),
            "min_checks": Explained(
                gettext_lazy("Checks needed"),
                gettext_lazy("With fewer known answers of a kind, that kind flags nothing."),
                gettext_lazy("checks of that kind"),
            ),
        },
    ),
)
EXPLAINED = {name: one for group in GROUPS for name, one in group.thresholds.items()}


class QualityForm(ColumnsForm):
    excluding_rules = forms.MultipleChoiceField(
        label=gettext_lazy("Exclude automatically"),
        help_text=gettext_lazy(
            "Sittings flagged for these reasons are left out of every result; you can undo"
            " each exclusion."
        ),
        choices=EXCLUDING_RULES,
        required=False,
        widget=forms.CheckboxSelectMultiple,
    )

    class Meta:
        model = Campaign
        fields = [*(f"{PREFIX}{name}" for name in FLAG_BOUNDS), "excluding_rules"]
        labels = {f"{PREFIX}{name}": one.label for name, one in EXPLAINED.items()}
        help_texts = {f"{PREFIX}{name}": one.help_text for name, one in EXPLAINED.items()}

    def __init__(self, campaign: Campaign, data: Any = None) -> None:
        super().__init__(campaign, data)
        rules = cast(forms.MultipleChoiceField, self.fields["excluding_rules"])
        rules.choices = excluding_rules(task_of(campaign))
        for name, (least, most) in FLAG_BOUNDS.items():
            if (field := self.fields.get(f"{PREFIX}{name}")) is None:
                continue
            field.validators += [MinValueValidator(least), MaxValueValidator(most)]
            field.widget.attrs |= {"min": least, "max": most}

    def groups(self) -> Iterator[tuple[Any, list[Any]]]:
        """Titles, each with its fields; a field knows the `threshold`'s name, its `unit` and
        what it is `usually`."""
        for group in GROUPS:
            fields = []
            for name, explained in group.thresholds.items():
                if f"{PREFIX}{name}" not in self.fields:
                    continue
                field: Any = self[f"{PREFIX}{name}"]
                field.threshold, field.unit = name, explained.unit
                field.usually = cast(Any, Campaign._meta.get_field(field.name)).default
                fields.append(field)
            if fields:
                yield group.title, fields

    def thresholds(self) -> dict[str, float]:
        """Those that make sense, as they stand in the form, saved or not."""
        self.is_valid()
        stated: Mapping[str, Any] = self.cleaned_data if self.is_bound else self.initial
        found = {name: stated.get(f"{PREFIX}{name}") for name in FLAG_BOUNDS}
        return {name: value for name, value in found.items() if value is not None}


class BadThresholds(Exception):  # noqa: N818
    """What is wrong, by the name of a threshold."""

    def __init__(self, problems: Mapping[str, list[str]]) -> None:
        self.problems = problems
        super().__init__(
            "; ".join(f"{name}: {' '.join(said)}" for name, said in problems.items())
        )


def thresholds_asked(campaign: Campaign, asked: Mapping[str, Any]) -> dict[str, float]:
    """The campaign's own but for those asked, by name. Raises BadThresholds."""
    stored = QualityForm(campaign)
    known = [name for name in FLAG_BOUNDS if f"{PREFIX}{name}" in stored.fields]
    unknown = {
        name: [f"There is no such threshold here; there are {', '.join(known)}."]
        for name in asked
        if name not in known
    }
    stated = dict(stored.initial) | {f"{PREFIX}{name}": value for name, value in asked.items()}
    form = QualityForm(campaign, stated)
    wrong = {
        name.removeprefix(PREFIX): [str(one) for one in said]
        for name, said in form.errors.items()
    }
    if unknown or wrong:
        raise BadThresholds({**unknown, **wrong})
    return form.thresholds()
