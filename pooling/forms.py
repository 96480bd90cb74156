"""How the pool is to be cut into subsets."""

import secrets
from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from campaigns.models import Campaign
from campaigns.selectors.task import task_of
from core.forms.fields import WordsField
from core.refusals import said
from pooling.selectors.samples import DrawnSample, rule_of
from regild.pooling.sampling import LONGEST_RULE, BadRule


class DispatchForm(forms.Form):
    subsets = forms.IntegerField(
        label=gettext_lazy("Subsets"),
        help_text=gettext_lazy("sittings to make; one takes a few minutes"),
        min_value=1,
        max_value=100_000,
    )
    block_size = forms.IntegerField(
        label=gettext_lazy("Candidates in a block"),
        help_text=gettext_lazy("of one sentence, shown together"),
        min_value=1,
        max_value=100,
    )
    seed = forms.IntegerField(
        label=gettext_lazy("Seed"),
        help_text=gettext_lazy("the same seed gives the same plan"),
        min_value=0,
        max_value=2**63 - 1,
    )
    sample = forms.IntegerField(
        label=gettext_lazy("Sentences to draw"),
        help_text=gettext_lazy("at random, by the seed; leave empty for all"),
        required=False,
        min_value=1,
        max_value=2**31 - 1,
    )
    where = forms.CharField(
        label=gettext_lazy("Only sentences where"),
        required=False,
        max_length=LONGEST_RULE,
    )
    leave_unanchored_out = forms.BooleanField(
        label=gettext_lazy("Leave out sentences without a first-gold candidate"),
        required=False,
    )
    allow_unanchored = WordsField(
        label=gettext_lazy("Sentences allowed without one"),
        help_text=gettext_lazy("their ids, with blanks between them"),
        required=False,
        max_length=20_000,
    )

    def __init__(self, campaign: Campaign, *said: Any, **more: Any) -> None:
        super().__init__(*said, **more)
        self.campaign = campaign
        self.fields["where"].help_text = _("conditions with “and” between them: %(facts)s") % {
            "facts": ", ".join(task_of(campaign).facts)
        }

    def clean_where(self) -> str:
        where: str = self.cleaned_data["where"]
        try:
            rule_of(self.campaign, where)
        except BadRule as bad:
            raise forms.ValidationError(said(bad.text), code="bad_rule") from bad
        return where


class LookedAtForm(forms.Form):
    """By its checksum the plan that was looked at; without one any is stored."""

    def plan(self) -> dict[str, str]:
        said = str(self.data.get("plan", ""))
        return {"plan": said[:64]} if said else {}


# A subset of this many takes about five minutes.
CANDIDATES_A_SUBSET = 120


def first_plan(
    campaign: Campaign, *, candidates: int, drawn: DrawnSample | None
) -> dict[str, Any]:
    """What the form begins with: the plan that is stored, else one worth looking at."""
    if campaign.subset_count is not None:
        sample = {"sample": drawn.wanted, "where": drawn.rule} if drawn else {}
        return sample | {
            "subsets": campaign.subset_count,
            "block_size": campaign.block_size,
            "seed": campaign.seed,
        }
    return {
        "subsets": max(1, round(candidates / CANDIDATES_A_SUBSET)),
        "block_size": campaign.block_size,
        "seed": secrets.randbelow(2**32),
    }
