"""The sections of a campaign's settings that are columns: one small form each.

Those whose rows are a list (scale, examples, practice, questions) are in `lists`.
"""

from collections.abc import Sequence
from io import BytesIO
from typing import Any, cast

from django import forms
from django.conf import settings
from django.contrib.auth.models import User
from django.core.validators import MaxLengthValidator
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from campaigns.forms.addresses import is_language
from campaigns.forms.columns import ColumnsForm
from campaigns.forms.data_card import DataCardForm
from campaigns.forms.quality import QualityForm
from campaigns.forms.recruiting import RecruitingForm
from campaigns.models import Campaign
from campaigns.selectors.groups import groups_among
from campaigns.selectors.task import phrase_of, task_of
from campaigns.services.settings import change_settings
from campaigns.services.trials import switch_encouragements
from core.forms.fields import WordsField
from core.forms.languages import LONGEST_TAG, LanguageField
from core.refusals import said_problems
from regild.formats.mapping import read_mapping
from regild.problems import BadFile
from regild.rating.trials import Encouragement


class GeneralForm(ColumnsForm):
    language = LanguageField(
        label=gettext_lazy("Language of the material"),
        validators=[is_language, MaxLengthValidator(LONGEST_TAG)],
    )
    retention_days = forms.IntegerField(
        label=gettext_lazy("Days to keep annotators' personal data after closing"),
        help_text=gettext_lazy(
            "Questionnaire answers and recruiting IDs are then deleted; ratings are kept."
        ),
        min_value=0,
        max_value=3650,
    )

    class Meta:
        model = Campaign
        fields = [
            "title",
            "language",
            "organiser",
            "contact",
            "listed",
            "stable_numbers",
            "retention_days",
        ]
        labels = {
            "title": gettext_lazy("Title"),
            "organiser": gettext_lazy("Organiser"),
            "contact": gettext_lazy("Contact e-mail shown to annotators"),
            "listed": gettext_lazy("Ask for volunteers on this site's first page"),
            "stable_numbers": gettext_lazy("Let annotators keep their number in every release"),
        }
        help_texts = {
            "listed": gettext_lazy(
                "Its title, language and organiser are listed there, for anybody, while the"
                " campaign is open and annotators are still needed"
            ),
            "stable_numbers": gettext_lazy(
                "Annotators read before they agree that their ratings are published under one"
                " number. Releases can keep numbers only for those who joined while this is on."
            ),
            "organiser": gettext_lazy(
                "A project, institute or person; annotators see it before they agree."
            ),
        }


def mapping_lines(rules: Sequence[Sequence[str]]) -> str:
    """As the files have them, a rule a line."""
    return "\n".join(
        f"{proposed}({group})-->{canonical}" for group, proposed, canonical in rules
    )


class PoolForm(ColumnsForm):
    pool_depth = forms.IntegerField(
        label=gettext_lazy("Answers pooled per system"),
        help_text=gettext_lazy("The best-ranked answers for each item."),
        min_value=1,
        max_value=1000,
    )
    excluded_targets = WordsField(
        help_text=gettext_lazy("As in the files, separated by spaces"),
        required=False,
    )
    mapping = forms.CharField(
        label=gettext_lazy("Spelling mapping"),
        help_text=gettext_lazy("One rule per line: proposed(glad.a)-->canonical"),
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
            "case_policy": gettext_lazy("Capital letters"),
            "multiwords": gettext_lazy("Multiword substitutes"),
            "target_as_answer": gettext_lazy("Target as its own substitute"),
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
        label=gettext_lazy("Substitutes per annotator and sentence"),
        help_text=gettext_lazy("The most that one annotator may propose in the first stage."),
        min_value=1,
        max_value=10,
    )
    judged_share = forms.FloatField(
        label=gettext_lazy("Share of a sitting that must be judged"),
        help_text=gettext_lazy(
            "0 to 1. A sitting with less does not count and earns no completion code;"
            " with 0, one rating is enough."
        ),
        min_value=0,
        max_value=1,
    )
    repeat_share = forms.FloatField(
        label=gettext_lazy("Share of candidates shown twice"),
        help_text=gettext_lazy(
            "0 to 0.5. Shown again at the end of a sitting; applies from the next dispatch."
        ),
        min_value=0,
        max_value=0.5,
    )
    foil_share = forms.FloatField(
        label=gettext_lazy("Share of wrong words mixed in"),
        help_text=gettext_lazy(
            "0 to 0.5. Words known to be wrong; applies from the next dispatch."
        ),
        min_value=0,
        max_value=0.5,
    )
    min_ratings = forms.IntegerField(
        label=gettext_lazy("Ratings wanted per candidate"), min_value=1, max_value=99
    )
    max_ratings = forms.IntegerField(
        label=gettext_lazy("Maximum ratings per candidate"), min_value=1, max_value=99
    )
    hold_minutes = forms.IntegerField(
        label=gettext_lazy("Minutes to hold an unfinished sitting"),
        help_text=gettext_lazy(
            "Counted from the annotator's last answer; then others may take the subset."
        ),
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
            "stopping",
            "hold_minutes",
            "count_unfinished",
            "judged_share",
            "practice_required",
            "repeat_share",
            "foil_share",
        ]
        labels = {
            "stop_at_min": gettext_lazy("Stop when the wanted ratings are reached"),
            "stopping": gettext_lazy("When more ratings would not change the ranking"),
            "count_unfinished": gettext_lazy("Count the finished part of abandoned sittings"),
            "practice_required": gettext_lazy("Require practice before the first sitting"),
        }
        widgets = {"stopping": forms.RadioSelect}
        # The label says it.
        help_texts = {
            "count_unfinished": "",
            "stopping": gettext_lazy(
                "Looked at with every agreement report, by a rule that holds however often one "
                "looks: two systems further apart than .05 are then in the wrong order with a "
                "chance of .005 at most."
            ),
        }

    def clean(self) -> dict[str, Any]:
        data = self.cleaned_data
        if data.get("min_ratings", 0) > data.get("max_ratings", 99):
            self.add_error(
                "max_ratings", _("The maximum cannot be less than the ratings wanted.")
            )
        return data


class MeasuresForm(ColumnsForm):
    gold_annotators = forms.IntegerField(
        label=gettext_lazy("Annotators per sentence in the first gold"),
        help_text=gettext_lazy(
            "Two measures of agreement need it if the gold has only votes. Leave "
            "empty if unknown."
        ),
        min_value=1,
        max_value=1000,
        required=False,
    )

    penalty = forms.FloatField(
        label=gettext_lazy("Penalty for a wrong answer, in votes"),
        help_text=gettext_lazy(
            "The k of Jabbari's measures; applies the next time systems are scored."
        ),
        min_value=0,
        max_value=1000,
    )

    class Meta:
        model = Campaign
        fields = ["gold_annotators", "verdict_rule", "penalty"]
        widgets = {"verdict_rule": forms.RadioSelect}
        labels = {"verdict_rule": gettext_lazy("Verdict on a candidate")}
        # The label says it.
        help_texts = {"verdict_rule": ""}


class MarkdownField(forms.CharField):
    def __init__(self, *, label: Any, rows: int) -> None:
        super().__init__(
            label=label,
            help_text=gettext_lazy(
                "Markdown, in the campaign's language. Leave empty for the default text."
            ),
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
        fields = [*(one.value for one in Encouragement), "reminders"]
        widgets = dict.fromkeys([one.value for one in Encouragement], forms.RadioSelect)
        labels = {
            "reminders": gettext_lazy("Offer one reminder by e-mail"),
            "first_word": gettext_lazy("Message that nobody has rated a candidate before"),
            "halfway": gettext_lazy("Message when half of a sitting is done"),
            "goal": gettext_lazy("A goal that annotators set themselves, and their progress"),
            "campaign_progress": gettext_lazy("Progress of the campaign"),
            "agreement_told": gettext_lazy(
                "After a sitting: how often they agreed with others"
            ),
            "divided_word": gettext_lazy("After a sitting: what divided annotators most"),
        }
        # The labels say it.
        help_texts = dict.fromkeys([one.value for one in Encouragement], "") | {
            "reminders": gettext_lazy(
                "Annotators may leave an address; they get one e-mail if they have not been"
                " back for three days. The address is deleted when the e-mail is sent."
            )
        }

    def __init__(self, campaign: Campaign, data: Any = None) -> None:
        super().__init__(campaign, data)
        reminders = self.fields.get("reminders")
        if reminders and not settings.MAIL_IS_SET_UP:
            reminders.help_text = _("This site cannot send mail, so nothing is offered yet.")

    def store(self, *, campaign: Campaign, by: User | None) -> None:
        changes = dict(self.cleaned_data)
        reminders = changes.pop("reminders", campaign.reminders)
        switch_encouragements(campaign=campaign, changes=changes, by=by)
        if reminders != campaign.reminders:
            change_settings(campaign=campaign, changes={"reminders": reminders}, by=by)


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
    DataCardForm,
)
