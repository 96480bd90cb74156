"""The sections of a campaign's settings that are columns: one small form each.

Those whose rows are a list (scale, examples, practice, questions) are in `lists`.
"""

from collections.abc import Sequence
from io import BytesIO
from typing import Any, cast

from django import forms
from django.contrib.auth.models import User
from django.core.validators import MaxValueValidator, MinValueValidator
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from campaigns.forms.addresses import is_language
from campaigns.forms.columns import ColumnsForm
from campaigns.forms.recruiting import RecruitingForm
from campaigns.models import Campaign
from campaigns.selectors.groups import groups_among
from campaigns.selectors.rules import EXCLUDING_RULES, excluding_rules
from campaigns.selectors.task import phrase_of, task_of
from campaigns.services.trials import switch_encouragements
from core.forms.fields import WordsField
from core.refusals import said_problems
from regild.formats.mapping import read_mapping
from regild.problems import BadFile
from regild.rating.trials import Encouragement

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


class GeneralForm(ColumnsForm):
    retention_days = forms.IntegerField(
        label=gettext_lazy("Days that annotators' personal data is kept after closing"),
        help_text=gettext_lazy(
            "Answers to your questions and the ids of recruiting sites; ratings stay"
        ),
        min_value=0,
        max_value=3650,
    )

    class Meta:
        model = Campaign
        fields = ["title", "language", "organiser", "contact", "retention_days"]
        labels = {
            "title": gettext_lazy("Title"),
            "language": gettext_lazy("Language of what is rated"),
            "organiser": gettext_lazy("Who asks annotators"),
            "contact": gettext_lazy("E-mail address shown to annotators"),
        }
        help_texts = {
            "organiser": gettext_lazy(
                "shown before they agree: a project, an institute, a person"
            ),
        }

    def __init__(self, campaign: Campaign, data: Any = None) -> None:
        super().__init__(campaign, data)
        self.fields["language"].validators.append(is_language)


def mapping_lines(rules: Sequence[Sequence[str]]) -> str:
    """As the files have them, a rule a line."""
    return "\n".join(
        f"{proposed}({group})-->{canonical}" for group, proposed, canonical in rules
    )


class PoolForm(ColumnsForm):
    pool_depth = forms.IntegerField(
        label=gettext_lazy("Answers taken from each system"),
        help_text=gettext_lazy("for each item, best first"),
        min_value=1,
        max_value=1000,
    )
    excluded_targets = WordsField(
        help_text=gettext_lazy("As in the files, with blanks between them"),
        required=False,
    )
    mapping = forms.CharField(
        label=gettext_lazy("Mapping of spellings"),
        help_text=gettext_lazy("A rule a line: proposed(glad.a)-->canonical"),
        required=False,
        widget=forms.Textarea(attrs={"spellcheck": "false"}),
    )

    class Meta:
        model = Campaign
        fields = [
            "case_policy",
            "multiwords",
            "target_as_answer",
            "pool_depth",
            "excluded_targets",
            "mapping",
        ]
        widgets = {
            "case_policy": forms.RadioSelect,
            "multiwords": forms.RadioSelect,
            "target_as_answer": forms.RadioSelect,
        }
        labels = {
            "case_policy": gettext_lazy("Capitals"),
            "multiwords": gettext_lazy("Substitutes of several words"),
            "target_as_answer": gettext_lazy("The target itself as an answer"),
        }

    def __init__(self, campaign: Campaign, data: Any = None) -> None:
        super().__init__(campaign, data)
        self.campaign = campaign
        self.initial["mapping"] = mapping_lines(campaign.mapping)
        if left_out := self.fields.get("excluded_targets"):
            left_out.label = phrase_of(task_of(campaign), "groups to leave out")

    def clean_excluded_targets(self) -> list[str]:
        wanted = set(self.cleaned_data["excluded_targets"])
        unknown = wanted - groups_among(self.campaign, wanted)
        if unknown:
            raise forms.ValidationError(
                phrase_of(
                    task_of(self.campaign),
                    "no item of the groups",
                    groups=", ".join(sorted(unknown)),
                )
            )
        return sorted(wanted)

    def clean_mapping(self) -> list[list[str]]:
        text = cast(str, self.cleaned_data["mapping"])
        if not text.strip():
            return []
        try:
            reading = read_mapping(BytesIO(text.encode()), name=_("mapping"))
        except BadFile as bad:
            raise forms.ValidationError(said_problems(bad)) from bad
        return [[rule.group, rule.proposed, rule.canonical] for rule in reading.records]


class RatingForm(ColumnsForm):
    most_proposals = forms.IntegerField(
        label=gettext_lazy("Substitutes that an annotator may propose for a sentence"),
        help_text=gettext_lazy("at most, while there is no first gold yet"),
        min_value=1,
        max_value=10,
    )
    judged_share = forms.FloatField(
        label=gettext_lazy("Share of a sitting that must be judged"),
        help_text=gettext_lazy(
            "0 to 1. A sitting with less does not count and gets no code; 0: one rating"
        ),
        min_value=0,
        max_value=1,
    )
    repeat_share = forms.FloatField(
        label=gettext_lazy("Share of candidates shown a second time"),
        help_text=gettext_lazy("0 to 0.5, at the end of a sitting; from the next dispatch on"),
        min_value=0,
        max_value=0.5,
    )
    foil_share = forms.FloatField(
        label=gettext_lazy("Share of words known to be wrong"),
        help_text=gettext_lazy("0 to 0.5, mixed in; from the next dispatch on"),
        min_value=0,
        max_value=0.5,
    )
    min_ratings = forms.IntegerField(
        label=gettext_lazy("Ratings wanted for each candidate"), min_value=1, max_value=99
    )
    max_ratings = forms.IntegerField(
        label=gettext_lazy("Ratings at most"), min_value=1, max_value=99
    )
    hold_minutes = forms.IntegerField(
        label=gettext_lazy("Minutes an unfinished sitting is kept"),
        help_text=gettext_lazy("from its annotator's last answer on"),
        min_value=1,
        max_value=7 * 24 * 60,
    )

    class Meta:
        model = Campaign
        fields = [
            "most_proposals",
            "min_ratings",
            "max_ratings",
            "stop_at_min",
            "hold_minutes",
            "count_unfinished",
            "judged_share",
            "practice_required",
            "repeat_share",
            "foil_share",
        ]
        labels = {
            "stop_at_min": gettext_lazy("Stop at the ratings wanted"),
            "count_unfinished": gettext_lazy(
                "Count what was finished in a sitting that was left alone"
            ),
            "practice_required": gettext_lazy("The practice comes before the first sitting"),
        }

    def clean(self) -> dict[str, Any]:
        data = self.cleaned_data
        if data.get("min_ratings", 0) > data.get("max_ratings", 99):
            self.add_error("max_ratings", _("At most cannot be fewer than wanted."))
        return data


class MeasuresForm(ColumnsForm):
    gold_annotators = forms.IntegerField(
        label=gettext_lazy("Annotators who proposed substitutes for each sentence"),
        help_text=gettext_lazy(
            "of the first gold; two measures of agreement need it where the gold has votes"
            " alone. Empty: not known"
        ),
        min_value=1,
        max_value=1000,
        required=False,
    )

    penalty = forms.FloatField(
        label=gettext_lazy("What a wrong answer costs a system, in votes"),
        help_text=gettext_lazy(
            "k of Jabbari's measures, of scores as of the next time systems are scored"
        ),
        min_value=0,
        max_value=1000,
    )

    class Meta:
        model = Campaign
        fields = ["gold_annotators", "verdict_rule", "penalty"]
        widgets = {"verdict_rule": forms.RadioSelect}
        labels = {"verdict_rule": gettext_lazy("The verdict on a candidate")}
        # The label says it.
        help_texts = {"verdict_rule": ""}


class MarkdownField(forms.CharField):
    def __init__(self, *, label: Any, rows: int) -> None:
        super().__init__(
            label=label,
            help_text=gettext_lazy("Markdown, in the campaign's language; empty for ours"),
            required=False,
            max_length=20_000,
            widget=forms.Textarea(attrs={"rows": rows}),
        )

    def to_python(self, value: Any) -> str:
        return str(super().to_python(value)).replace("\r\n", "\n")


class TextsForm(ColumnsForm):
    welcome = MarkdownField(label=gettext_lazy("Welcome"), rows=5)
    instructions = MarkdownField(label=gettext_lazy("Instructions"), rows=14)

    class Meta:
        model = Campaign
        fields = ["welcome", "instructions"]


class EncouragementsForm(ColumnsForm):
    """What annotators are told; each change is switched, for a trial may begin or end by it."""

    class Meta:
        model = Campaign
        fields = [one.value for one in Encouragement]
        widgets = dict.fromkeys(fields, forms.RadioSelect)
        labels = {
            "first_word": gettext_lazy("At what nobody rated before: that it is new"),
            "halfway": gettext_lazy("That half of a sitting is done"),
            "goal": gettext_lazy("A goal they set themselves, and how far they are from it"),
            "campaign_progress": gettext_lazy("How far the campaign is"),
            "agreement_told": gettext_lazy(
                "After a sitting: how often they agreed with the others"
            ),
            "divided_word": gettext_lazy("After a sitting: what divided people most"),
        }
        # The labels say it.
        help_texts = dict.fromkeys(fields, "")

    def store(self, *, campaign: Campaign, by: User | None) -> None:
        switch_encouragements(campaign=campaign, changes=self.cleaned_data, by=by)


class QualityForm(ColumnsForm):
    excluding_rules = forms.MultipleChoiceField(
        label=gettext_lazy("Flags that exclude by themselves"),
        help_text=gettext_lazy("An exclusion can always be undone"),
        choices=EXCLUDING_RULES,
        required=False,
        widget=forms.CheckboxSelectMultiple,
    )

    class Meta:
        model = Campaign
        fields = [*(f"flag_{name}" for name in FLAG_BOUNDS), "excluding_rules"]
        labels = {
            "flag_same_share": gettext_lazy("One and the same answer: share"),
            "flag_longest_run": gettext_lazy("One and the same answer: in a row"),
            "flag_median_ms": gettext_lazy("Too fast: median"),
            "flag_fast_ms": gettext_lazy("Too fast: a single rating"),
            "flag_fast_share": gettext_lazy("Too fast: share"),
            "flag_anchor_share": gettext_lazy(
                "First-gold candidates given the lowest value: share"
            ),
            "flag_repeat_difference": gettext_lazy("Shown twice: difference"),
            "flag_foil_share": gettext_lazy("Words known to be wrong: share"),
            "flag_correlation": gettext_lazy("Correlation with the others"),
            "flag_min_ratings": gettext_lazy("Ratings needed to flag anything"),
            "flag_min_checks": gettext_lazy("Checks needed to flag by them"),
        }

    def __init__(self, campaign: Campaign, data: Any = None) -> None:
        super().__init__(campaign, data)
        rules = cast(forms.MultipleChoiceField, self.fields["excluding_rules"])
        rules.choices = excluding_rules(task_of(campaign))
        for name, (least, most) in FLAG_BOUNDS.items():
            if (field := self.fields.get(f"flag_{name}")) is None:
                continue
            field.validators += [MinValueValidator(least), MaxValueValidator(most)]
            field.widget.attrs |= {"min": least, "max": most}


# Every column a lead may set stands in one of them.
COLUMN_FORMS: tuple[Any, ...] = (
    GeneralForm,
    PoolForm,
    RatingForm,
    TextsForm,
    RecruitingForm,
    EncouragementsForm,
    MeasuresForm,
    QualityForm,
)
