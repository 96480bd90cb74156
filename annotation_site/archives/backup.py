"""Everything in the database as one file, and back into an empty database of either kind."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import NamedTuple

from django.apps import apps
from django.contrib.contenttypes.models import ContentType
from django.core.management.color import no_style
from django.db import connection, models, transaction
from django.utils import timezone

from annotation_site.archives.archive import (
    Archive,
    ArchivedTable,
    ArchiveRefused,
    Manifest,
    Tally,
    new_archive,
    open_archive,
    refuse_difference,
    tally,
)
from annotation_site.archives.rows import (
    all_text,
    applied_migrations,
    fields_of,
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
from regild.problems import N_

KIND = "backup"
# Whoever was signed in signs in again; a stolen backup opens no session. Addresses that
# annotators left are in no copy: restored, one would be written to that had been forgotten.
# Sums are made again of what is restored.
LEFT_OUT = {
    "sessions.Session",
    "annotators.Reminder",
    "agreement.SumsState",
    "agreement.CandidateSum",
    "agreement.ItemSum",
}
# `migrate` fills these in every database; the backup's replace them, for other rows name their
# ids.
FILLED_BY_MIGRATE = {"contenttypes.ContentType", "auth.Permission"}

UNFIT = N_("The rows of the archive do not fit together.")

Model = type[models.Model]


class BackedUp(NamedTuple):
    """`replaced`: columns, with how many of their rows held text that cannot be stored
    everywhere; U+FFFD stands there in the file."""

    tables: list[ArchivedTable]
    replaced: Counter[str]


class Restored(NamedTuple):
    """`replaced` as of a backup, by what came with a file written before it was replaced."""

    manifest: Manifest
    replaced: Counter[str]


def back_up(path: Path) -> BackedUp:
    """Every table as it is at one moment; the site goes on meanwhile. Raises ArchiveRefused."""
    replaced: Counter[str] = Counter()
    with (
        snapshot(),
        all_text(),
        new_archive(
            path, kind=KIND, migrations=applied_migrations(), now=timezone.now()
        ) as archive,
    ):
        for model in stored_models():
            archive.add(name_of(model), _columns(model), _lines(model, replaced))
    return BackedUp(archive.tables, replaced)


def restore(path: Path) -> Restored:
    """Store a backup in an empty database: all of it, checked against its sums, or nothing.

    Raises ArchiveRefused.
    """
    with open_archive(path, kind=KIND) as archive:
        refuse_other_migrations(archive.manifest.migrations, applied_migrations())
        archive.verify()
        try:
            with refusing_misfits(UNFIT), transaction.atomic():
                _refuse_filled_database()
                replaced: Counter[str] = Counter()
                for table in _store(archive, replaced):
                    lines = _lines(apps.get_model(table.name))
                    refuse_difference(table, tally(table.name, table.columns, lines))
        finally:
            # What is remembered from before may name other ids.
            ContentType.objects.clear_cache()
        return Restored(archive.manifest, replaced)


def refuse_other_migrations(said: Iterable[str], here: Iterable[str]) -> None:
    """Raises ArchiveRefused where the archive's tables are not quite those of this database."""
    lacking, unknown = sorted({*said} - {*here}), sorted({*here} - {*said})
    if lacking:
        raise ArchiveRefused(
            N_(
                "The archive was made with %(migration)s, which is not applied here. Use the"
                " version of Regild that wrote it, and run migrate first.",
                migration=lacking[0],
            )
        )
    if unknown:
        raise ArchiveRefused(
            N_(
                "The archive was made before %(migration)s. Read it with the version of Regild"
                " that wrote it, then upgrade.",
                migration=unknown[0],
            )
        )


def refuse_other_tables(said: Iterable[ArchivedTable], here: Mapping[str, list[str]]) -> None:
    """Raises ArchiveRefused unless the archive has these tables with these columns."""
    tables = {table.name: table.columns for table in said}
    for name in sorted({*tables} | {*here}):
        if tables.get(name) != here.get(name):
            raise ArchiveRefused(
                N_("The archive's %(table)s is not that of this version of Regild.", table=name)
            )


def stored_models() -> list[Model]:
    return [
        model
        for model in apps.get_models(include_auto_created=True)
        if model._meta.managed and not model._meta.proxy and name_of(model) not in LEFT_OUT
    ]


def _columns(model: Model) -> list[str]:
    return [field.attname for field in fields_of(model)]


def _lines(model: Model, replaced: Counter[str] | None = None) -> Iterator[bytes]:
    rows = model._base_manager.all()
    note = noting(replaced, name_of(model), _columns(model))
    return (line_of(values, replaced=note) for values in read_rows(rows, fields_of(model)))


def _refuse_filled_database() -> None:
    for model in stored_models():
        if name_of(model) not in FILLED_BY_MIGRATE and model._base_manager.exists():
            raise ArchiveRefused(
                N_(
                    "This database is not empty: %(table)s has rows. Nothing was stored.",
                    table=name_of(model),
                )
            )


def _store(archive: Archive, replaced: Counter[str]) -> list[ArchivedTable]:
    """What the tables then hold: what the archive says, but for what was replaced."""
    # Foreign keys are judged when the transaction ends, so that the order does not matter.
    ContentType.objects.all().delete()
    kept = stored_models()
    refuse_other_tables(
        archive.manifest.tables, {name_of(model): _columns(model) for model in kept}
    )
    stored = []
    for table in archive.manifest.tables:
        model, came = apps.get_model(table.name), Tally()
        note = noting(replaced, table.name, table.columns)
        lines = (plain_line(line, replaced=note) for line in archive.lines(table))
        rows = (values_of(line, columns=table.columns) for line in came.passing(lines))
        store_rows(model, fields_of(model), rows)
        stored.append(came.table(table.name, table.columns))
    with connection.cursor() as cursor:
        for statement in connection.ops.sequence_reset_sql(no_style(), kept):
            cursor.execute(statement)
    return stored
