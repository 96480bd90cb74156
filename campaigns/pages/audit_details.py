"""What the audit log keeps with an action, in the words of the pages."""

from collections.abc import Iterable, Mapping
from typing import Any

from django.utils.formats import localize
from django.utils.translation import gettext as translated
from django.utils.translation import gettext_lazy as _

from campaigns.forms.settings import COLUMN_FORMS, EncouragementsForm
from campaigns.models import Member, Switch, Webhook
from campaigns.selectors.rules import EXCLUDING_RULES
from core.refusals import said_parts
from core.templatetags.numbers import grouped

# In the order in which they are read: PostgreSQL keeps none.
DETAILS = {
    "title": _("title"),
    "name": _("name"),
    "system": _("system"),
    "former_name": _("former name"),
    "team": _("team"),
    "part": _("part"),
    "member": _("member"),
    "email": _("e-mail address"),
    "former": _("former role"),
    "role": _("role"),
    "scope": _("limited to the role"),
    "visibility": _("visibility of scores"),
    "events": _("events"),
    "file": _("file"),
    "release": _("release"),
    "round": _("round"),
    "rounds": _("rounds"),
    "gold": _("first gold"),
    "new": _("changed since the previous one"),
    "number": _("release"),
    "doi": _("DOI"),
    "systems": _("systems"),
    "ratings_import": _("import"),
    "sentence": _("item"),
    "candidate": _("candidate"),
    "theme": _("theme"),
    "revision": _("revision"),
    "note": _("note"),
    "carried": _("annotations carried over"),
    "dropped": _("annotations that no longer count"),
    "spelling": _("spelling"),
    "into": _("counts as"),
    "text": _("merged into"),
    "sentences": _("items"),
    "gold_substitutes": _("answers in the first gold"),
    "candidates": _("candidates"),
    "proposals": _("proposals"),
    "words": _("words"),
    "lemmas": _("lemmas"),
    "form": _("form"),
    "pos": _("part of speech"),
    "lemma": _("lemma"),
    "added": _("new"),
    "changed": _("changed"),
    "removed": _("removed"),
    "encouragement": _("what annotators are told"),
    "shown_before": _("formerly shown"),
    "shown": _("shown"),
    "options": _("scale"),
    "codes": _("codes"),
    "answers": _("answers"),
    "multiwords": _("multiwords"),
    "answer": _("answer"),
    "annotator": _("annotator"),
    "sitting": _("sitting"),
    "annotators": _("annotators"),
    "sittings": _("sittings"),
    "ratings": _("ratings"),
    "rule": _("rule"),
    "reason": _("reason"),
    "ratings_restored": _("ratings that count again"),
    "restored": _("sittings that count again"),
    "merges": _("merges"),
    "subsets": _("subsets"),
    "where": _("rule for items"),
    "block_size": _("candidates per block"),
    "per_subset": _("sentences per turn, at most"),
    "seed": _("seed"),
    "double_share": _("share annotated twice"),
    "weekly": _("weekly e-mail"),
    "when_needed": _("e-mail when something needs attention"),
    "judge": _("judge"),
    "version": _("version"),
    "judged": _("items judged"),
}

# Numbers that name something and count nothing.
NAMING = {"annotator", "sitting", "release", "round", "gold", "number", "ratings_import"} | {
    "revision",
    "seed",
}


def _columns() -> dict[str, Any]:
    """A setting is called as on its page."""
    fields = {
        name: field.label for form in COLUMN_FORMS for name, field in form.base_fields.items()
    }
    return fields | {
        "examples": _("Examples"),
        "practice": _("Practice"),
        "questions": _("Questions to annotators"),
    }


# What stands for something else: by the detail's key, then by the value.
VALUES: dict[str, Mapping[str, Any]] = {
    "changed": _columns(),
    "encouragement": {
        name: field.label for name, field in EncouragementsForm.base_fields.items()
    },
    "shown_before": dict(Switch.choices),
    "shown": dict(Switch.choices),
    "events": dict(Webhook.Event.choices),
    "former": dict(Member.Role.choices),
    "role": dict(Member.Role.choices),
    "rule": dict(EXCLUDING_RULES),
    "scope": dict(Member.Role.choices),
    "visibility": {
        "private": _("only the team and the leads see its scores"),
        "public": _("its scores may stand on the leaderboard"),
    },
}


def annotators_in(details: Iterable[Mapping[str, Any]]) -> set[int]:
    """Whom entries name by their ids."""
    found = {detail.get("annotator") for detail in details}
    return {id for id in found if isinstance(id, int)}


def detail_words(
    detail: Mapping[str, Any], names: Mapping[int, str] | None = None
) -> list[tuple[str, str]]:
    """(name, value) of all there is to say; what nobody knows any more keeps its own name. The
    reason of a rule was kept in parts that each language can say. `names` are annotators' by
    their ids."""
    if parts := detail.get("found"):
        told = {key: value for key, value in detail.items() if key != "found"}
        detail = told | {"reason": said_parts(parts)}
    annotator = detail.get("annotator")
    if names and annotator is not None and annotator in names:
        detail = {**detail, "annotator": names[annotator]}
    order = [key for key in DETAILS if key in detail] + sorted(detail.keys() - DETAILS.keys())
    return [
        (str(DETAILS.get(key, key)), _said(key, detail[key]))
        for key in order
        if detail[key] not in (None, "", [])
    ]


def _said(key: str, value: Any) -> str:
    if key == "options":
        return ", ".join(f"{label} = {localize(weight)}" for label, weight in value)
    if isinstance(value, list):
        return ", ".join(_said(key, one) for one in value)
    if isinstance(value, bool):
        return translated("yes") if value else translated("no")
    if isinstance(value, str):
        return str(VALUES.get(key, {}).get(value, value))
    if isinstance(value, int) and key not in NAMING:
        return grouped(value)
    return str(value if key in NAMING else localize(value))
