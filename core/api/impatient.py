"""Where many may wait for one lock, whoever does not get it in a moment is told so."""

from typing import Any

from django.http.response import HttpResponseBase
from rest_framework.views import APIView

from core.patience import impatient


class ImpatientView(APIView):
    def dispatch(self, request: Any, *args: Any, **kwargs: Any) -> HttpResponseBase:
        with impatient():
            return super().dispatch(request, *args, **kwargs)
