"""Pages of a list that is filtered in ways no one index serves, in bounded time.

A list is put in order by one field, ties by id. Where one of its filters lets few rows through
(by an index of its own), these are read whole, and the answer is exact. Otherwise the list is
read along its order, `MOST_READ` rows at a time: a page that found nothing among so many says
how far it came, and the next goes on from there.

What is read first stands in a subquery with a limit, so that no planner makes the whole list
of it.
"""

from collections.abc import Sequence
from typing import Any, NamedTuple

from django.core import signing
from django.core.exceptions import EmptyResultSet
from django.db import connection
from django.db.models import BooleanField, Case, F, Field, Func, Q, QuerySet, Value, When

from core.paging import PAGE_ROWS

MOST_READ = 32_000


class Order(NamedTuple):
    """`key` is a field with an index (…, key, id). Rows without a value come last, whichever
    way."""

    key: str
    descending: bool = False
    nullable: bool = True


class RowPlace(NamedTuple):
    key: Any
    id: int


class Narrow(NamedTuple):
    """A filter with an index of its own, which begins with `key`."""

    condition: Q
    key: str


class Scanned(NamedTuple):
    """`read_to` is where reading stopped before the end of the list."""

    places: list[RowPlace]
    read_to: RowPlace | None


class ScannedPage(NamedTuple):
    """`before` and `after` lead to the neighbouring pages, None at either end. `counted` are
    the rows of the whole list, None where nobody counted. `searched`: nothing more was found
    among so many rows, and `after` (or `before`) goes on."""

    places: list[RowPlace]
    before: str | None
    after: str | None
    counted: int | None
    searched: int | None

    @property
    def ids(self) -> list[int]:
        return [place.id for place in self.places]


class Search:
    """`rows` are a whole list, of `total` rows; `narrow` and `others` what is asked of them.

    `within` is true of all of them, and lets reading along the order begin and end where its
    index knows no more of the list; beside another index it would only lead planners astray.
    """

    def __init__(
        self,
        rows: QuerySet[Any],
        *,
        total: int,
        order: Order,
        narrow: Sequence[Narrow] = (),
        others: Q | None = None,
        within: Q | None = None,
    ) -> None:
        self.rows, self.total, self.order = rows, total, order
        self.within = within or Q()
        self.asked = others or Q()
        for one in narrow:
            self.asked &= one.condition
        self.few = self._few(narrow) if self.asked else None

    def page(self, asked: Any) -> ScannedPage:
        """The page that `?after=` or `?before=` asks for, else the first."""
        backwards = "before" in asked
        place = self.place_of(asked.get("before" if backwards else "after", ""))
        if place is None:
            backwards = False
        found, read_to = self.scan(place, backwards=backwards, limit=PAGE_ROWS + 1)
        further = len(found) > PAGE_ROWS
        del found[PAGE_ROWS:]
        end = found[-1] if further else read_to
        if backwards:
            found.reverse()
            before, after = end, found[-1] if found else place
        else:
            after, before = end, place and (found[0] if found else place)
        return ScannedPage(
            found,
            before=before and self.token(before),
            after=after and self.token(after),
            counted=self._count(),
            searched=None if further or read_to is None else MOST_READ,
        )

    def all(self) -> QuerySet[Any]:
        """Every row, in order: for files, which may take their time."""
        key = F(self.order.key)
        first = key.desc(nulls_last=True) if self.order.descending else key.asc(nulls_last=True)
        return self.rows.filter(self.asked).order_by(
            first, "-pk" if self.order.descending else "pk"
        )

    def place_in(self, row: Any) -> RowPlace:
        return RowPlace(_plain(getattr(row, self._key.attname)), row.pk)

    def token(self, place: RowPlace) -> str:
        key = place.key.hex() if isinstance(place.key, bytes) else place.key
        return signing.dumps([*self.order[:2], key, place.id], salt="scan")

    def place_of(self, token: str) -> RowPlace | None:
        """None for a token that was made up, or made for another order."""
        try:
            name, descending, key, id = signing.loads(token, salt="scan")
        except signing.BadSignature:
            return None
        if (name, descending) != self.order[:2]:
            return None
        if isinstance(key, str):
            key = bytes.fromhex(key)
        return RowPlace(key, id)

    def scan(self, place: RowPlace | None, *, backwards: bool, limit: int) -> Scanned:
        """The next rows beyond the place that fit."""
        if self.few is not None:
            return Scanned(self._among_few(place, backwards=backwards, limit=limit), None)
        found: list[RowPlace] = []
        for part in self._parts(place, backwards=backwards):
            wanted = limit - len(found)
            if not self.asked:
                found += self._read(part[:wanted])
            else:
                found += self._fitting(part, limit=wanted, backwards=backwards)
            if len(found) == limit:
                break
            if self.asked and (last := self._read(part[MOST_READ - 1 : MOST_READ])):
                return Scanned(found, last[0])
        return Scanned(found, None)

    @property
    def _key(self) -> "Field[Any, Any]":
        field: Field[Any, Any] = self.rows.model._meta.get_field(self.order.key)
        return field

    def _few(self, narrow: Sequence[Narrow]) -> QuerySet[Any] | None:
        """The rows that the narrowest filter lets through, where they are few enough to be
        read whole."""
        if self.total <= MOST_READ:
            return self.rows.order_by()
        smallest, few = MOST_READ + 1, None
        for one in narrow:
            # In the order of its index, so that this is what is read.
            rows = self.rows.filter(one.condition).order_by(one.key, "pk")
            count = rows.order_by().values("pk")[:smallest].count()
            if count < smallest:
                smallest, few = count, rows
        return few

    def _among_few(
        self, place: RowPlace | None, *, backwards: bool, limit: int
    ) -> list[RowPlace]:
        turned = self.order.descending != backwards
        beyond, parameters = "", list[Any]()
        if place is not None:
            beyond, parameters = self._beyond_place(place, backwards=backwards)
        way = "DESC" if turned else "ASC"
        missing = "DESC" if backwards else "ASC"
        return self._ask(
            self.few,
            f"{beyond} ORDER BY scan_key IS NULL {missing}, scan_key {way}, scan_id {way}"
            " LIMIT %s",
            [*parameters, limit],
        )

    def _beyond_place(self, place: RowPlace, *, backwards: bool) -> tuple[str, list[Any]]:
        turned = self.order.descending != backwards
        compared = "<" if turned else ">"
        if place.key is None:
            within = f"scan_id {compared} %s"
            if backwards:
                return f"AND (scan_key IS NOT NULL OR {within})", [place.id]
            return f"AND scan_key IS NULL AND {within}", [place.id]
        within = f"(scan_key, scan_id) {compared} (%s, %s)"
        parameters = [self._prepared(place.key), place.id]
        return f"AND {within if backwards else f'(scan_key IS NULL OR {within})'}", parameters

    def _parts(self, place: RowPlace | None, *, backwards: bool) -> list[QuerySet[Any]]:
        """What lies beyond the place, in the order it is read: those with a value, then those
        without; backwards the other way round."""
        key = self.order.key
        turned = self.order.descending != backwards
        way = "-" if turned else ""
        valued = self.rows.filter(self.within).order_by(f"{way}{key}", f"{way}pk")
        if self.order.nullable:
            valued = valued.filter(**{f"{key}__isnull": False})
        if not self.order.nullable:
            return [self._beyond(valued, place, turned) if place else valued]
        bare = self.rows.filter(**{f"{key}__isnull": True}).order_by(f"{way}pk")
        parts = [bare, valued] if backwards else [valued, bare]
        if place is None:
            return parts
        if place.key is None:
            bare = bare.filter(**{"pk__lt" if turned else "pk__gt": place.id})
            return [bare, valued] if backwards else [bare]
        valued = self._beyond(valued, place, turned)
        return [valued] if backwards else [valued, bare]

    def _beyond(self, rows: QuerySet[Any], place: RowPlace, turned: bool) -> QuerySet[Any]:
        if self._key.primary_key:
            return rows.filter(**{"pk__lt" if turned else "pk__gt": place.id})
        beyond = _Beyond(
            F(self.order.key),
            F("pk"),
            Value(self._prepared(place.key)),
            Value(place.id),
            compared="<" if turned else ">",
        )
        return rows.filter(beyond)

    def _read(self, rows: QuerySet[Any]) -> list[RowPlace]:
        return [
            RowPlace(_plain(key), id) for key, id in rows.values_list(self._key.attname, "pk")
        ]

    def _fitting(self, part: QuerySet[Any], *, limit: int, backwards: bool) -> list[RowPlace]:
        way = "DESC" if self.order.descending != backwards else "ASC"
        order = f"ORDER BY scan_key {way}, scan_id {way} LIMIT %s"
        return self._ask(part, order, [limit])

    def _ask(self, read: Any, told: str, parameters: Sequence[Any]) -> list[RowPlace]:
        statement = self._within(read)
        if statement is None:
            return []
        sql, within = statement
        with connection.cursor() as cursor:
            cursor.execute(
                f"SELECT scan_key, scan_id FROM ({sql}) AS scanned WHERE scan_fits {told}",  # noqa: S608  # nosec B608 # what Django made of our fields
                [*within, *parameters],
            )
            return [RowPlace(_plain(key), id) for key, id in cursor.fetchall()]

    def _within(self, read: QuerySet[Any]) -> tuple[str, Sequence[Any]] | None:
        """The statement that reads the first of these rows; None where Django knows that there
        are none."""
        # A condition that Django knows to be impossible would not be a boolean by itself.
        fits = Case(
            When(self.asked or Q(pk__isnull=False), then=Value(True)), default=Value(False)
        )
        rows = read.annotate(scan_key=F(self._key.attname), scan_id=F("pk"), scan_fits=fits)
        told = rows.values_list("scan_key", "scan_id", "scan_fits")[:MOST_READ]
        try:
            sql, parameters = told.query.sql_with_params()
        except EmptyResultSet:
            return None
        return sql, parameters

    def _count(self) -> int | None:
        if not self.asked:
            return self.total
        if self.few is None:
            return None
        statement = self._within(self.few)
        if statement is None:
            return 0
        sql, within = statement
        with connection.cursor() as cursor:
            cursor.execute(f"SELECT COUNT(*) FROM ({sql}) AS scanned WHERE scan_fits", within)  # noqa: S608  # nosec B608 # as above
            [count] = cursor.fetchone()
        return int(count)

    def _prepared(self, key: Any) -> Any:
        return self._key.get_db_prep_value(key, connection)


class _Beyond(Func):
    """Two columns against two values, as one: what an index of both can begin at."""

    output_field = BooleanField()
    conditional = True

    def as_sql(self, compiler: Any, connection: Any, *names: Any, **context: Any) -> Any:
        told = [compiler.compile(one) for one in self.get_source_expressions()]
        (key, id, key_value, id_value), parameters = zip(*told, strict=True)
        sql = f"({key}, {id}) {self.extra['compared']} ({key_value}, {id_value})"
        return sql, [one for some in parameters for one in some]


def _plain(value: Any) -> Any:
    return bytes(value) if isinstance(value, memoryview) else value
