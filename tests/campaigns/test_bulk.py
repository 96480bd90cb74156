"""Bulk writing must not care whether its caller opened a transaction."""

import pytest
from django.db import IntegrityError, transaction

from core.bulk import check_references, insert_rows, update_rows
from sources.models import GoldAnswer
from tests.factories import make_campaign


@pytest.mark.django_db(transaction=True)
def test_rows_are_inserted_and_updated_outside_a_transaction_too():
    sentence = make_campaign(subsets=None).items.get(key="1")
    awkward = "tab\tnew\nline\\N 'quote'"
    insert_rows(
        GoldAnswer,
        ["item_id", "text", "votes", "given_by"],
        [(sentence.id, awkward, 2, "[]")],
    )
    added = GoldAnswer.objects.get(text=awkward)
    update_rows(GoldAnswer, ["votes", "given_by"], [(added.id, 5, '["ann"]')])
    added.refresh_from_db()
    assert (added.votes, added.given_by) == (5, ["ann"])


@pytest.mark.postgresql
@pytest.mark.django_db(transaction=True)
def test_what_rows_point_at_is_looked_for_when_asked():
    with transaction.atomic():
        insert_rows(GoldAnswer, ["item_id", "text", "votes", "given_by"], [(7, "a", 2, "[]")])
        # Not yet: only at the end of the transaction, unless somebody asks.
        assert GoldAnswer.objects.exists()
        with pytest.raises(IntegrityError):
            check_references(GoldAnswer)
        transaction.set_rollback(True)
