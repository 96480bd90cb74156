"""Whoever reads the API's documentation is offered to choose a file where one is sent."""

import importlib
import pkgutil

import pytest
from drf_spectacular.generators import SchemaGenerator
from rest_framework import serializers

pytestmark = pytest.mark.sqlite

APPS = [
    "agreement",
    "annotators",
    "campaigns",
    "core",
    "pooling",
    "rating",
    "scoring",
    "sources",
]


@pytest.fixture(scope="module")
def schema():
    return SchemaGenerator().get_schema(request=None, public=True)


def all_serializers(of=serializers.Serializer):
    for one in of.__subclasses__():
        yield one
        yield from all_serializers(one)


def sent_as_files():
    """(serializer's name in the schema, field) of every file that any call takes."""
    for one in set(all_serializers()):
        if one.__module__.partition(".")[0] not in APPS or one.__module__ == __name__:
            continue
        for name, field in one._declared_fields.items():
            if isinstance(field, serializers.FileField):
                yield one.__name__.removesuffix("Serializer"), name


def import_the_apis():
    for app in APPS:
        for found in pkgutil.iter_modules(importlib.import_module(app).__path__):
            if found.name in ("api", "api_urls"):
                importlib.import_module(f"{app}.{found.name}")


def test_every_file_is_bytes(schema):
    import_the_apis()
    found = dict.fromkeys(sorted(sent_as_files()))
    assert ("RatingsFile", "ratings") in found
    properties = {
        (component, name): told
        for component, facts in schema["components"]["schemas"].items()
        for name, told in facts.get("properties", {}).items()
    }
    for key in found:
        assert properties[key]["type"] == "string"
        assert properties[key]["format"] == "binary", key


def test_nothing_that_is_sent_as_a_form_with_files_is_an_address(schema):
    """A FileField that is not said to be bytes is described as `format: uri`."""
    forms = 0
    for path in schema["paths"].values():
        for operation in path.values():
            body = operation.get("requestBody", {}).get("content", {})
            if "multipart/form-data" not in body:
                continue
            told = body["multipart/form-data"]["schema"]
            name = told["$ref"].rpartition("/")[2]
            fields = schema["components"]["schemas"][name]["properties"].values()
            formats = [field.get("items", field).get("format") for field in fields]
            assert "uri" not in formats, name
            assert "binary" in formats, name
            forms += 1
    assert forms >= 5
