"""Files that go out, the same from a page and from the API."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import chain
from typing import Any, BinaryIO, NamedTuple, cast

from django.http import (
    FileResponse,
    Http404,
    HttpRequest,
    HttpResponse,
    HttpResponseBase,
    StreamingHttpResponse,
)

from regild.formats.rows import row_lines
from regild.formats.text import BYTE_ORDER_MARK
from regild.tables.printing import FORMS, Table

EXCEL = "excel=1"


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


def mark_for_excel(
    get_response: Callable[[HttpRequest], HttpResponseBase],
) -> Callable[[HttpRequest], HttpResponseBase]:
    """Middleware: every CSV there is begins with a byte order mark where `excel=1` is asked,
    for without one Excel reads UTF-8 as something else. No view knows of it."""

    def answer(request: HttpRequest) -> HttpResponseBase:
        asked_for = request.META.get("QUERY_STRING", "")  # a server may leave an empty one out
        if EXCEL not in asked_for or request.GET.getlist("excel") != ["1"]:
            return get_response(request)
        # No filter: whoever checks what is asked need not know of it.
        asked = request.GET.copy()
        del asked["excel"]
        request.GET = asked  # type: ignore[assignment]
        response = get_response(request)
        if response.headers.get("Content-Type", "").startswith("text/csv"):
            _mark(response)
        return response

    return answer


def _mark(response: HttpResponseBase) -> None:
    if response.streaming:
        streamed = cast(StreamingHttpResponse, response)
        streamed.streaming_content = chain([BYTE_ORDER_MARK], iter(streamed))
    else:
        whole = cast(HttpResponse, response)
        whole.content = BYTE_ORDER_MARK + whole.content
    if "Content-Length" in response.headers:
        length = int(response.headers["Content-Length"]) + len(BYTE_ORDER_MARK)
        response.headers["Content-Length"] = str(length)
