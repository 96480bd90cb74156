"""What a database may do in its own way is tried on both."""

from types import SimpleNamespace

import pytest

from tests.runs import belongs, differs, goes_its_own_way, runs

pytestmark = pytest.mark.sqlite

# Tries are counted in the cache, nginx stands before every database, and that the disk is full
# is told to the site by SQLite alone.
OF_NO_DATABASE = {
    "test_of_codes_sent_at_once_no_more_than_five_are_tried",
    "test_of_wrong_passwords_sent_at_once_no_more_are_tried_than_one_after_the_other",
    "test_a_class_behind_one_address_comes_through_and_a_flood_does_not",
    "test_on_a_full_disk_people_wait_and_nothing_acknowledged_is_lost",
}


def one(*marks, fixtures=()):
    marked = {name: SimpleNamespace(kwargs={}) for name in marks}
    return SimpleNamespace(get_closest_marker=marked.get, fixturenames=fixtures)


@pytest.mark.parametrize(
    ("item", "in_runs"),
    [
        (one("django_db"), {"sqlite", "postgresql"}),
        (one(fixtures=("campaign", "db")), {"sqlite", "postgresql"}),
        (one("django_db", "sqlite"), {"sqlite"}),
        (one("django_db", "postgresql"), {"postgresql"}),
        (one("django_db", "sqlite", "postgresql"), {"sqlite", "postgresql"}),
        (one(fixtures=("tmp_path",)), {"sqlite"}),
        (one("postgresql"), {"postgresql"}),
    ],
)
def test_a_test_is_in_the_runs_its_marks_name_or_in_both(item, in_runs):
    assert runs(item) == in_runs
    assert {here for here in ("sqlite", "postgresql") if belongs(item, here, redis=True)} == (
        in_runs
    )


def test_what_needs_redis_is_where_redis_is():
    item = one("redis")
    assert belongs(item, "postgresql", redis=True)
    assert not belongs(item, "sqlite", redis=False)


def at_once():
    """Stands for a test of two who come at the same moment."""
    return at_once


@pytest.mark.parametrize(
    ("item", "expected"),
    [
        (one("django_db"), False),
        (one(fixtures=("db",)), False),
        (one("django_db", "sqlite", "postgresql"), True),
        (one("redis"), True),
        (one(fixtures=("transactional_db",)), True),
        (SimpleNamespace(**vars(one("django_db")), function=at_once), True),
    ],
)
def test_what_commits_or_is_refused_or_comes_at_once_may_differ(item, expected):
    assert differs(item) is expected


def test_whoever_is_refused_or_comes_at_once_is_so_on_both(request):
    """Of the tests of this run, which is all that are on SQLite where all are run."""
    alone = {
        item.originalname
        for item in request.session.items
        if runs(item) == {"sqlite"} and item.path.name != "test_runs.py"
        if goes_its_own_way(item)
    }
    assert alone - OF_NO_DATABASE == set()
