"""No reminder any more, to an address whose owner says so: in one tap of their mail program,
or with the button of the page that its link opens."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods

from annotators.services.addresses import address_of_token, refuse_letters
from annotators.services.reminders import forget_refusing


# Mail programs send what RFC 8058 says, with no cookie; whoever has the link may do it anyway.
@csrf_exempt
@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def no_letters(request: HttpRequest, token: str) -> HttpResponse:
    """To look is not to refuse: programs that check letters open their links."""
    hashed = address_of_token(token)
    if hashed is None:
        return render(request, "rating/no_letters.html", {"unknown": True}, status=404)
    refused = request.method == "POST"
    if refused:
        refuse_letters(hashed)
        forget_refusing(hashed)
    return render(request, "rating/no_letters.html", {"refused": refused})
