"""Systems brought in one or many at once."""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from typing import Any

from django import forms
from django.template.defaultfilters import filesizeformat
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from campaigns.selectors.task import phrase_of, task_of
from core.forms.uploads import FilesField
from core.uploads import KeptUpload
from regild.formats.encodings import may_be_windows_1252
from regild.problems import Source
from sources.forms import SystemForm
from sources.models import System
from sources.selectors import name_of_file
from sources.services.adding_systems import CheckedFile, NewSystem


@dataclass(frozen=True)
class KeptSystem:
    """One of several files on the page, with what it would be as a system."""

    kept: KeptUpload
    checked: CheckedFile
    said: str

    @property
    def problems(self) -> int:
        return len(self.checked.bad.problems) if self.checked.bad else 0

    @property
    def is_windows_1252(self) -> bool:
        return self.checked.bad is not None and may_be_windows_1252(self.checked.bad)


class AddSystemsForm(SystemForm):
    """One system, or several at once, each called as its file unless it is given a name."""

    name = forms.CharField(
        label=gettext_lazy("Name of the system"),
        help_text=gettext_lazy("Leave empty to name it after its file"),
        max_length=100,
        required=False,
    )
    kind = forms.ChoiceField(
        label=gettext_lazy("Kind"),
        choices=System.Kind.choices,
        initial=System.Kind.PARTICIPANT,
        widget=forms.RadioSelect,
    )

    def add_fields(self) -> None:
        super().add_fields()
        one = self.fields["answers"]
        self.fields["answers"] = FilesField(
            label=one.label,
            help_text=_("%(format)s. One file per system; choose or drop several at once")
            % {"format": one.help_text},
            allow_empty_file=True,
        )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.rows: Sequence[KeptSystem] = ()
        tokens, names = (
            self.data.getlist(key) if hasattr(self.data, "getlist") else []
            for key in ("answers-kept", "names")
        )
        by_token = dict(zip(tokens, names, strict=False))
        self.names: Mapping[str, str] = by_token | {
            # What a corrected file has in common with the one before.
            one.name: by_token.get(one.token, "")
            for one in self.kept.get("answers", [])
        }

    def clean(self) -> dict[str, Any]:
        cleaned: dict[str, Any] = super().clean() or self.cleaned_data
        if cleaned.get("name") and len(cleaned.get("answers", [])) > 1:
            told = _("Leave this empty: several systems are named after their files.")
            self.add_error("name", told)
        if sum(one.size for one in cleaned.get("answers", [])) > self.largest:
            told = _("All files together may have %(limit)s. Add some of them first.")
            self.add_error("answers", told % {"limit": filesizeformat(self.largest)})
        if cleaned.get("multiwords") and len(cleaned.get("answers", [])) > 1:
            told = _("Add the multiwords of one system at a time.")
            self.add_error("multiwords", told)
        return cleaned

    @contextmanager
    def opened_systems(self) -> Iterator[list[NewSystem]]:
        """Those of a valid form."""
        with self.opened_list("answers") as files, self.opened_files() as others:
            given = self.cleaned_data["answers"]
            yield self._systems(given, files, others.get("multiwords"))

    @contextmanager
    def opened_kept(self) -> Iterator[list[NewSystem]]:
        """Those that are kept for the next attempt."""
        with ExitStack() as stack:
            kept = self.kept.get("answers", [])
            yield self._systems(kept, [self._source(stack, file) for file in kept], None)

    def _systems(
        self, given: Sequence[Any], files: Sequence[Source], multiwords: Source | None
    ) -> list[NewSystem]:
        names = [self._name_of(one) for one in given]
        if len(files) == 1 and self.cleaned_data.get("name"):
            names = [self.cleaned_data["name"]]
        return [
            NewSystem(file, name, multiwords) for file, name in zip(files, names, strict=True)
        ]

    def _name_of(self, given: Any) -> str:
        """`given` is an upload, kept or sent. Nothing where it is called as its file: another
        of that name is no mistake then."""
        file = given.name or ""
        name = self.names.get(getattr(given, "token", ""), self.names.get(file, "")).strip()
        return "" if name == name_of_file(file) else name

    def show(self, checked: Sequence[CheckedFile], *, one_too: bool = False) -> None:
        """What there is to say of each of several files, or of one of them."""
        kept = self.kept.get("answers", [])
        if len(kept) > 1 or one_too:
            self.rows = [
                KeptSystem(file, found, self._said(found))
                for file, found in zip(kept, checked, strict=True)
            ]
            self.bad_files = [one.bad for one in checked if one.bad]
            self.asks = self.asks or any(one.ends_in_numbers for one in checked)

    def _said(self, found: CheckedFile) -> str:
        return phrase_of(
            task_of(self.campaign),
            "what a file holds",
            answers=found.answers,
            count=found.attempted,
        )

    @property
    def good(self) -> int:
        return len([row for row in self.rows if row.checked.is_good])

    @property
    def with_problems(self) -> int:
        return len(self.rows) - self.good
