"""A campaign's settings as JSON. What is allowed, the forms of the settings pages decide."""

from collections.abc import Mapping
from typing import Any

from django.contrib.auth.models import User
from rest_framework import serializers

from campaigns.forms.changing import LISTS, BadSettings, store_changes
from campaigns.forms.settings import COLUMN_FORMS
from campaigns.models import Campaign
from campaigns.selectors.proposers import LONGEST_PERSON, MOST_PROPOSERS
from campaigns.selectors.rules import EXCLUDING_RULES
from campaigns.selectors.task import task_of
from core.api.items import Fields, written_fields
from core.api.problems import Problem, unknown_fields
from regild.rating.batch import LARGEST_VALUE
from regild.tasks import settings_without_use


class LineField(serializers.CharField):
    """The forms have a line for each; a line end within one would make two of it."""

    def to_internal_value(self, data: Any) -> str:
        text = super().to_internal_value(data)
        if len(text.splitlines()) > 1:
            raise serializers.ValidationError("This is more than one line.")
        return text


class WordField(serializers.RegexField):
    def __init__(self, **options: Any) -> None:
        super().__init__(r"^\S+$", max_length=120, **options)


class ListedSerializer(serializers.Serializer[Any]):
    """An entry of one of the lists; a field it does not have is refused."""

    def to_internal_value(self, data: Any) -> Any:
        unknown = unknown_fields(self, data)
        try:
            entry = super().to_internal_value(data)
        except serializers.ValidationError as invalid:
            wrong = {**dict(invalid.detail), **unknown}  # type: ignore[arg-type]
            raise serializers.ValidationError(wrong) from invalid
        if unknown:
            raise serializers.ValidationError(unknown)
        return entry


class ScaleOptionSerializer(ListedSerializer):
    value = serializers.IntegerField(
        required=False,
        min_value=0,
        max_value=LARGEST_VALUE,
        help_text="the code that ratings have for it; its place, from 0, unless given",
    )
    label = serializers.CharField()  # type: ignore[assignment]
    weight = serializers.FloatField()


class SampleSerializer(ListedSerializer):
    substitute = serializers.CharField()
    why = serializers.CharField()

    def get_fields(self) -> Fields:
        return written_fields() | super().get_fields()


class ExampleSerializer(SampleSerializer):
    value = serializers.IntegerField()


class PracticeSerializer(SampleSerializer):
    low = serializers.IntegerField(help_text="the lowest value that fits")
    high = serializers.IntegerField()


class QuestionSerializer(ListedSerializer):
    key = serializers.CharField(
        default="", allow_blank=True, help_text="made from the label unless given"
    )
    label = serializers.CharField()  # type: ignore[assignment]
    choices = serializers.ListField(
        child=LineField(), default=list, help_text="empty for free text"
    )


class ComprehensionQuestionSerializer(ListedSerializer):
    question = serializers.CharField()
    choices = serializers.ListField(child=LineField(), min_length=2)
    correct = serializers.CharField(help_text="one of its choices")


class QuotaSerializer(ListedSerializer):
    question = serializers.CharField(help_text="the key of one of the questions")
    answer = serializers.CharField(help_text="one of its choices")
    most = serializers.IntegerField(min_value=0, help_text="0: nobody who answers so")


class SettingsSerializer(serializers.ModelSerializer[Campaign]):
    scale = ScaleOptionSerializer(many=True, required=False)
    examples = ExampleSerializer(many=True, required=False)
    practice = PracticeSerializer(many=True, required=False)
    questions = QuestionSerializer(many=True, required=False)
    comprehension = ComprehensionQuestionSerializer(many=True, required=False)
    quotas = QuotaSerializer(many=True, required=False)
    excluded_targets = serializers.ListField(child=WordField(), required=False)
    mapping = serializers.ListField(
        child=serializers.ListField(child=LineField(), min_length=3, max_length=3),
        required=False,
        help_text="[target, proposed, canonical] rules",
    )
    proposers = serializers.ListField(
        child=LineField(max_length=LONGEST_PERSON),
        required=False,
        write_only=True,
        max_length=MOST_PROPOSERS,
        help_text="recruiting ids of those who proposed, kept as hashes; with `fresh_raters`",
    )
    excluding_rules = serializers.ListField(
        child=serializers.ChoiceField([name for name, _words in EXCLUDING_RULES]),
        required=False,
    )

    class Meta:
        model = Campaign
        fields = [
            *(name for form in COLUMN_FORMS for name in form._meta.fields),
            *LISTS,
        ]
        extra_kwargs = {
            **{name: {"required": False} for name in ("title", "language")},
            "recruiting_secret": {"write_only": True},
        }

    def to_representation(self, campaign: Campaign) -> dict[str, Any]:
        """What was answered can be sent back: without what its task has no use for."""
        without = settings_without_use(task_of(campaign))
        told = super().to_representation(campaign)
        return {name: value for name, value in told.items() if name not in without - {"scale"}}

    def validate_mapping(self, rules: list[list[str]]) -> list[list[str]]:
        if any(proposed.startswith("#") for _group, proposed, _canonical in rules):
            raise serializers.ValidationError("A line that begins with # is a comment.")
        return rules

    def validate_questions(self, questions: list[dict[str, Any]]) -> list[dict[str, Any]]:
        """An annotator's answers are kept by key: one would overwrite the other."""
        keys = [question["key"] for question in questions if question["key"]]
        if len(set(keys)) < len(keys):
            raise serializers.ValidationError("Two questions have one key.")
        return questions


def change_campaign(*, campaign: Campaign, changes: Mapping[str, Any], by: User) -> None:
    """All changes or none. Raises RatingsExist, or a problem that lists all that is wrong."""
    try:
        store_changes(campaign=campaign, changes=changes, by=by)
    except BadSettings as bad:
        raise Problem(
            status=400, code="invalid", detail="Nothing was changed.", errors=bad.problems
        ) from bad
