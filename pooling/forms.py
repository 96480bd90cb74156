"""How the pool is to be cut into subsets."""

import secrets
from collections.abc import Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from campaigns.models import Campaign
from campaigns.selectors.task import phrase_of, task_of
from core.forms.fields import WordsField
from core.refusals import said
from core.templatetags.numbers import grouped
from pooling.selectors.rounds import DEPTH, LateSystem
from pooling.selectors.samples import DrawnSample, rule_of
from pooling.selectors.seats import MOST_SEATS, MULTIPLE, share_dispatched
from regild.pooling.sampling import LONGEST_RULE, BadRule


class DispatchForm(forms.Form):
    subsets = forms.IntegerField(
        label=gettext_lazy("Subsets"),
        help_text=gettext_lazy("Sittings to make. One takes a few minutes."),
        min_value=1,
        max_value=100_000,
    )
    block_size = forms.IntegerField(
        label=gettext_lazy("Candidates in a block"),
        help_text=gettext_lazy("Of one item, shown together."),
        min_value=1,
        max_value=100,
    )
    seed = forms.IntegerField(
        label=gettext_lazy("Seed"),
        help_text=gettext_lazy("The same seed gives the same plan."),
        min_value=0,
        max_value=2**63 - 1,
    )
    sample = forms.IntegerField(
        label=gettext_lazy("How many to draw"),
        help_text=gettext_lazy("Drawn at random from the seed. Leave empty for all."),
        required=False,
        min_value=1,
        max_value=2**31 - 1,
    )
    where = forms.CharField(
        label=gettext_lazy("Only those where"),
        required=False,
        max_length=LONGEST_RULE,
    )
    double_share = forms.FloatField(
        label=gettext_lazy("Share annotated more than once"),
        help_text=gettext_lazy(
            "Such as 0.18; the rest is annotated once. Leave empty to use the number in the"
            " settings."
        ),
        required=False,
        min_value=0.0001,
        max_value=1,
    )
    times = forms.IntegerField(
        label=gettext_lazy("Annotators for that share"),
        help_text=gettext_lazy("Two if left empty"),
        required=False,
        min_value=MULTIPLE,
        max_value=MOST_SEATS,
    )
    leave_unanchored_out = forms.BooleanField(
        label=gettext_lazy("Leave out items without a first-gold candidate"),
        required=False,
    )
    allow_unanchored = WordsField(
        label=gettext_lazy("Allow without one"),
        help_text=gettext_lazy("Ids, separated by spaces"),
        required=False,
        max_length=20_000,
    )

    def __init__(self, campaign: Campaign, *said: Any, **more: Any) -> None:
        super().__init__(*said, **more)
        self.campaign, task = campaign, task_of(campaign)
        self.fields["where"].help_text = _("Conditions joined by “and”: %(facts)s") % {
            "facts": ", ".join(task.facts)
        }
        if not task.facts:
            del self.fields["where"]
        if not task.anchored:
            del self.fields["leave_unanchored_out"], self.fields["allow_unanchored"]

    def clean_where(self) -> str:
        where: str = self.cleaned_data["where"]
        try:
            rule_of(self.campaign, where)
        except BadRule as bad:
            raise forms.ValidationError(said(bad.text), code="bad_rule") from bad
        return where

    def clean(self) -> dict[str, Any]:
        told = self.cleaned_data
        if told.get("times") and not told.get("double_share") and "double_share" in told:
            self.add_error(
                "double_share", _("Enter the share that is annotated more than once.")
            )
        return told

    def asked(self) -> dict[str, Any]:
        """Without a number of times where none was said."""
        return {
            name: told
            for name, told in self.cleaned_data.items()
            if name != "times" or told is not None
        }


class CalibrationForm(forms.Form):
    items = forms.IntegerField(
        label=gettext_lazy("How many to draw"),
        help_text=gettext_lazy("Of those that nobody has seen yet"),
        min_value=1,
        max_value=2**31 - 1,
    )
    annotators = forms.IntegerField(
        label=gettext_lazy("Annotators for each"),
        min_value=MULTIPLE,
        max_value=MOST_SEATS,
    )
    subsets = forms.IntegerField(
        label=gettext_lazy("Subsets in the round"),
        help_text=gettext_lazy("Leave empty for subsets as large as the plan's"),
        required=False,
        min_value=1,
        max_value=100_000,
    )
    seed = forms.IntegerField(
        label=gettext_lazy("Seed"),
        help_text=gettext_lazy("Drawn at random if left empty"),
        required=False,
        min_value=0,
        max_value=2**63 - 1,
    )
    allow_unanchored = WordsField(
        help_text=gettext_lazy("Ids, separated by spaces"),
        required=False,
        max_length=20_000,
    )

    def __init__(self, campaign: Campaign, *said: Any, **more: Any) -> None:
        # Beside the other form, whose fields have the same names.
        super().__init__(*said, **{"auto_id": "calibrate-%s", **more})
        task = task_of(campaign)
        if task.anchored:
            allowed = phrase_of(task, "items allowed without gold")
            self.fields["allow_unanchored"].label = allowed
        else:
            del self.fields["allow_unanchored"]


class _BesideThePlanForm(forms.Form):
    """What is asked of either kind of round."""

    size = forms.IntegerField(
        label=gettext_lazy("Candidates in a subset"),
        help_text=gettext_lazy("Leave empty for subsets as large as the plan's"),
        required=False,
        min_value=1,
        max_value=2**31 - 1,
    )
    seed = forms.IntegerField(
        label=gettext_lazy("Seed"),
        help_text=gettext_lazy("Drawn at random if left empty"),
        required=False,
        min_value=0,
        max_value=2**63 - 1,
    )


class RatingRoundForm(_BesideThePlanForm):
    ratings = forms.IntegerField(
        label=gettext_lazy("Ratings to give out"),
        help_text=gettext_lazy("In all. No candidate gets more than the settings allow."),
        min_value=1,
        max_value=2**31 - 1,
    )
    depth = forms.IntegerField(
        label=gettext_lazy("Answers that count"),
        help_text=gettext_lazy(
            "1 if systems are ranked by their first answer, 10 if by their first ten"
        ),
        initial=DEPTH,
        min_value=1,
        max_value=2**15 - 1,
    )
    field_order = ("ratings", "depth")

    def __init__(self, *said: Any, **more: Any) -> None:
        super().__init__(*said, **{"auto_id": "round-%s", **more})


class LateSystemForm(_BesideThePlanForm):
    system = forms.ChoiceField(label=gettext_lazy("System"))
    annotators = forms.IntegerField(
        label=gettext_lazy("Annotators for each"),
        help_text=gettext_lazy("Leave empty to use the number in the settings"),
        required=False,
        min_value=1,
        max_value=MOST_SEATS,
    )
    field_order = ("system", "annotators")

    def __init__(self, late: Sequence[LateSystem], *said: Any, **more: Any) -> None:
        super().__init__(*said, **{"auto_id": "late-%s", **more})
        choices = [
            (
                one.system.name,
                ngettext(
                    "%(name)s: %(count)s unjudged candidate",
                    "%(name)s: %(count)s unjudged candidates",
                    one.unjudged,
                )
                % {"name": one.system.name, "count": grouped(one.unjudged)},
            )
            for one in late
        ]
        self.fields["system"] = forms.ChoiceField(
            label=self.fields["system"].label, choices=choices
        )


class LookedAtForm(forms.Form):
    """By its checksum the plan that was looked at; without one any is stored."""

    def plan(self) -> dict[str, str]:
        said = str(self.data.get("plan", ""))
        return {"plan": said[:64]} if said else {}


# A subset of this many takes about five minutes.
CANDIDATES_A_SUBSET = 120


def first_plan(
    campaign: Campaign, *, candidates: int, drawn: DrawnSample | None, own_seats: bool
) -> dict[str, Any]:
    """What the form begins with: the plan that is stored, else one worth looking at.
    `own_seats`: whether any subset has a number of its own."""
    if campaign.subset_count is not None:
        sample = {"sample": drawn.wanted, "where": drawn.rule} if drawn else {}
        return {
            **sample,
            **(share_dispatched(campaign) if own_seats else {}),
            "subsets": campaign.subset_count,
            "block_size": campaign.block_size,
            "seed": campaign.seed,
        }
    return {
        "subsets": max(1, round(candidates / CANDIDATES_A_SUBSET)),
        "block_size": campaign.block_size,
        "seed": secrets.randbelow(2**32),
    }
