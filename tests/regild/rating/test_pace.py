import pytest

from regild.rating.pace import minutes_for


# 24 candidates at 2.5 s are exactly a minute.
@pytest.mark.parametrize(
    ("candidates", "minutes"), [(0, 0), (1, 1), (24, 1), (25, 2), (150, 7)]
)
def test_minutes_are_rounded_up(candidates: int, minutes: int) -> None:
    assert minutes_for(candidates) == minutes
