"""Everything in the database as one file, and back into an empty database of either kind."""

from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

from django.apps import apps
from django.contrib.contenttypes.models import ContentType
from django.core.management.color import no_style
from django.db import connection, models, transaction
from django.utils import timezone

from annotation_site.services.archive import (
    Archive,
    ArchiveRefused,
    Manifest,
    Table,
    new_archive,
    open_archive,
    refuse_difference,
    tally,
)
from annotation_site.services.rows import (
    applied_migrations,
    fields_of,
    line_of,
    name_of,
    read_rows,
    snapshot,
    store_rows,
    values_of,
)

KIND = "backup"
# Whoever was signed in signs in again; a stolen backup opens no session.
LEFT_OUT = {"sessions.Session"}
# `migrate` fills these in every database; the backup's replace them, for other rows name their
# ids.
FILLED_BY_MIGRATE = {"contenttypes.ContentType", "auth.Permission"}

Model = type[models.Model]


def back_up(path: Path) -> list[Table]:
    """Every table as it is at one moment; the site goes on meanwhile. Raises ArchiveRefused."""
    with (
        snapshot(),
        new_archive(
            path, kind=KIND, migrations=applied_migrations(), now=timezone.now()
        ) as archive,
    ):
        for model in stored_models():
            archive.add(name_of(model), _columns(model), _lines(model))
    return archive.tables


def restore(path: Path) -> Manifest:
    """Store a backup in an empty database: all of it, checked against its sums, or nothing.

    Raises ArchiveRefused.
    """
    with open_archive(path, kind=KIND) as archive:
        refuse_other_migrations(archive.manifest.migrations, applied_migrations())
        archive.verify()
        try:
            with transaction.atomic():
                _refuse_filled_database()
                _store(archive)
                for table in archive.manifest.tables:
                    model = apps.get_model(table.name)
                    refuse_difference(table, tally(table.name, _columns(model), _lines(model)))
        finally:
            # What is remembered from before may name other ids.
            ContentType.objects.clear_cache()
        return archive.manifest


def refuse_other_migrations(said: Iterable[str], here: Iterable[str]) -> None:
    """Raises ArchiveRefused where the archive's tables are not quite those of this database."""
    lacking, unknown = sorted({*said} - {*here}), sorted({*here} - {*said})
    if lacking:
        raise ArchiveRefused(
            f"The archive was made with {lacking[0]}, which is not applied here. Use the"
            " version of Regild that wrote it, and run migrate first."
        )
    if unknown:
        raise ArchiveRefused(
            f"The archive was made before {unknown[0]}. Read it with the version of Regild"
            " that wrote it, then upgrade."
        )


def refuse_other_tables(said: Iterable[Table], here: Mapping[str, list[str]]) -> None:
    """Raises ArchiveRefused unless the archive has these tables with these columns."""
    tables = {table.name: table.columns for table in said}
    for name in sorted({*tables} | {*here}):
        if tables.get(name) != here.get(name):
            raise ArchiveRefused(f"The archive's {name} is not that of this version of Regild.")


def stored_models() -> list[Model]:
    return [
        model
        for model in apps.get_models(include_auto_created=True)
        if model._meta.managed and not model._meta.proxy and name_of(model) not in LEFT_OUT
    ]


def _columns(model: Model) -> list[str]:
    return [field.attname for field in fields_of(model)]


def _lines(model: Model) -> Iterator[bytes]:
    rows = model._base_manager.all()
    return (line_of(values) for values in read_rows(rows, fields_of(model)))


def _refuse_filled_database() -> None:
    for model in stored_models():
        if name_of(model) not in FILLED_BY_MIGRATE and model._base_manager.exists():
            raise ArchiveRefused(
                f"This database is not empty: {name_of(model)} has rows. Nothing was stored."
            )


def _store(archive: Archive) -> None:
    # Foreign keys are judged when the transaction ends, so that the order does not matter.
    ContentType.objects.all().delete()
    kept = stored_models()
    refuse_other_tables(
        archive.manifest.tables, {name_of(model): _columns(model) for model in kept}
    )
    for table in archive.manifest.tables:
        model = apps.get_model(table.name)
        store_rows(model, fields_of(model), map(values_of, archive.lines(table)))
    with connection.cursor() as cursor:
        for statement in connection.ops.sequence_reset_sql(no_style(), kept):
            cursor.execute(statement)
