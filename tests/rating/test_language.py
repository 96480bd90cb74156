import pytest

from core.languages import direction

pytestmark = pytest.mark.sqlite


@pytest.mark.parametrize(
    ("language", "expected"),
    [
        ("fr", "ltr"),
        ("en-GB", "ltr"),
        ("ar", "rtl"),
        ("he-IL", "rtl"),
        ("az-Arab", "rtl"),  # Azerbaijani in Arabic script
        ("ks-Deva", "ltr"),  # Kashmiri, usually in Arabic script, here in Devanagari
        ("az-Latn-AZ", "ltr"),
    ],
)
def test_the_script_decides_before_the_language(language: str, expected: str) -> None:
    assert direction(language) == expected
