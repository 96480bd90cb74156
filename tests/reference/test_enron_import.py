"""Real e-mails, annotated twice elsewhere: a campaign holds every choice of both."""

import pytest

from rating.models import Rating
from tests.commands import facts_of

pytestmark = pytest.mark.django_db


def test_both_annotations_come_as_ratings_of_all_messages(shared_data):
    folder = shared_data / "enron"
    tree = folder / "categories.csv"
    given = ["--documents", folder / "messages", "--categories", tree, "--language", "en"]
    made = facts_of(
        "create_campaign", "enron", "--task", "categories", *given, "--language", "en"
    )
    assert made["sentences"] == 524
    added = facts_of("import_ratings", "enron", folder / "annotations.csv")
    assert (added["annotators"], added["added"]) == (2, 524 * 2)
    stored = Rating.objects.filter(counts=True)
    assert stored.count() == 524 * 2
    assert stored.values("candidate").distinct().count() == 524
    # As the file's first document has it.
    labels = dict(
        Rating.objects.filter(candidate__item__key="6178").values_list(
            "annotator__name", "value"
        )
    )
    assert labels["a"] == labels["b"]
