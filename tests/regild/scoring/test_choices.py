"""What most chose, of options without an order."""

import pytest

from regild.scoring.aggregate import chosen_option


@pytest.mark.parametrize(
    ("counts", "plurality", "majority"),
    [
        ([2, 1, 0], 0, 0),
        ([2, 1, 1], 0, None),  # two of four are not more than half
        ([1, 1, 0], None, None),  # a tie decides nothing
        ([0, 0, 1], None, None),  # too few
    ],
)
def test_the_option_of_most_or_none(counts, plurality, majority):
    found = [
        chosen_option(counts, rule=rule, min_ratings=2) for rule in ("plurality", "majority")
    ]
    assert found == [plurality, majority]
