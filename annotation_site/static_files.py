"""Our scripts and styles as browsers get them: hashed, compressed, and without what is written
for people. A volunteer's first page comes over whatever network there is."""

from typing import Any

from django.core.files.base import ContentFile
from django.core.files.storage import Storage
from rcssmin import cssmin  # type: ignore[import-untyped]
from rjsmin import jsmin  # type: ignore[import-untyped]
from whitenoise.storage import (  # type: ignore[import-untyped]
    CompressedManifestStaticFilesStorage,
)

OURS = ("js/", "css/")


def minified(name: str, text: str) -> str:
    """Comments and blanks are left out; nothing is renamed, so that an error can be found."""
    small: str = jsmin(text) if name.endswith(".js") else cssmin(text)
    return small


class _Minified:
    """A storage whose files are opened without comments."""

    def __init__(self, storage: Storage) -> None:
        self._storage = storage

    def open(self, path: str) -> "ContentFile[bytes]":
        with self._storage.open(path) as file:
            return ContentFile(minified(path, file.read().decode()).encode(), name=path)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._storage, name)


class MinifiedFiles(CompressedManifestStaticFilesStorage):  # type: ignore[misc]
    def post_process(self, paths: dict[str, Any], *args: Any, **options: Any) -> Any:
        chosen = {
            name: (_Minified(storage) if name.startswith(OURS) else storage, path)
            for name, (storage, path) in paths.items()
        }
        return super().post_process(chosen, *args, **options)
