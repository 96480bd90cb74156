"""How many sittings the checks would flag by other thresholds."""

from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from campaigns.api.leads import EVERYWHERE, LeadView
from campaigns.forms.quality import EXPLAINED, FLAG_BOUNDS, BadThresholds, thresholds_asked
from campaigns.models import Campaign
from campaigns.selectors.thresholds import PREFIX, would_flag
from core.api.items import Fields
from core.api.lists import Query
from core.api.problems import problems


def _threshold_field(name: str) -> serializers.Field[Any, Any, Any, Any]:
    least, most = FLAG_BOUNDS[name]
    column = Campaign._meta.get_field(f"{PREFIX}{name}")
    if column.get_internal_type() == "FloatField":
        kind: Any = serializers.FloatField
    else:
        kind, least, most = serializers.IntegerField, int(least), int(most)
    field: serializers.Field[Any, Any, Any, Any] = kind(
        required=False,
        min_value=least,
        max_value=most,
        help_text=f"{EXPLAINED[name].help_text} In {EXPLAINED[name].unit}.",
    )
    return field


class FlagsQuery(Query):
    """Thresholds to try in the place of the campaign's own."""

    def get_fields(self) -> Fields:
        return {name: _threshold_field(name) for name in FLAG_BOUNDS}


class WouldFlagSerializer(serializers.Serializer[Any]):
    sittings = serializers.IntegerField(
        help_text="that were checked: complete ones, those you excluded among them"
    )
    unchecked = serializers.IntegerField(help_text="complete sittings not checked yet")
    checked_at = serializers.DateTimeField(allow_null=True, help_text="the last check")
    flagged = serializers.IntegerField(
        allow_null=True,
        help_text="by any threshold; null: `fast_share` is no whole per cent, so cannot be"
        " counted",
    )
    by_threshold = serializers.DictField(
        child=serializers.IntegerField(allow_null=True),
        help_text="flagged by each alone; with `min_ratings` and `min_checks`: that have too"
        " little to be flagged by",
    )
    thresholds = serializers.DictField(child=serializers.FloatField())


class FlagsView(LeadView):
    query = FlagsQuery

    @extend_schema(
        operation_id="preview_flags",
        summary="How many sittings these thresholds of the checks would flag",
        tags=["settings"],
        parameters=[FlagsQuery],
        responses={200: WouldFlagSerializer, **problems(400, *EVERYWHERE)},
    )
    def get(self, request: Request, slug: str) -> Response:
        try:
            thresholds = thresholds_asked(self.campaign, self.asked)
        except BadThresholds as bad:
            raise serializers.ValidationError(dict(bad.problems)) from bad
        found = would_flag(self.campaign, thresholds)
        # This app answers; without it there would be nothing to tell.
        told = {} if found is None else found._asdict()
        return Response(WouldFlagSerializer({**told, "thresholds": thresholds}).data)
