"""Settings that were not typed into a page: the forms of the pages say what is allowed."""

from collections.abc import Iterator, Mapping
from typing import Any

from django.contrib.auth.models import User
from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils.translation import gettext as _

from campaigns.forms.lists import (
    COMPREHENSION,
    EXAMPLES,
    PRACTICE,
    QUESTIONS,
    QUOTAS,
    SCALE,
)
from campaigns.forms.settings import COLUMN_FORMS, mapping_lines
from campaigns.models import Campaign
from campaigns.selectors.task import task_of
from campaigns.services.locking import lock_campaign
from campaigns.services.settings import change_settings
from regild.tasks import settings_without_use

# The scale first: examples and practice name its values; questions before the quotas that name
# their answers.
LISTS = {
    "scale": SCALE,
    "examples": EXAMPLES,
    "comprehension": COMPREHENSION,
    "practice": PRACTICE,
    "questions": QUESTIONS,
    "quotas": QUOTAS,
}


class BadSettings(Exception):  # noqa: N818
    """Something cannot be so, and nothing was changed. `problems`: field, code, message."""

    def __init__(self, problems: list[dict[str, str]]) -> None:
        self.problems = problems
        super().__init__("; ".join(f"{one['field']}: {one['message']}" for one in problems))


def store_changes(*, campaign: Campaign, changes: Mapping[str, Any], by: User | None) -> None:
    """All changes or none. Raises RatingsExist or BadSettings."""
    wrong = list(_without_use(campaign, changes))
    with transaction.atomic():
        # What may be said depends on what others have stored, until this is.
        now = lock_campaign(campaign.pk)
        if lacking := list(_lacking(now, changes)):
            raise BadSettings(lacking)
        for form in _forms(now, changes):
            if form.is_valid():
                form.store(campaign=now, by=by)
            else:
                wrong += _entries(form)
        taken_away = not changes.get("recruiting_secret", True)
        if now.recruiting_secret and taken_away:
            # On the page an empty field leaves it as it is; said so, it is taken away.
            nothing = {"recruiting_secret": ""}  # nosec B105 # none any more
            change_settings(campaign=now, changes=nothing, by=by)
        if wrong:
            raise BadSettings(wrong)


def _without_use(campaign: Campaign, changes: Mapping[str, Any]) -> Iterator[dict[str, str]]:
    for name in sorted(settings_without_use(task_of(campaign)) & changes.keys()):
        told = _("The setting %(name)s does not apply to campaigns of this task.") % {
            "name": name
        }
        yield {"field": name, "code": "no_use", "message": told}


def _lacking(campaign: Campaign, changes: Mapping[str, Any]) -> Iterator[dict[str, str]]:
    """What an example must say of its item, and does not."""
    for name in sorted({"examples", "practice"} & changes.keys()):
        for number, entry in enumerate(changes[name]):
            for held in task_of(campaign).writes:
                if held not in entry:
                    lacking = ValidationError(_("This field is required."), code="required")
                    yield _entry(f"{name}[{number}].{held}", lacking)


def _forms(campaign: Campaign, changes: Mapping[str, Any]) -> Iterator[Any]:
    """Each in its turn, for what it may say depends on what those before it stored."""
    of_use = changes.keys() - settings_without_use(task_of(campaign))
    for name, rows in LISTS.items():
        if name in of_use:
            form = rows(campaign, _as_rows(rows.form, changes[name], campaign))
            form.name = name
            yield form
    said = {**changes, **_as_texts(changes)}
    for section in COLUMN_FORMS:
        given = {name: said[name] for name in section._meta.fields if name in of_use}
        if given:
            yield section(campaign, {**section(campaign).initial, **given})


def _as_rows(row: Any, entries: list[dict[str, Any]], campaign: Campaign) -> dict[str, Any]:
    """What a browser would send of the list."""

    def fields(entry: dict[str, Any]) -> dict[str, Any]:
        has_words = hasattr(row, "shown")
        return row.shown(entry, campaign=campaign) if has_words else entry

    return {"form-TOTAL_FORMS": len(entries), "form-INITIAL_FORMS": len(entries)} | {
        f"form-{number}-{name}": value
        for number, entry in enumerate(entries)
        for name, value in fields(entry).items()
    }


def _as_texts(changes: Mapping[str, Any]) -> dict[str, Any]:
    """What stands in a text field of the page, a word or a line each."""
    texts: dict[str, Any] = {}
    if "excluded_targets" in changes:
        texts["excluded_targets"] = " ".join(changes["excluded_targets"])
    if "proposers" in changes:
        texts["proposers"] = "\n".join(changes["proposers"])
    if "mapping" in changes:
        texts["mapping"] = mapping_lines(changes["mapping"])
    return texts


def _entries(form: Any) -> Iterator[dict[str, str]]:
    """The form's errors as a problem lists them."""
    if not hasattr(form, "forms"):
        yield from _of_fields(form.errors, "")
        return
    for error in form.non_form_errors().as_data():
        yield _entry(form.name, error)
    for number, row in enumerate(form.forms):
        yield from _of_fields(row.errors, f"{form.name}[{number}]")


def _of_fields(errors: Any, before: str) -> Iterator[dict[str, str]]:
    for field, found in errors.as_data().items():
        place = before if field == "__all__" else f"{before}.{field}".lstrip(".")
        for error in found:
            yield _entry(place or "body", error)


def _entry(field: str, error: Any) -> dict[str, str]:
    return {
        "field": field,
        "code": error.code or "invalid",
        "message": " ".join(error.messages),
    }
