import pytest

from core.templatetags.numbers import grouped

pytestmark = pytest.mark.sqlite


@pytest.mark.parametrize(
    ("count", "shown"),
    [
        (0, "0"),
        (999, "999"),
        (13_089, "13\u202f089"),
        (1_300_000.0, "1\u202f300\u202f000"),
        ("–", "–"),
    ],
)
def test_digits_of_a_large_count_stand_in_threes(count, shown):
    assert grouped(count) == shown
