"""What a recruiting site wants to see from a volunteer who has finished."""

from typing import NamedTuple


class Completion(NamedTuple):
    """Either may be empty: people are sent back by address, by code, by both or by neither."""

    url: str
    code: str


def completion(*, url: str, code: str, failed_code: str, failed: bool) -> Completion:
    """`{code}` in the address stands for the code.

    An address without it says 'passed' by itself, so whoever failed a check gets no address.
    Without a code of its own a failed check changes nothing.
    """
    if failed and failed_code:
        return Completion(
            url.replace("{code}", failed_code) if "{code}" in url else "", failed_code
        )
    return Completion(url.replace("{code}", code), code)
