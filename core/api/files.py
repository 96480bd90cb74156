"""Files that come in and go out, as on the pages."""

from collections.abc import Mapping
from typing import Any

from django.core.files.uploadedfile import UploadedFile
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiResponse, extend_schema_field
from rest_framework import serializers

from regild.formats.encodings import ENCODINGS, UTF_8, read_as
from regild.problems import Notice, Source
from regild.tasks.source_file import SourceFile


@extend_schema_field(OpenApiTypes.BINARY)
class UploadField(serializers.FileField):
    """Said to be bytes, so that a page about the API offers to choose a file. By itself the
    schema takes it for the address that an answer has for a stored file."""


def upload_field(**options: Any) -> UploadField:
    """An empty file is one of the readers' problems, told with the others."""
    return UploadField(allow_empty_file=True, **options)


def upload_fields(files: Mapping[str, SourceFile]) -> dict[str, Any]:
    """None of them required: of every task's files, a campaign takes its own task's."""
    return {
        name: upload_field(required=False, help_text=one.help) for name, one in files.items()
    }


class FilesBody(serializers.Serializer[Any]):
    """A call that takes text files."""

    encoding = serializers.ChoiceField(
        ENCODINGS,
        default=UTF_8,
        help_text="windows-1252: files that are not UTF-8 are read as that, or as Latin-1",
    )


def source_of(upload: UploadedFile, encoding: str = UTF_8) -> Source:  # type: ignore[type-arg]
    source = Source(upload.file, upload.name or "?")  # type: ignore[arg-type]
    return read_as(source, encoding)


class NoticeSerializer(serializers.Serializer[Any]):
    """Something a reader mended or passed over."""

    file = serializers.CharField()
    line = serializers.IntegerField(allow_null=True)
    message = serializers.CharField()
    remedy = serializers.CharField()


def notice_json(notice: Notice) -> dict[str, Any]:
    return {"file": notice.name, **notice.problem._asdict()}


def files_of(*content_types: str) -> dict[tuple[int, str], OpenApiResponse]:
    """The documented answers of a download."""
    return {
        (200, content_type): OpenApiResponse(OpenApiTypes.BINARY, description="the file")
        for content_type in content_types
    }
