"""Whatever is sent is read as UTF-8, as browsers and programs send it.

Python knows codecs that are no characters at all, or make half pairs of them; Django would read
a form by any of them that its sender names.
"""

import codecs
from collections.abc import Callable

from django.core.exceptions import BadRequest
from django.http import HttpRequest, HttpResponse

# ASCII is UTF-8 too.
READ = {"utf-8", "ascii"}


def refuse_other_charsets(
    get_response: Callable[[HttpRequest], HttpResponse],
) -> Callable[[HttpRequest], HttpResponse]:
    """Comes before whatever looks into the body or behind the address's question mark."""

    def middleware(request: HttpRequest) -> HttpResponse:
        # Django has taken no notice of a name that Python does not know.
        if request.encoding and codecs.lookup(request.encoding).name not in READ:
            raise BadRequest("Only UTF-8 is read here.")
        return get_response(request)

    return middleware
