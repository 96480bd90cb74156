"""What the database refused, in words: two leads may each change half of what must fit."""

from django.db import IntegrityError, models


def words_of(refused: IntegrityError, model: type[models.Model]) -> str:
    """The message of the constraint that was broken. Raises `refused` where none is named."""
    for constraint in model._meta.constraints:
        if constraint.name in str(refused):
            return str(constraint.get_violation_error_message())
    raise refused
