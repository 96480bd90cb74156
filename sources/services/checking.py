"""Look at a system's files before they are handed in: what is wrong, and what they lack."""

from typing import NamedTuple

from campaigns.models import Campaign
from core.refusals import Refused
from regild.problems import BadFile, BadFiles, Notice, Source
from sources.selectors import sentences_in_play
from sources.services.systems import match_system, read_system

# The name is asked for when the system is handed in.
_UNNAMED = "checked"


class CheckedSystem(NamedTuple):
    """`items` are those that can be answered, `missing` the ids of those that are not, in the
    order of the campaign's file. With `problems` or a `refusal` nothing would be stored, and
    nothing is known of the rest."""

    items: int
    attempted: int
    answers: int
    missing: tuple[str, ...]
    problems: tuple[BadFile, ...]
    notices: tuple[Notice, ...]
    refusal: Refused | None = None

    @property
    def can_be_stored(self) -> bool:
        return not self.problems and self.refusal is None


def check_system(
    *, campaign: Campaign, answers: Source, multiwords: Source | None = None
) -> CheckedSystem:
    """Stores nothing."""
    keys = [*sentences_in_play(campaign).order_by("position").values_list("key", flat=True)]
    none = CheckedSystem(len(keys), 0, 0, (), (), ())
    try:
        file = read_system(
            campaign=campaign, name=_UNNAMED, answers=answers, multiwords=multiwords
        )
        matched = match_system(file)
    except BadFiles as bad:
        return none._replace(problems=tuple(bad.files))
    except Refused as refusal:
        return none._replace(refusal=refusal)
    given = {record.sentence: record.answers for record in file.reading.records}
    return none._replace(
        attempted=sum(1 for key in keys if given.get(key)),
        answers=sum(map(len, given.values())),
        missing=tuple(key for key in keys if not given.get(key)),
        notices=matched.notices,
    )
