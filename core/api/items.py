"""An item in the API: every task names its group and what it holds in its own words."""

from collections.abc import Mapping
from dataclasses import fields as names_of
from typing import Any, get_args, get_origin, get_type_hints

from rest_framework import serializers

from core.api.lists import Query
from regild.tasks import TASKS, Task

Fields = dict[str, serializers.Field[Any, Any, Any, Any]]


class NamedGroup(serializers.CharField):
    """An item's group under one task's name for it; the items of other tasks are without."""

    def __init__(self, *, task: Task, item: str, **options: Any) -> None:
        super().__init__(required=False, source=_path(item, "group"), **options)
        self.task, self.item = task, item

    def get_attribute(self, instance: Any) -> Any:
        item = getattr(instance, self.item) if self.item else instance
        # Asked of the item itself: its campaign would have to be read for every row.
        if not {field.name for field in names_of(self.task.content)} <= item.content.keys():
            raise serializers.SkipField
        return super().get_attribute(instance)


def group_fields(item: str | None) -> Fields:
    """`item` leads from a row to its item, and is empty where the row is one; None where the
    row has everything under these names already."""
    return {
        task.group_column: serializers.CharField(required=False)
        if item is None
        else NamedGroup(task=task, item=item)
        for task in TASKS.values()
    }


def content_fields(item: str | None) -> Fields:
    """Of every task; what an item does not hold it is answered without."""
    return {
        field.name: _held(
            task,
            field.name,
            **({} if item is None else {"source": _path(item, f"content.{field.name}")}),
        )
        for task in TASKS.values()
        for field in names_of(task.content)
    }


def shown_fields() -> Fields:
    """What annotators are shown of an item."""
    return {name: _held(task, name) for task in TASKS.values() for name in task.shows}


def named_groups(**options: Any) -> Fields:
    """A group that was asked for, under each task's name for it."""
    return {task.group_filter: serializers.CharField(**options) for task in TASKS.values()}


def written_fields() -> Fields:
    """What whoever writes an item says; which of it is needed is its task's to say."""
    return {name: _held(task, name) for task in TASKS.values() for name in task.writes}


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


class ShownItem(serializers.Serializer[Any]):
    """A row with what annotators are shown of an item."""

    behind = "sentence"

    def get_fields(self) -> Fields:
        return fields_behind(self.behind, super().get_fields(), shown_fields())


class GroupQuery(Query):
    """A list that can be asked for the items of one group."""

    group_help = ""
    group_options: Mapping[str, Any] = {"required": False}

    def get_fields(self) -> Fields:
        asked = named_groups(help_text=self.group_help, **self.group_options)
        return super().get_fields() | asked


def _path(item: str, path: str) -> str:
    return f"{item}.{path}" if item else path


def _held(task: Task, name: str, **options: Any) -> serializers.Field[Any, Any, Any, Any]:
    """As its dataclass holds it: text, or texts in order or by name."""
    [field] = [one for one in names_of(task.content) if one.name == name]
    kind = get_type_hints(task.content)[name]
    blank = field.metadata.get("blank", False)
    options["required"] = False
    if kind is str:
        return serializers.CharField(allow_blank=blank, trim_whitespace=not blank, **options)
    if get_origin(kind) is dict:
        return serializers.DictField(child=serializers.CharField(allow_blank=True), **options)
    whole = get_args(kind)[0] is int
    child = serializers.IntegerField() if whole else serializers.CharField()
    return serializers.ListField(child=child, **options)


def fields_behind(name: str, own: Mapping[str, Any], added: Fields) -> Fields:
    fields: Fields = {}
    for key, field in own.items():
        fields[key] = field
        if key == name:
            fields |= added
    return fields
