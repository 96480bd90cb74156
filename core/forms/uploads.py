"""A form whose files outlast its refusal."""

from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from typing import Any, NamedTuple

from django import forms
from django.conf import settings
from django.core.files.uploadedfile import UploadedFile
from django.utils.translation import gettext as _

from core.uploads import KeptUpload, find_upload, forget_upload, keep_upload
from regild.formats.encodings import UTF_8, WINDOWS_1252, may_be_windows_1252, read_as
from regild.problems import BadFile, Source


class FileRow(NamedTuple):
    """A file field on the page, and the files it was given before, if there are any."""

    field: forms.BoundField
    kept: list[KeptUpload]


class FilesInput(forms.FileInput):
    allow_multiple_selected = True

    def value_from_datadict(self, data: Any, files: Any, name: str) -> Any:
        return files.getlist(name) if hasattr(files, "getlist") else files.get(name)


class FilesField(forms.FileField):
    """Any number of files, and one at least; clean, it is a list. Of several that were kept,
    one that is sent again takes the place of that with its name."""

    widget = FilesInput

    def clean(self, data: Any, initial: Any = None) -> Any:
        files = [*beside(initial or [], data or []), *(data or [])]
        return [super(FilesField, self).clean(one) for one in files or [None]]


def beside(kept: Sequence[KeptUpload], sent: Sequence[UploadedFile]) -> list[KeptUpload]:  # type: ignore[type-arg]
    """Those that stay: a single file was chosen anew, of several those with other names."""
    if not sent:
        return [*kept]
    names = {one.name for one in sent}
    return [one for one in kept if len(kept) > 1 and one.name not in names]


class UploadForm(forms.Form):
    """A form whose files outlast its refusal: each comes back as a token in a hidden field."""

    largest = settings.UPLOAD_MAX_BYTES

    def __init__(self, *args: Any, session: str, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.add_fields()
        self.fields["windows_1252"] = forms.BooleanField(
            label=_("Read files that are not UTF-8 as Windows-1252 (Latin-1)"), required=False
        )
        self.session = session
        self.bad_files: Sequence[BadFile] = ()
        self.kept: dict[str, list[KeptUpload]] = {}
        self._lost: list[str] = []
        for name in self._file_names():
            dropped = {*_all(self.data, f"{name}-dropped")}
            tokens = [one for one in _all(self.data, f"{name}-kept") if one not in dropped]
            found = [find_upload(token, session=session) for token in tokens]
            if None in found:
                self._lost.append(name)
            if kept := [one for one in found if one is not None]:
                # Django takes an initial file where none is sent.
                self.kept[name] = kept
                self.initial[name] = kept if self._takes_many(name) else kept[0]

    def add_fields(self) -> None:
        """Those that are not the same for every form of the kind."""

    def clean(self) -> dict[str, Any]:
        """A file that was sent and is not kept any more is asked for again: an optional one
        would be missing and nobody would know."""
        cleaned: dict[str, Any] = super().clean() or self.cleaned_data
        for name in self._lost:
            if name not in self.errors and not _all(self.files, name):
                told = _("It is not kept any more. Send it again, or go without.")
                self.add_error(name, told)
        return cleaned

    def file_rows(self) -> list[FileRow]:
        return [FileRow(self[name], self.kept.get(name, [])) for name in self._file_names()]

    @contextmanager
    def opened_files(self) -> Iterator[dict[str, Source]]:
        """The files of a valid form, ready to be read; an optional one may be missing."""
        with ExitStack() as stack:
            yield {
                name: self._source(stack, self.cleaned_data[name])
                for name in self._file_names()
                if not self._takes_many(name) and self.cleaned_data[name]
            }

    @contextmanager
    def opened_list(self, name: str) -> Iterator[list[Source]]:
        """Those of a field that takes many."""
        with ExitStack() as stack:
            yield [self._source(stack, file) for file in self.cleaned_data[name]]

    def _source(self, stack: ExitStack, file: Any) -> Source:
        kept = isinstance(file, KeptUpload)
        stream = stack.enter_context(file.path.open("rb")) if kept else file
        encoding = WINDOWS_1252 if self.cleaned_data["windows_1252"] else UTF_8
        return read_as(Source(stream, file.name), encoding)

    @property
    def offers_windows_1252(self) -> bool:
        """Whether to ask: nearly nobody needs it."""
        asked = "windows_1252" in self.data
        return asked or any(map(may_be_windows_1252, self.bad_files))

    def keep_files(self) -> None:
        """For the next attempt, after a refusal."""
        for name in self._file_names():
            sent = _all(self.files, name)
            if uploads := [one for one in sent if isinstance(one, UploadedFile)]:
                before = self.kept.get(name, [])
                stay = beside(before, uploads) if self._takes_many(name) else []
                for one in before:
                    if one not in stay:
                        forget_upload(one)
                new = [keep_upload(one, session=self.session) for one in uploads]
                self.kept[name] = [*stay, *new]

    def forget_files(self) -> None:
        for name in list(self.kept):
            self._forget(name)

    def _forget(self, name: str) -> None:
        for before in self.kept.pop(name, []):
            forget_upload(before)

    def _file_names(self) -> list[str]:
        return [n for n, field in self.fields.items() if isinstance(field, forms.FileField)]

    def _takes_many(self, name: str) -> bool:
        return isinstance(self.fields[name], FilesField)


def _all(given: Any, name: str) -> list[Any]:
    return given.getlist(name) if hasattr(given, "getlist") else []
