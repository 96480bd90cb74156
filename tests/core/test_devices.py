"""What browsers say of the device they run on."""

import pytest
from django.test import RequestFactory

from core.devices import DESK, PHONE, device_of

IPHONE = (
    "Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15"
    " Version/18.6 Mobile/15E148 Safari/604.1"
)
ANDROID = "Mozilla/5.0 (Android 15; Mobile; rv:140.0) Gecko/140.0 Firefox/140.0"
IPAD = (
    "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15"
    " Version/18.6 Safari/605.1.15"
)
LINUX = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0"


@pytest.mark.parametrize(
    ("headers", "device"),
    [
        ({"User-Agent": IPHONE}, PHONE),
        ({"User-Agent": ANDROID}, PHONE),
        ({"User-Agent": IPAD}, DESK),
        ({"User-Agent": LINUX}, DESK),
        # Whoever asks for the page of a computer on a phone still has a phone.
        ({"User-Agent": LINUX, "Sec-CH-UA-Mobile": "?1"}, PHONE),
        ({"User-Agent": ANDROID, "Sec-CH-UA-Mobile": "?0"}, DESK),
        ({"User-Agent": LINUX, "Sec-CH-UA-Mobile": "yes"}, DESK),
        ({"User-Agent": "curl/8.5.0"}, ""),
        ({"User-Agent": "python-requests/2.32 Mobile"}, ""),
        ({}, ""),
    ],
)
def test_a_phone_is_known_by_its_hint_or_its_name(headers, device):
    assert device_of(RequestFactory().get("/", headers=headers)) == device
