from annotators.services.completion import Completion, completion

WITH_CODE = "https://site.example/done?cc={code}"
FIXED = "https://site.example/done?cc=PASS"


def test_the_code_is_put_into_the_address() -> None:
    done = completion(url=WITH_CODE, code="PASS", failed_code="FAIL", failed=False)
    assert done == Completion("https://site.example/done?cc=PASS", "PASS")


def test_a_failed_check_returns_the_other_code() -> None:
    done = completion(url=WITH_CODE, code="PASS", failed_code="FAIL", failed=True)
    assert done == Completion("https://site.example/done?cc=FAIL", "FAIL")


def test_an_address_that_says_passed_by_itself_is_withheld_after_a_failed_check() -> None:
    assert completion(url=FIXED, code="", failed_code="FAIL", failed=True) == ("", "FAIL")


def test_without_a_code_of_its_own_a_failed_check_changes_nothing() -> None:
    assert completion(url=FIXED, code="PASS", failed_code="", failed=True) == (FIXED, "PASS")
