"""Lists of the API: what may be asked of them, and their rows a page at a time."""

from collections.abc import Sequence
from typing import Any

from django.db.models import QuerySet
from drf_spectacular.utils import inline_serializer
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from core.paging import Page, is_place, page_of
from core.scanning import ScannedPage


class Query(serializers.Serializer[Any]):
    """What an address takes after its `?`; whatever is not named here is refused."""


class ListQuery(Query):
    """A list adds what its page filters by."""

    after = serializers.CharField(required=False, help_text="in `next`: where the page begins")
    before = serializers.CharField(
        required=False, help_text="in `previous`: where the page ends"
    )

    def validate(self, asked: dict[str, Any]) -> dict[str, Any]:
        if "after" in asked and "before" in asked:
            raise serializers.ValidationError({"before": ["`after` is given too."]})
        return asked


def asked_of(request: Request, query: type[Query]) -> dict[str, Any]:
    """What was asked, checked; without where the page begins, which is not a filter."""
    listed = {
        name for name, one in query().fields.items() if isinstance(one, serializers.ListField)
    }
    given = request.query_params.dict() | {
        name: request.query_params.getlist(name) for name in listed & {*request.query_params}
    }
    checked = query(data=given)
    wrong = {
        name: ["This is not asked here."]
        for name in request.query_params
        if name not in checked.fields
    } | {
        name: ["It is given more than once."]
        for name, values in request.query_params.lists()
        if len(values) > 1 and name not in listed
    }
    if not checked.is_valid() or wrong:
        raise serializers.ValidationError({**checked.errors, **wrong})
    return {
        name: value
        for name, value in checked.validated_data.items()
        if name not in {"after", "before"}
    }


def asked_page(
    request: Request, rows: QuerySet[Any] | Sequence[QuerySet[Any]], *, order: Sequence[str]
) -> Page:
    """The page asked for; a place that was made up, or is another list's, is refused."""
    for name in ("after", "before"):
        token = request.query_params.get(name)
        if token is not None and not is_place(token, order):
            raise serializers.ValidationError({name: ["There is no such place in this list."]})
    return page_of(rows, request.query_params, order=order)


def answer_page(
    request: Request, page: Page, row: type[serializers.BaseSerializer[Any]], **context: Any
) -> Response:
    """`context` is what the rows' serializer asks beside the row."""
    return Response(
        {
            "rows": row(page.rows, many=True, context=context).data,
            "next": _address(request, "after", page.after),
            "previous": _address(request, "before", page.before),
            "counted": page.counted,
            "more": page.more,
        }
    )


def page_of_rows(row: type[serializers.BaseSerializer[Any]]) -> serializers.Serializer[Any]:
    """What `answer_page` answers, for the schema."""
    return inline_serializer(
        name=row.__name__.removesuffix("Serializer") + "Page",
        fields={
            "rows": row(many=True),
            "next": serializers.URLField(allow_null=True),
            "previous": serializers.URLField(allow_null=True),
            "counted": serializers.IntegerField(help_text="rows of the whole list"),
            "more": serializers.BooleanField(help_text="there are more rows than were counted"),
        },
    )


def answer_scanned(
    request: Request, page: ScannedPage, rows: Sequence[dict[str, Any]]
) -> dict[str, Any]:
    return {
        "rows": rows,
        "next": _address(request, "after", page.after),
        "previous": _address(request, "before", page.before),
        "counted": page.counted,
        "searched": page.searched,
    }


def scanned_page(
    row: type[serializers.BaseSerializer[Any]], **more: serializers.Serializer[Any]
) -> serializers.Serializer[Any]:
    """What `answer_scanned` answers, for the schema; `more` stands beside it."""
    return inline_serializer(
        name=row.__name__.removesuffix("Serializer") + "Page",
        fields={
            "rows": row(many=True),
            "next": serializers.URLField(allow_null=True),
            "previous": serializers.URLField(allow_null=True),
            "counted": serializers.IntegerField(
                allow_null=True, help_text="rows of the whole list; null: nobody counted"
            ),
            "searched": serializers.IntegerField(
                allow_null=True,
                help_text="nothing more was found among so many; `next` searches on",
            ),
            **more,
        },
    )


def _address(request: Request, way: str, place: str | None) -> str | None:
    if place is None:
        return None
    query = request.query_params.copy()
    query.pop("after", None)
    query.pop("before", None)
    query[way] = place
    return request.build_absolute_uri(f"{request.path}?{query.urlencode()}")
