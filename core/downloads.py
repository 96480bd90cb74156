"""Files that go out, the same from a page and from the API."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, BinaryIO, NamedTuple

from django.http import FileResponse, Http404, HttpResponse, StreamingHttpResponse

from regild.formats.rows import row_lines
from regild.tables.printing import FORMS, Table


def answer_table(table: Table | None, *, form: str, name: str) -> HttpResponse:
    """`name` is the file's, without the suffix."""
    if table is None or form not in FORMS:
        raise Http404
    content_type, written = FORMS[form]
    return answer_file(
        written(table),
        content_type=f"{content_type}; charset=utf-8",
        name=f"{name}.{form}",
    )


def answer_file(data: bytes | str, *, content_type: str, name: str) -> HttpResponse:
    return HttpResponse(
        data,
        content_type=content_type,
        headers={"Content-Disposition": f'attachment; filename="{name}"'},
    )


def answer_open_file(file: BinaryIO, *, content_type: str, name: str) -> FileResponse:
    """A whole file, which is closed once it is sent. Its length is told, so that whoever gets
    less of it knows."""
    return FileResponse(file, as_attachment=True, filename=name, content_type=content_type)


class RowFile(NamedTuple):
    """Rows too many to be held at once, and what their file is called."""

    name: str
    columns: Sequence[str]
    rows: Iterable[Sequence[Any]]


def answer_rows(file: RowFile) -> StreamingHttpResponse:
    lines = row_lines(file.columns, file.rows)
    return stream_file(lines, content_type="text/csv; charset=utf-8", name=file.name)


def stream_file(lines: Iterator[str], *, content_type: str, name: str) -> StreamingHttpResponse:
    return StreamingHttpResponse(
        lines,
        content_type=content_type,
        headers={"Content-Disposition": f'attachment; filename="{name}"'},
    )
