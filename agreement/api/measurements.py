"""What the schema says of every measure: its title, its definition, and what is found by it."""

from collections.abc import Iterable
from typing import Any

from rest_framework import serializers

from regild.agreement.declaration import AgreementMeasure, RatingMeasure
from regild.agreement.measures.first_gold import ProposalMeasure, VoteMeasure
from regild.agreement.measures.one_annotator import AnnotatorMeasure
from regild.agreement.measures.pairs import PairMeasure
from regild.agreement.measures.two_golds import GoldMeasure
from regild.agreement.registry import family


class MeasurementSerializer(serializers.Serializer[Any]):
    value = serializers.FloatField(allow_null=True, help_text="null where it is undefined")
    n = serializers.IntegerField(help_text="what it rests on")
    n_ratings = serializers.IntegerField()
    low = serializers.FloatField(allow_null=True)
    high = serializers.FloatField(allow_null=True)
    reason = serializers.CharField(allow_null=True, help_text="why it is undefined")
    p = serializers.FloatField(required=False, help_text="two-sided, of a correlation")


class CampaignMeasurementSerializer(MeasurementSerializer):
    """With an interval over sentences, where it is a measure on ratings."""

    sentences_low = serializers.FloatField(allow_null=True, required=False)
    sentences_high = serializers.FloatField(allow_null=True, required=False)


def _measured(
    measures: Iterable[AgreementMeasure],
    found: type[MeasurementSerializer] = MeasurementSerializer,
) -> dict[str, serializers.Field[Any, Any, Any, Any]]:
    """A field for each; a report made before there was the measure is without it."""
    return {
        measure.key: found(required=False, help_text=f"{measure.title}: {measure.definition}")
        for measure in measures
    }


AgreementMeasures = type(
    "AgreementMeasures",
    (serializers.Serializer,),
    _measured(
        [
            *family(RatingMeasure),
            *family(PairMeasure),
            *family(VoteMeasure),
            *family(ProposalMeasure),
        ],
        CampaignMeasurementSerializer,
    ),
)
AgreementOnFirstGold = type(
    "AgreementOnFirstGold",
    (serializers.Serializer,),
    _measured([*family(VoteMeasure), *family(ProposalMeasure)]),
)
AgreementInGroup = type(
    "AgreementInGroup", (serializers.Serializer,), _measured(family(RatingMeasure))
)
AgreementOfAnnotator = type(
    "AgreementOfAnnotator",
    (serializers.Serializer,),
    _measured([*family(AnnotatorMeasure), *family(PairMeasure)])
    | {"median_seconds": MeasurementSerializer()},
)
AgreementOfPair = type(
    "AgreementOfPair",
    (serializers.Serializer,),
    _measured(family(PairMeasure))
    | {"annotators": serializers.ListField(child=serializers.IntegerField())},
)
AgreementOfGolds = type(
    "AgreementOfGolds",
    (serializers.Serializer,),
    _measured(family(GoldMeasure))
    | {
        "min_ratings": serializers.IntegerField(),
        "n": serializers.IntegerField(),
        "n_gold": serializers.IntegerField(),
        "bands": serializers.DictField(),
        "summary": serializers.DictField(required=False),
        "boxes": serializers.ListField(child=serializers.DictField()),
        "outliers": serializers.DictField(required=False),
        "new": serializers.DictField(),
        "rejected": serializers.DictField(),
        "frequency": serializers.DictField(required=False),
    },
)
