"""Systems on two golds beside each other, as JSON."""

from typing import Any

from rest_framework import serializers


class ScoredSerializer(serializers.Serializer[Any]):
    value = serializers.FloatField(allow_null=True)
    n = serializers.IntegerField(help_text="sentences in the mean")
    reason = serializers.CharField(allow_blank=True, help_text="why it is undefined")
    low = serializers.FloatField(allow_null=True)
    high = serializers.FloatField(allow_null=True)
    rank = serializers.IntegerField(allow_null=True)
    p_next = serializers.FloatField(
        allow_null=True, help_text="that it differs from the system ranked next, corrected"
    )


class OverAnnotatorsSerializer(serializers.Serializer[Any]):
    """What other annotators would have made of it; null where nobody can say."""

    low = serializers.FloatField(allow_null=True)
    high = serializers.FloatField(allow_null=True)
    best_rank = serializers.IntegerField(allow_null=True)
    worst_rank = serializers.IntegerField(allow_null=True)
    same_rank = serializers.FloatField(allow_null=True, help_text="share of the rounds")
    above_next = serializers.FloatField(allow_null=True, help_text="share of the rounds")


class OverSentencesSerializer(serializers.Serializer[Any]):
    """Where targets are drawn and exchanged: how many, and what sentences would say; all null
    where sentences are."""

    targets = serializers.IntegerField(allow_null=True, help_text="in the mean")
    low = serializers.FloatField(allow_null=True)
    high = serializers.FloatField(allow_null=True)
    p_next = serializers.FloatField(allow_null=True)


class GivenBothSerializer(serializers.Serializer[Any]):
    """The system given that other targets might have been drawn and others have rated."""

    adjusted = serializers.FloatField(
        allow_null=True, help_text="the score without annotators' noise"
    )
    low = serializers.FloatField(allow_null=True)
    high = serializers.FloatField(allow_null=True)
    letters = serializers.CharField(
        allow_blank=True,
        help_text="of its tie groups: systems that share one cannot be told apart",
    )
    reason = serializers.CharField(allow_blank=True, help_text="why there are none")


class LineSerializer(serializers.Serializer[Any]):
    id = serializers.IntegerField(help_text="of the system")
    system = serializers.CharField()
    pooled = serializers.BooleanField(help_text="false: it was added after the pool was closed")
    first = ScoredSerializer()
    second = ScoredSerializer()
    judged = serializers.FloatField(
        allow_null=True, help_text="share of the first ten answers that the second gold judges"
    )
    over_annotators = OverAnnotatorsSerializer(help_text="on the second gold")
    rank_difference = serializers.IntegerField(
        allow_null=True, help_text="negative for a system that rose"
    )
    first_over_sentences = OverSentencesSerializer()
    second_over_sentences = OverSentencesSerializer()
    given_both = GivenBothSerializer(help_text="on the second gold")


class FigureSerializer(serializers.Serializer[Any]):
    value = serializers.FloatField(allow_null=True)
    n = serializers.IntegerField(help_text="documents, pairs of annotators or sets")
    reason = serializers.CharField(allow_blank=True, help_text="why it is undefined")
    low = serializers.FloatField(allow_null=True)
    high = serializers.FloatField(allow_null=True)


class OnBothSerializer(serializers.Serializer[Any]):
    """The same measure of somebody who is no system, on both golds."""

    first = FigureSerializer()
    second = FigureSerializer()


class RankingsSerializer(serializers.Serializer[Any]):
    measure = serializers.CharField()
    n = serializers.IntegerField(help_text="systems with a rank on both golds")
    kendall_tau = serializers.FloatField(allow_null=True)
    tau_ap = serializers.FloatField(allow_null=True)
    rbo = serializers.FloatField(allow_null=True)
    lines = LineSerializer(many=True)
    annotators = OnBothSerializer(
        required=False, help_text="in categories: annotators against each other"
    )
    chance = OnBothSerializer(required=False, help_text="in utterances: a coin")
