"""The choices of a release's policy in words, for a page that sets two beside each other."""

from collections.abc import Mapping
from typing import Any

from django import template
from django.utils.formats import localize
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from campaigns.models import Campaign
from campaigns.selectors.task import task_of
from campaigns.templatetags.task_words import phrase
from regild.formats.published import REMOVED
from regild.scoring.consensus import CONSTANT, TOO_FEW
from scoring.models import Release
from scoring.templatetags.scoring_pages import RULES, nominal

register = template.Library()

# Of a long list so many entries are shown; the release itself has them all.
SHOWN = 20

# What a policy calls the groups left out, whatever its task.
LEFT_OUT = "excluded_targets"

CHOICES = {
    "rule": _("weight of a candidate"),
    "min_ratings": _("ratings a candidate needs"),
    "seats": _("subsets with a number of annotators of their own"),
    "list_unanimous_zeros": _("lists what is worth 0 to every annotator"),
    "scale": _("scale"),
    "categories": _("tree of categories"),
    "annotators": _("annotators' numbers"),
    "exclusions": _("excluded"),
    LEFT_OUT: "",  # as its task calls them
    "hidden_sentences": _("sentences hidden"),
    "sample": _("sample of sentences"),
    "multiwords": _("substitutes of several words"),
    "multiword_answers": _("answers of several words"),
    "case": _("capitals"),
    "mapping": _("mapping of spellings"),
    "undone_merges": _("spellings kept apart"),
    "pooled_systems": _("systems in the pool"),
}
COUNTS = {
    "sentences": _("sentences with a weight above 0"),
    "tied": _("tied: no category that most chose"),
    "candidates": _("candidates"),
    "decided": _("candidates with a weight"),
    "undecided": _("undecided: too few ratings"),
    "positive": _("weigh more than 0"),
    "unanimous_zeros": _("worth 0 to every annotator"),
    "ratings": _("ratings"),
    "annotators": _("annotators"),
}
# Of what has no weight.
CHOSEN_CHOICES = {
    "rule": _("category of a document"),
    "min_ratings": _("ratings a document needs"),
}
CHOSEN_COUNTS = {
    "sentences": "",  # those with a category, which are counted as such
    "candidates": _("documents"),
    "decided": _("documents with a category"),
}
REASONS = {
    TOO_FEW: _("fewer than two candidates"),
    CONSTANT: _("all weights are equal"),
}
NUMBERS = {"anew": _("new in this release"), "stable": _("kept from release to release")}
VALUES: dict[str, Mapping[str, Any]] = {
    "rule": RULES,
    "annotators": NUMBERS,
    "multiwords": dict(Campaign.Keep.choices),
    "multiword_answers": {REMOVED: _("removed, the next moves up")},
    "case": dict(Campaign.Case.choices),
}


@register.filter
def choice_title(key: str, campaign: Campaign) -> Any:
    """A choice nobody knows any more keeps the name it was recorded under."""
    if key == LEFT_OUT:
        return phrase(campaign, "groups left out")
    if task_of(campaign).level == "nominal" and key in CHOSEN_CHOICES:
        return CHOSEN_CHOICES[key]
    return CHOICES.get(key, key)


@register.filter
def count_title(name: str, campaign: Campaign) -> Any:
    """Empty where it counts what another counts too."""
    if task_of(campaign).level == "nominal" and name in CHOSEN_COUNTS:
        return CHOSEN_COUNTS[name]
    return COUNTS.get(name, name)


@register.filter
def reason_words(reason: str) -> Any:
    return REASONS[reason]


@register.simple_tag
def choice_words(key: str, value: Any) -> str:
    """A dash where there is nothing."""
    if value is None or value == []:
        return "–"
    if isinstance(value, list):
        words = [_entry_words(key, entry) for entry in value[:SHOWN]]
        more = len(value) - SHOWN
        if more > 0:
            words.append(ngettext("and %d more", "and %d more", more) % more)
        return ", ".join(words)
    if key == "sample":
        return sample_words(value)
    if isinstance(value, bool):
        return gettext("yes") if value else gettext("no")
    return str(VALUES.get(key, {}).get(value, localize(value)))


@register.filter
def sample_words(sample: dict[str, Any]) -> str:
    said = (
        gettext("%(drawn)s of %(matching)s that match, of %(in_play)s; seed %(seed)s") % sample
    )
    return f"{said}: {sample['rule']}" if sample["rule"] else said


def _entry_words(key: str, entry: Any) -> str:
    match key:
        case "scale":
            return f"{entry['label']} = {localize(entry['weight'])}"
        case "categories":
            return f"{entry['parent']} / {entry['name']}" if entry["parent"] else entry["name"]
        case "mapping":
            group, proposed, canonical = entry
            return f"{proposed}({group}) → {canonical}"
        case "undone_merges":
            sentence, spelling = entry
            return f"{spelling} ({sentence})"
        case "exclusions":
            n = entry["count"]
            if entry["of"] == "sitting":
                what = ngettext("%(n)s sitting", "%(n)s sittings", n) % {"n": n}
            else:
                what = ngettext("%(n)s annotator", "%(n)s annotators", n) % {"n": n}
            why = entry["rule"] or gettext("by a lead")
            return f"{what} ({why})"
    return str(entry)


# What two releases have of each other: what their own candidates are called, and where each
# number stands. `%(number)s` is a release's.
_BOTH = (
    (_("candidates with a weight in both"), "decided", 0),
    (_("same weight in both"), "same", 0),
    (_("with a weight in release %(number)s alone"), "only_first", 1),
    (_("with a weight in release %(number)s alone"), "only_second", 2),
    (_("undecided in both"), "undecided", 0),
)
_BOTH_CHOSEN = (
    (_("documents with a category in both"), "decided", 0),
    (_("same category in both"), "same", 0),
    (_("with a category in release %(number)s alone"), "only_first", 1),
    (_("with a category in release %(number)s alone"), "only_second", 2),
    (_("without a category in both"), "undecided", 0),
)


@register.simple_tag(takes_context=True)
def both_counts(
    context: dict[str, Any], campaign: Campaign, first: Release, second: Release
) -> list[tuple[str, int]]:
    """How much two releases have in common, and each alone."""
    chosen = nominal(campaign)
    lacks = (
        gettext("documents of release %(number)s that the other lacks")
        if chosen
        else gettext("candidates of release %(number)s that the other lacks")
    )
    numbers = {0: "", 1: first.number, 2: second.number}
    return [
        *(
            (str(title) % {"number": numbers[of]}, getattr(context["weights"], name))
            for title, name, of in (_BOTH_CHOSEN if chosen else _BOTH)
        ),
        (lacks % {"number": first.number}, context["only_first"]),
        (lacks % {"number": second.number}, context["only_second"]),
    ]
