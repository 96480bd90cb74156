"""A form whose files outlast its refusal."""

from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from typing import Any, NamedTuple, cast

from django import forms
from django.conf import settings
from django.core.files.uploadedfile import UploadedFile

from core.uploads import KeptUpload, find_upload, forget_upload, keep_upload
from regild.problems import BadFile, Source


class FileRow(NamedTuple):
    """A file field on the page, and the file it was given before, if there is one."""

    field: forms.BoundField
    kept: KeptUpload | None


class UploadForm(forms.Form):
    """A form whose files outlast its refusal: each comes back as a token in a hidden field."""

    largest = settings.UPLOAD_MAX_BYTES

    def __init__(self, *args: Any, session: str, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.session = session
        self.bad_files: Sequence[BadFile] = ()
        self.kept: dict[str, KeptUpload] = {}
        for name in self._file_names():
            kept = find_upload(self.data.get(f"{name}-kept", ""), session=session)
            if kept is not None:
                # Django takes an initial file where none is sent.
                self.initial[name] = self.kept[name] = kept

    def file_rows(self) -> list[FileRow]:
        return [FileRow(self[name], self.kept.get(name)) for name in self._file_names()]

    @contextmanager
    def opened_files(self) -> Iterator[dict[str, Source]]:
        """The files of a valid form, ready to be read; an optional one may be missing."""
        with ExitStack() as stack:
            sources = {}
            for name in self._file_names():
                file = self.cleaned_data[name]
                if isinstance(file, KeptUpload):
                    stream = stack.enter_context(file.path.open("rb"))
                    sources[name] = Source(stream, file.name)
                elif file:
                    sources[name] = Source(cast(Any, file), file.name)
            yield sources

    def keep_files(self) -> None:
        """For the next attempt, after a refusal."""
        for name in self._file_names():
            upload = self.files.get(name)
            if isinstance(upload, UploadedFile):
                self._forget(name)
                self.kept[name] = keep_upload(upload, session=self.session)

    def forget_files(self) -> None:
        for name in list(self.kept):
            self._forget(name)

    def _forget(self, name: str) -> None:
        before = self.kept.pop(name, None)
        if before is not None:
            forget_upload(before)

    def _file_names(self) -> list[str]:
        return [n for n, field in self.fields.items() if isinstance(field, forms.FileField)]
