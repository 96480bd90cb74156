from annotators.services.completion import Completion, Outcome, completion, of_sitting
from campaigns.models import Campaign

WITH_CODE = "https://site.example/done?cc={code}"
FIXED = "https://site.example/done?cc=PASS"


def campaign(url: str = "", code: str = "PASS", **columns: str) -> Campaign:
    return Campaign(completion_url=url, completion_code=code, **columns)


def test_the_code_is_put_into_the_address() -> None:
    done = of_sitting(campaign(WITH_CODE), failed=False)
    assert done == Completion("https://site.example/done?cc=PASS", "PASS")


def test_a_failed_check_returns_the_other_code() -> None:
    done = of_sitting(campaign(WITH_CODE, failed_check_code="FAIL"), failed=True)
    assert done == Completion("https://site.example/done?cc=FAIL", "FAIL")


def test_an_address_that_says_passed_by_itself_is_withheld_after_a_failed_check() -> None:
    done = of_sitting(campaign(FIXED, code="", failed_check_code="FAIL"), failed=True)
    assert done == ("", "FAIL")


def test_without_a_code_of_its_own_a_failed_check_changes_nothing() -> None:
    assert of_sitting(campaign(FIXED), failed=True) == (FIXED, "PASS")


def test_each_outcome_has_its_own_code_and_address() -> None:
    three = campaign(
        WITH_CODE,
        failed_check_url="https://site.example/failed?cc={code}",
        failed_check_code="FAIL",
        withdrawn_code="LEFT",
    )
    assert completion(three, Outcome.FAILED_CHECK) == (
        "https://site.example/failed?cc=FAIL",
        "FAIL",
    )
    assert completion(three, Outcome.WITHDRAWN) == ("https://site.example/done?cc=LEFT", "LEFT")


def test_who_did_not_complete_is_never_told_the_code_of_who_did() -> None:
    assert completion(campaign(WITH_CODE), Outcome.WITHDRAWN) == ("", "")
    assert completion(campaign(FIXED), Outcome.FAILED_CHECK) == ("", "")
