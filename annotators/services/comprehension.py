"""Whether somebody understood what they are asked to do: a few questions, and two tries."""

from collections.abc import Mapping
from typing import NamedTuple

from django.db import transaction
from django.utils import timezone

from annotators.models import Annotator
from campaigns.models import Campaign
from core.refusals import Refused
from regild.problems import N_

MOST_TRIES = 2


class AnswersMissing(Refused):
    """Not every question has one of its choices; it was no try."""

    def __init__(self, numbers: tuple[int, ...]) -> None:
        self.numbers = numbers
        text = N_("Questions %(numbers)s are not answered yet.", numbers=numbers)
        super().__init__("answers_missing", text)


class TriedAnswers(NamedTuple):
    """`wrong`: the numbers of the questions, from 1, that were answered wrongly."""

    passed: bool
    wrong: tuple[int, ...]
    tries_left: int


def must_show(annotator: Annotator, campaign: Campaign) -> bool:
    """That they understood."""
    return bool(campaign.comprehension) and annotator.comprehended_at is None


def has_failed(annotator: Annotator, campaign: Campaign) -> bool:
    return must_show(annotator, campaign) and annotator.comprehension_tries >= MOST_TRIES


@transaction.atomic
def try_comprehension(
    *, annotator: Annotator, campaign: Campaign, answers: Mapping[int, str]
) -> TriedAnswers:
    """`answers` by the question's number, from 1. Whoever passed has passed, and whoever failed
    has failed, whatever they send. Raises AnswersMissing."""
    # Locked: two tries sent at once are two.
    now = Annotator.objects.select_for_update(no_key=True).get(id=annotator.pk)
    questions = list(enumerate(campaign.comprehension, start=1))
    if now.comprehended_at is not None:
        return TriedAnswers(True, (), 0)
    if now.comprehension_tries >= MOST_TRIES:
        return TriedAnswers(False, (), 0)
    missing = tuple(
        number for number, asked in questions if answers.get(number) not in asked["choices"]
    )
    if missing:
        raise AnswersMissing(missing)
    wrong = tuple(number for number, asked in questions if answers[number] != asked["correct"])
    now.comprehension_tries += 1
    now.comprehended_at = None if wrong else timezone.now()
    now.save(update_fields=["comprehension_tries", "comprehended_at"])
    return TriedAnswers(
        not wrong, wrong, 0 if not wrong else MOST_TRIES - now.comprehension_tries
    )
