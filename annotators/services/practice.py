"""An annotator goes through the practice: the server knows what they answered."""

from collections.abc import Mapping

from django.utils import timezone

from annotators.models import Annotator
from campaigns.models import Campaign
from campaigns.selectors.scale import places_of
from core.refusals import Refused
from regild.problems import N_

# Of what a page carries on.
MOST_SAID = 2_000


class PracticeMissing(Refused):
    """`number` is that of the first example, from 1, without an answer."""

    def __init__(self, number: int) -> None:
        self.number = number
        text = N_("Example %(number)s of the practice is not answered yet.", number=number)
        super().__init__("practice_missing", text)


def must_practise(annotator: Annotator, campaign: Campaign) -> bool:
    # Its examples are to be rated.
    rates = campaign.stage == Campaign.Stage.RATE
    asked = rates and campaign.practice_required and campaign.practice
    return bool(asked) and annotator.practised_at is None


def finish_practice(
    *, annotator: Annotator, campaign: Campaign, answers: Mapping[int, int | None]
) -> None:
    """`answers` by the example's number, None for 'I cannot judge this'. Raises
    PracticeMissing. Finishing it again changes nothing: the first time is the one that counts.
    """
    codes = set(places_of(campaign))
    for number in range(1, len(campaign.practice) + 1):
        if number not in answers or answers[number] not in codes | {None}:
            raise PracticeMissing(number)
    Annotator.objects.filter(id=annotator.pk, practised_at__isnull=True).update(
        practised_at=timezone.now()
    )


def read_said(text: str) -> dict[int, int | None]:
    """'1:3,2:null' as a page carries it on; what is not so written was not said."""
    answers: dict[int, int | None] = {}
    for entry in text[:MOST_SAID].split(","):
        number, _colon, value = entry.partition(":")
        if _is_whole(number) and (value == "null" or _is_whole(value)):
            answers[int(number)] = None if value == "null" else int(value)
    return answers


def written(answers: Mapping[int, int | None]) -> str:
    """What `read_said` reads."""
    return ",".join(
        f"{number}:{'null' if value is None else value}"
        for number, value in sorted(answers.items())
    )


def _is_whole(text: str) -> bool:
    return text.isascii() and text.isdecimal() and len(text) < 10
