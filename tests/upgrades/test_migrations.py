"""What a migration may do: the web of the version before still writes while it is applied, and
afterwards until it is restarted (docs/upgrading.md)."""

from collections.abc import Iterator

import pytest
from django.apps import apps
from django.db import migrations, models
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.operations.base import Operation
from django.db.models import NOT_PROVIDED

FIRST = "0001_version_0_1"
OURS = {config.label for config in apps.get_app_configs() if "site-packages" not in config.path}
# An old web reads and writes what these take away. They come a version after the last that
# used it; (app, migration): the version that stopped.
TAKES_AWAY = (
    migrations.RemoveField,
    migrations.RenameField,
    migrations.DeleteModel,
    migrations.RenameModel,
    migrations.AlterModelTable,
)
STOPPED_USING: dict[tuple[str, str], str] = {}
# Fields whose choices are called otherwise since: the column is as it was.
RELABELLED = {("campaigns", "0015_listed_campaigns", "state")}


def wrong(operation: Operation) -> str:
    """Why an old web would stumble over it; nothing where it would not."""
    if isinstance(operation, TAKES_AWAY):
        return "takes away what the version before still uses"
    if isinstance(operation, migrations.RunPython | migrations.RunSQL):
        return "moves rows: fill them in steps outside the migration"
    if isinstance(operation, migrations.AddField | migrations.AlterField):
        field = operation.field
        writes_nothing = field.null or field.many_to_many
        if not writes_nothing and field.db_default is NOT_PROVIDED:
            return f"{operation.name} has no db_default: an old web writes rows without it"
    return ""


def later() -> Iterator[tuple[str, str, Operation]]:
    """The operations of every migration of ours after version 0.1."""
    loader = MigrationLoader(None)
    for (app, name), migration in sorted(loader.disk_migrations.items()):
        if app in OURS and name != FIRST:
            for operation in migration.operations:
                yield app, name, operation


def test_an_old_web_goes_on_through_every_migration():
    found = [
        f"{app}.{name}: {why}"
        for app, name, operation in later()
        if (why := wrong(operation))
        and (app, name) not in STOPPED_USING
        and (app, name, getattr(operation, "name", "")) not in RELABELLED
    ]
    assert not found, "\n".join(found)


@pytest.mark.parametrize(
    ("operation", "why"),
    [
        (migrations.RemoveField("rating", "value"), "takes away"),
        (migrations.RunPython(migrations.RunPython.noop), "moves rows"),
        (migrations.AddField("rating", "mood", models.TextField(default="")), "no db_default"),
        (migrations.AddField("rating", "mood", models.TextField(null=True)), ""),
        (migrations.AddField("rating", "mood", models.TextField(db_default="")), ""),
        (migrations.CreateModel("Mood", [("id", models.AutoField(primary_key=True))]), ""),
    ],
)
def test_what_is_told_apart(operation, why):
    assert why in wrong(operation)
    assert bool(why) == bool(wrong(operation))
