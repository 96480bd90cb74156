"""Who calls, where annotators do."""

from typing import Any, cast

from django.http import HttpRequest
from drf_spectacular.extensions import OpenApiAuthenticationExtension
from rest_framework import serializers
from rest_framework.authentication import BaseAuthentication, CSRFCheck
from rest_framework.exceptions import AuthenticationFailed, PermissionDenied
from rest_framework.permissions import BasePermission
from rest_framework.request import Request
from rest_framework.views import APIView

from annotators.models import Annotator
from annotators.services import tokens
from annotators.services.finding import find_annotator
from core.api.impatient import ImpatientView


class AnnotatorAuthentication(BaseAuthentication):
    """`Authorization: Annotator T`, or the page's signed cookie with a CSRF token."""

    def authenticate(self, request: Request) -> tuple[Annotator, str] | None:
        token = token_of(request._request)
        if token is None:
            return None
        annotator = find_annotator(token)
        if annotator is None:
            raise AuthenticationFailed("This token is not known, or was withdrawn.")
        return annotator, token

    def authenticate_header(self, request: Request) -> str:
        return "Annotator"


def token_of(request: HttpRequest) -> str | None:
    """What a call says it is by; refuses one that only a cookie speaks for."""
    token = tokens.token_from_header(request)
    if token is None:
        slug = tokens.campaign_of_cookie(request)
        token = slug and tokens.token_from_cookie(request, slug=slug)
        if token:
            _refuse_forged(request)
    return token or None


def _refuse_forged(request: HttpRequest) -> None:
    """A cookie goes with requests from anywhere; the CSRF token only with our own pages'."""
    check = CSRFCheck(lambda _request: None)  # type: ignore[arg-type]
    check.process_request(request)
    reason = check.process_view(request, None, (), {})  # type: ignore[arg-type]
    if reason:
        raise PermissionDenied(f"The CSRF check failed: {reason}")


class AnnotatorScheme(OpenApiAuthenticationExtension):  # type: ignore[no-untyped-call]
    target_class = AnnotatorAuthentication
    name = "annotator"

    def get_security_definition(self, auto_schema: Any) -> dict[str, Any]:
        return {
            "type": "apiKey",
            "in": "header",
            "name": "Authorization",
            "description": "`Annotator T`, where T is the token that joining answered",
        }


class IsAnnotator(BasePermission):
    def has_permission(self, request: Request, view: APIView) -> bool:
        return isinstance(request.user, Annotator)


def annotator_of(request: Request) -> Annotator:
    """Who calls; IsAnnotator has made sure of it."""
    return cast(Annotator, request.user)


class AnnotatorView(ImpatientView):
    authentication_classes = (AnnotatorAuthentication,)
    permission_classes = (IsAnnotator,)


def _checked(serializer: type[serializers.Serializer[Any]], data: Any) -> dict[str, Any]:
    checked = serializer(data=data)
    checked.is_valid(raise_exception=True)
    values: dict[str, Any] = checked.validated_data
    return values
