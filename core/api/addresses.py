"""Where a view of the API answers."""

from django.urls import URLPattern, path
from rest_framework.views import APIView


def api_path(route: str, view: type[APIView], name: str) -> URLPattern:
    return path(route, view.as_view(), name=name)
