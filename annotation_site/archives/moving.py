"""A whole campaign as one archive, from one site to another, whichever database each has.

An archive says of a row what is the same everywhere: its number instead of its id, a user's
name instead of theirs. So a campaign that moved makes the same archive again, table by table,
and that is how an import is checked.
"""

from array import array
from bisect import bisect_left
from collections import Counter
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from django.apps import apps
from django.contrib.auth.models import User
from django.db import connection, models, transaction
from django.db.models import Max
from django.utils import timezone

from annotation_site.archives.archive import (
    Archive,
    ArchivedTable,
    ArchiveRefused,
    Tally,
    new_archive,
    open_archive,
    refuse_difference,
    tally,
)
from annotation_site.archives.backup import (
    UNFIT,
    BackedUp,
    refuse_other_migrations,
    refuse_other_tables,
)
from annotation_site.archives.campaign_tables import (
    Column,
    Model,
    campaign_paths,
    columns_of,
    translated,
)
from annotation_site.archives.rows import (
    all_text,
    applied_migrations,
    line_of,
    name_of,
    noting,
    plain_line,
    read_rows,
    refusing_misfits,
    snapshot,
    store_rows,
    values_of,
)
from campaigns.models import Campaign
from regild.arrays import np
from regild.formats.plain_text import plain
from regild.problems import N_
from scoring.services.comparing import compare_with_earlier

KIND = "campaign"
IDS_AT_A_TIME = 100_000


class MissingAccount(NamedTuple):
    """An account the archive names and this site lacks; `kept` is whether its rows came."""

    table: str
    column: str
    username: str
    rows: int
    kept: bool


class Imported(NamedTuple):
    campaign: Campaign
    tables: list[ArchivedTable]
    notices: list[MissingAccount]
    replaced: Counter[str]


def export_campaign(*, campaign: Campaign, path: Path) -> BackedUp:
    """The campaign as it is at one moment. Raises ArchiveRefused."""
    replaced: Counter[str] = Counter()
    with (
        snapshot(),
        all_text(),
        new_archive(path, kind=KIND, migrations=_migrations(), now=timezone.now()) as archive,
    ):
        rows = _CampaignRows(campaign)
        for model, columns in _tables().items():
            lines = rows.lines(model, columns, replaced)
            archive.add(name_of(model), _names(columns), lines)
    return BackedUp(archive.tables, replaced)


def import_campaign(path: Path) -> Imported:
    """All of it, equal to what was exported, or nothing. Raises ArchiveRefused."""
    with open_archive(path, kind=KIND) as archive:
        tables = _tables()
        refuse_other_migrations(archive.manifest.migrations, _migrations())
        refuse_other_tables(
            archive.manifest.tables,
            {name_of(model): _names(columns) for model, columns in tables.items()},
        )
        archive.verify()
        _refuse_known(archive)
        with refusing_misfits(UNFIT), transaction.atomic():
            arrival = _Arrival(archive)
            came = [arrival.store(table) for table in archive.manifest.tables]
            campaign = Campaign.objects.get(pk=arrival.ids[name_of(Campaign)][0])
            rows = _CampaignRows(campaign)
            for table in came:
                model = apps.get_model(table.name)
                lines = rows.lines(model, tables[model])
                refuse_difference(table, tally(table.name, table.columns, lines))
            for release in campaign.releases.all():
                compare_with_earlier(release)
    return Imported(campaign, came, arrival.notices(), arrival.replaced)


class _CampaignRows:
    """A campaign's rows as an archive says them."""

    def __init__(self, campaign: Campaign) -> None:
        self._ids = {
            name_of(model): _rising(
                model._base_manager.filter(**{path: campaign.pk}).values_list("pk", flat=True)
            )
            for model, path in campaign_paths().items()
        }

    def lines(
        self, model: Model, columns: list[Column], replaced: Counter[str] | None = None
    ) -> Iterator[bytes]:
        """Every row from the campaign's first to its last is read, and others' passed over:
        rows found by a join SQLite would sort, all of them in memory."""
        ids = self._ids[name_of(model)]
        if not ids:
            return
        username = cache(lambda id: User.objects.values_list("username", flat=True).get(pk=id))
        rows = model._base_manager.filter(pk__range=(ids[0], ids[-1]))
        fields = [model._meta.pk, *(column.field for column in columns)]
        note = noting(replaced, name_of(model), _names(columns))
        wanted = iter(ids)
        id: int | None = next(wanted)
        for found, *values in read_rows(rows, fields):
            if found == id:
                id = next(wanted, None)
                said = (
                    translated(column, value, renumber=self._number, user=username)
                    for column, value in zip(columns, values, strict=True)
                )
                yield line_of(said, replaced=note)

    def _number(self, name: str, id: int) -> int:
        """From 1; for a row that is gone its id, negative, which names no row anywhere."""
        ids = self._ids[name]
        place = bisect_left(ids, id)
        return place + 1 if place < len(ids) and ids[place] == id else -abs(id)


class _Arrival:
    """An archive's rows on their way in, under ids of this database."""

    def __init__(self, archive: Archive) -> None:
        self._archive = archive
        self._lacking: Counter[tuple[str, str, str, bool]] = Counter()
        self.replaced: Counter[str] = Counter()
        self._user: Callable[[str], int | None] = cache(
            lambda name: User.objects.filter(username=name).values_list("pk", flat=True).first()
        )
        self.ids = {
            table.name: _reserve_ids(apps.get_model(table.name), table.rows)
            for table in archive.manifest.tables
        }

    def store(self, table: ArchivedTable) -> ArchivedTable:
        """What the table then holds: what the archive says, but for accounts lacking here."""
        model = apps.get_model(table.name)
        columns = columns_of(model)
        came = Tally()
        store_rows(
            model,
            [model._meta.pk, *(column.field for column in columns)],
            self._rows(table, columns, came),
        )
        return came.table(table.name, table.columns)

    def notices(self) -> list[MissingAccount]:
        return [
            MissingAccount(table, column, username, rows, kept)
            for (table, column, username, kept), rows in sorted(self._lacking.items())
        ]

    def _rows(
        self, table: ArchivedTable, columns: list[Column], came: Tally
    ) -> Iterator[list[Any]]:
        note = noting(self.replaced, table.name, table.columns)
        for id, line in zip(self.ids[table.name], self._archive.lines(table), strict=True):
            line = plain_line(line, replaced=note)
            said = values_of(line, columns=columns)
            here = [
                translated(column, value, renumber=self._id, user=self._user)
                for column, value in zip(columns, said, strict=True)
            ]
            lacking = [
                (column, value)
                for column, value, found in zip(columns, said, here, strict=True)
                if found is None and value is not None
            ]
            for column, username in lacking:
                self._lacking[table.name, column.field.name, username, column.field.null] += 1
            if not all(column.field.null for column, _username in lacking):
                continue
            if lacking:
                line = line_of(
                    None if found is None else value
                    for value, found in zip(said, here, strict=True)
                )
            came.count(line)
            yield [id, *here]

    def _id(self, name: str, number: int) -> int:
        return self.ids[name][number - 1] if number > 0 else number


def _rising(ids: models.QuerySet[Any, int]) -> "memoryview[int]":
    """Sorted, in eight bytes each: those of ten million ratings fit in memory."""
    found = np.fromiter(ids.order_by().iterator(), dtype=np.int64)
    found.sort()
    # As Python's own numbers, and without a second copy of them.
    return found.data


def _refuse_known(archive: Archive) -> None:
    (table,) = (table for table in archive.manifest.tables if table.name == name_of(Campaign))
    fault = N_("The archive holds no row of %(table)s, or several.", table=table.name)
    with refusing_misfits(fault):
        (line,) = archive.lines(table)
        slug = plain(str(values_of(line)[table.columns.index("slug")]))
    if Campaign.objects.filter(slug=slug).exists():
        raise ArchiveRefused(
            N_("There is already a campaign %(slug)s here; nothing was stored.", slug=slug)
        )


def _tables() -> dict[Model, list[Column]]:
    return {model: columns_of(model) for model in campaign_paths()}


def _names(columns: list[Column]) -> list[str]:
    return [column.field.name for column in columns]


def _migrations() -> list[str]:
    """Those of the apps a campaign's tables are in; other apps may differ between sites."""
    of_campaigns = {model._meta.app_label for model in campaign_paths()}
    return [name for name in applied_migrations() if name.partition(".")[0] in of_campaigns]


def _reserve_ids(model: Model, count: int) -> "array[int]":
    """Ids that nobody else will be given, rising."""
    if connection.vendor != "postgresql":
        # We hold SQLite's only write lock.
        last = model._base_manager.aggregate(last=Max("pk"))["last"] or 0
        return array("q", range(last + 1, last + 1 + count))
    ids = array("q")
    with connection.cursor() as cursor:
        while len(ids) < count:
            cursor.execute(
                "SELECT nextval(pg_get_serial_sequence(%s, %s)) FROM generate_series(1, %s)",
                [
                    connection.ops.quote_name(model._meta.db_table),
                    model._meta.pk.column,
                    min(IDS_AT_A_TIME, count - len(ids)),
                ],
            )
            ids.extend(id for (id,) in cursor.fetchall())
    return ids
