"""Whether a request comes from a phone, as far as the browser says."""

from django.http import HttpRequest

PHONE, DESK = "phone", "desk"


def device_of(request: HttpRequest) -> str:
    """Empty where it does not say: programs do not. Tablets ask for the pages of computers."""
    hinted = request.headers.get("Sec-CH-UA-Mobile", "")
    if hinted in {"?0", "?1"}:
        return PHONE if hinted == "?1" else DESK
    agent = request.headers.get("User-Agent", "")
    if not agent.startswith("Mozilla/"):
        return ""
    # What Mozilla asks sites to look for; all phones' browsers have it.
    return PHONE if "Mobi" in agent else DESK
