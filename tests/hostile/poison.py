"""A database as strangers could leave it before what they send was looked at.

SQLite alone holds such text. JSON keeps it escaped; a text column takes a NUL, and bytes that
are no UTF-8 from whoever writes past the site.
"""

import json
from collections.abc import Iterator

from django.db import IntegrityError, connection, models, transaction

from annotation_site.archives.campaign_tables import IDS_WITHIN, campaign_paths
from annotation_site.archives.rows import Field, fields_of

KEY, VALUE = "a\0b\ud800", "x\udfff\0"
BYTES = b"a\0b\xed\xa0\x80\xff"


def poison_everything(text: bytes = BYTES) -> list[str]:
    """The columns that took it, each in its last row."""
    return [
        f"{model._meta.label}.{field.attname}"
        for model in campaign_paths()
        for field in fields_of(model)
        if _may_be_any_text(field) and _poison(model, field, text)
    ]


def _may_be_any_text(field: Field) -> bool:
    if str(field) in IDS_WITHIN or field.choices or field.unique:
        return False
    return isinstance(field, models.JSONField | models.CharField | models.TextField)


def _poison(model: type[models.Model], field: Field, text: bytes) -> bool:
    row = model._base_manager.order_by("-pk").values("pk", field.attname).first()
    if row is None:
        return False
    value: object = text
    if isinstance(field, models.JSONField):
        stored = row[field.attname]
        if isinstance(stored, dict):
            stored[KEY] = VALUE
        elif isinstance(stored, list) and all(isinstance(entry, str) for entry in stored):
            stored.append(VALUE)
        else:
            return False
        value = json.dumps(stored)
    return _stored(model, field, row["pk"], value)


def quoted(column: str) -> str:
    return str(connection.ops.quote_name(column))


def _stored(model: type[models.Model], field: Field, pk: int, value: object) -> bool:
    place = "CAST(%s AS TEXT)" if isinstance(value, bytes) else "%s"
    column = quoted(field.column)
    statement = f"UPDATE {model._meta.db_table} SET {column} = {place} WHERE id = %s"
    try:
        with transaction.atomic(), connection.cursor() as cursor:
            cursor.execute(statement, [value, pk])
    except IntegrityError:
        # Here not even SQLite takes it.
        return False
    return True


def poisoned_columns() -> Iterator[str]:
    """Those with what no other database would take."""
    for model in campaign_paths():
        for field in fields_of(model):
            if isinstance(field, models.JSONField | models.CharField | models.TextField):
                with connection.cursor() as cursor:
                    cursor.execute(
                        f"SELECT CAST({quoted(field.column)} AS BLOB)"
                        f" FROM {model._meta.db_table}"
                    )
                    if any(_bad(value) for (value,) in cursor.fetchall() if value):
                        yield f"{model._meta.label}.{field.attname}"


def _bad(value: bytes) -> bool:
    return b"\0" in value or b"\xed\xa0" in value or b"\\u0000" in value or b"\\ud" in value
