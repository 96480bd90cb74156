"""What allauth's pages need of a request; there only where one of them is switched on."""

from typing import Any

from allauth.account.middleware import AccountMiddleware
from django.http import HttpRequest

from annotation_site.middleware import API


class PageSignIn:
    def __init__(self, get_response: Any) -> None:
        self.get_response = get_response
        self.of_pages = AccountMiddleware(get_response)

    def __call__(self, request: HttpRequest) -> Any:
        if request.path_info.startswith(API):
            return self.get_response(request)
        return self.of_pages(request)

    def process_exception(self, request: HttpRequest, error: Exception) -> Any:
        return self.of_pages.process_exception(request, error)
