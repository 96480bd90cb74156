"""Which measure a program asks for: one that the task has, or that its categories give."""

from collections.abc import Mapping
from typing import Any

from rest_framework import serializers

from scoring.models import Release
from scoring.selectors.scores import first_measure, measures_of


class MeasureField(serializers.CharField):
    """One of the measures that the release's scores have."""

    def __init__(self, *, unless_given: str) -> None:
        super().__init__(
            required=False,
            max_length=150,
            help_text=f"by its key, such as `semdis.best_norm` or `leaf.accuracy`;"
            f" {unless_given} unless given",
        )


def asked_measure(release: Release, asked: Mapping[str, Any]) -> str:
    """The first of the task's unless another is asked for."""
    measure = asked.get("measure")
    if measure is None:
        return first_measure(release)
    refuse_unknown(release, measure)
    return str(measure)


def refuse_unknown(release: Release, measure: str) -> None:
    if measure not in measures_of(release):
        raise serializers.ValidationError({"measure": [f'"{measure}" is not a valid choice.']})
