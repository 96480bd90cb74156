"""An item in the API: every task names its group and what it holds in its own words."""

from collections.abc import Mapping
from dataclasses import fields as names_of
from typing import Any

from rest_framework import serializers

from core.api.lists import Query
from regild.tasks import TASKS

Fields = dict[str, serializers.Field[Any, Any, Any, Any]]


def group_fields(item: str | None) -> Fields:
    """`item` leads from a row to its item, and is empty where the row is one; None where the
    row has everything under these names already."""
    return {task.group_column: _text(item, "group") for task in TASKS.values()}


def content_fields(item: str | None) -> Fields:
    return {
        field.name: _text(item, f"content.{field.name}")
        for task in TASKS.values()
        for field in names_of(task.content)
    }


def named_groups(**options: Any) -> Fields:
    """A group that was asked for, under each task's name for it."""
    return {task.group_filter: serializers.CharField(**options) for task in TASKS.values()}


def written_fields() -> Fields:
    """What whoever writes an item must say."""
    return {
        field.name: serializers.CharField(
            allow_blank=field.metadata.get("blank", False),
            trim_whitespace=not field.metadata.get("blank", False),
        )
        for task in TASKS.values()
        for field in names_of(task.content)
    }


class OfItem(serializers.Serializer[Any]):
    """A row about an item: its group stands behind the item's id."""

    item = "item"
    behind = "sentence"

    def get_fields(self) -> Fields:
        return fields_behind(self.behind, super().get_fields(), group_fields(self.item))


class WholeItem(serializers.Serializer[Any]):
    """A row with all there is of an item."""

    item: str | None = None
    behind = "sentence"
    grouped = True

    def get_fields(self) -> Fields:
        added = group_fields(self.item) if self.grouped else {}
        return fields_behind(
            self.behind, super().get_fields(), added | content_fields(self.item)
        )


class GroupQuery(Query):
    """A list that can be asked for the items of one group."""

    group_help = ""
    group_options: Mapping[str, Any] = {"required": False}

    def get_fields(self) -> Fields:
        asked = named_groups(help_text=self.group_help, **self.group_options)
        return super().get_fields() | asked


def _text(item: str | None, path: str) -> serializers.CharField:
    if item is None:
        return serializers.CharField()
    return serializers.CharField(source=".".join(filter(None, [item, path])))


def fields_behind(name: str, own: Mapping[str, Any], added: Fields) -> Fields:
    fields: Fields = {}
    for key, field in own.items():
        fields[key] = field
        if key == name:
            fields |= added
    return fields
