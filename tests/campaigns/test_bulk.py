"""Bulk writing must not care whether its caller opened a transaction."""

import pytest

from campaigns.models import GoldSubstitute
from core.bulk import insert_rows, update_rows
from tests.factories import make_campaign


@pytest.mark.django_db(transaction=True)
def test_rows_are_inserted_and_updated_outside_a_transaction_too():
    sentence = make_campaign(subsets=None).sentences.get(key="1")
    awkward = "tab\tnew\nline\\N 'quote'"
    insert_rows(
        GoldSubstitute,
        ["sentence_id", "text", "votes", "given_by"],
        [(sentence.id, awkward, 2, "[]")],
    )
    added = GoldSubstitute.objects.get(text=awkward)
    update_rows(GoldSubstitute, ["votes", "given_by"], [(added.id, 5, '["ann"]')])
    added.refresh_from_db()
    assert (added.votes, added.given_by) == (5, ["ann"])
