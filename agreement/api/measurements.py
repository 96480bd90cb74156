"""What the schema says of every measure: its title, its definition, and what is found by it."""

from collections.abc import Iterable
from typing import Any

from rest_framework import serializers

from regild.agreement.declaration import AgreementMeasure, RatingMeasure
from regild.agreement.devices import DEVICES
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
AgreementAtLevelMeasures = type(
    "AgreementAtLevelMeasures",
    (serializers.Serializer,),
    _measured([*family(RatingMeasure, "nominal"), *family(PairMeasure, "nominal")]),
)


class BetweenDevicesSerializer(serializers.Serializer[Any]):
    value = serializers.FloatField(allow_null=True)
    low = serializers.FloatField(allow_null=True)
    high = serializers.FloatField(allow_null=True)
    n_candidates = serializers.IntegerField(help_text="rated on this device and on another")
    reason = serializers.CharField(
        allow_blank=True, help_text="why there is none, or no interval of it"
    )


class AgreementOnDevice(serializers.Serializer[Any]):
    device = serializers.ChoiceField(DEVICES)
    n_annotators = serializers.IntegerField()
    n_ratings = serializers.IntegerField()
    counts = serializers.ListField(
        child=serializers.IntegerField(), help_text="of each value, lowest first"
    )
    mean = serializers.FloatField()
    median_seconds = serializers.FloatField(allow_null=True)
    difference = BetweenDevicesSerializer(
        help_text="how much higher ratings are on it than on others, of the same candidates"
    )


class ConfusionSerializer(serializers.Serializer[Any]):
    a = serializers.CharField()
    b = serializers.CharField()
    n = serializers.IntegerField(help_text="pairs of annotators who chose one each")


class CategoryAgreementSerializer(serializers.Serializer[Any]):
    category = serializers.CharField()
    n = serializers.IntegerField(help_text="how often it was chosen")
    share = serializers.FloatField(allow_null=True, help_text="of all choices")
    share_low = serializers.FloatField(allow_null=True)
    share_high = serializers.FloatField(allow_null=True)
    both = serializers.IntegerField(help_text="pairs of annotators who both chose it")
    one = serializers.IntegerField(help_text="pairs of whom one chose it")
    agreement = serializers.FloatField(allow_null=True, help_text="2 both / (2 both + one)")


AgreementAtLevel = type(
    "AgreementAtLevel",
    (serializers.Serializer,),
    {
        "measures": AgreementAtLevelMeasures(),
        "confusions": ConfusionSerializer(many=True),
        "categories": CategoryAgreementSerializer(many=True),
    },
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
        "n_gold": serializers.IntegerField(required=False),
        "bands": serializers.DictField(required=False),
        "summary": serializers.DictField(required=False),
        "boxes": serializers.ListField(child=serializers.DictField(), required=False),
        "outliers": serializers.DictField(required=False),
        "new": serializers.DictField(required=False),
        "rejected": serializers.DictField(required=False),
        "frequency": serializers.DictField(required=False),
    },
)
