"""The worker that opens an annotator's sitting without a network (docs/decisions/0014)."""

import json

from csp.utils import build_policy
from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

SCOPE = "/rate/"


@require_safe
def service_worker(request: HttpRequest) -> HttpResponse:
    """From below the pages it serves: a browser lets it have no others."""
    response = HttpResponse(
        f"const site = {json.dumps(_site())};\n{_script()}", content_type="text/javascript"
    )
    response["Service-Worker-Allowed"] = SCOPE
    # Asked for anew at every visit, or a new version would be a day late.
    response["Cache-Control"] = "no-cache"
    return response


def _site() -> dict[str, object]:
    """What a script cannot know: a page it keeps is as guarded as the page it was."""
    return {
        "assets": settings.STATIC_URL,
        "headers": {
            "Content-Type": "text/html; charset=utf-8",
            "Content-Security-Policy": build_policy(),
            "Referrer-Policy": settings.SECURE_REFERRER_POLICY,
            "X-Content-Type-Options": "nosniff",
            "X-Frame-Options": settings.X_FRAME_OPTIONS,
        },
    }


def _script() -> str:
    return (settings.BASE_DIR / "static" / "js" / "service-worker.js").read_text(
        encoding="utf-8"
    )
