"""Where many may wait for one lock, whoever does not get it in a moment is told so."""

from typing import Any

from rest_framework.response import Response
from rest_framework.views import APIView

from core.patience import impatient


class ImpatientView(APIView):
    def dispatch(self, request: Any, *args: Any, **kwargs: Any) -> Response:
        with impatient():
            return super().dispatch(request, *args, **kwargs)
