"""What an annotator fills in for one sentence, with JavaScript and without."""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple, cast, get_args
from uuid import uuid4

from django.http import QueryDict

from campaigns.models import Campaign
from regild.formats.entries import LARGEST_ID
from regild.formats.records import Mark
from regild.proposing.batch import NewProposal, new_proposal
from regild.proposing.hints import hints

# In a field of its own each, but written with these they are several answers too.
BETWEEN_ANSWERS = ";"


class TwoMarks(ValueError):  # noqa: N818
    """Without JavaScript nothing keeps somebody from ticking two."""


class SentenceForm(NamedTuple):
    """What stands in the fields of one sentence."""

    answers: Sequence[str]
    marks: Sequence[str]
    phrase: str

    @classmethod
    def of(cls, posted: QueryDict, *, most: int) -> "SentenceForm":
        answers = [posted.get(f"answer-{place}", "") for place in range(1, most + 1)]
        return cls(answers, posted.getlist("mark"), posted.get("phrase", ""))

    def proposal(self, sentence: int) -> NewProposal:
        """Raises TwoMarks, or another ValueError where no such form was sent."""
        if not set(self.marks) <= {mark for mark in get_args(Mark) if mark}:
            raise ValueError("There is no such mark.")
        if len(self.marks) > 1:
            raise TwoMarks
        mark = cast(Mark, self.marks[0] if self.marks else "")
        given = new_proposal(
            sentence=sentence,
            answers=[one for text in self.answers for one in text.split(BETWEEN_ANSWERS)],
            mark=mark,
            # The field is filled with the target from the beginning.
            phrase=self.phrase if mark == "phrase" else "",
            key=uuid4(),
        )
        distinct = tuple(dict.fromkeys(given.answers))
        return given._replace(answers=distinct[: len(self.answers)])


def read_sentence(posted: QueryDict) -> int:
    """Raises ValueError."""
    text = posted.get("sentence", "")
    if not (text.isascii() and text.isdecimal() and len(text) <= len(str(LARGEST_ID))):
        raise ValueError("This is no sentence.")
    return min(int(text), LARGEST_ID)


def block_of(
    sentence: Mapping[str, Any],
    campaign: Campaign,
    *,
    written: SentenceForm | None = None,
    problems: Sequence[str] = (),
) -> dict[str, Any]:
    """A sentence as `proposing/visit/_fields.html` shows it, with what was answered or, where
    that could not be stored, what was written."""
    most = campaign.most_proposals
    said = written or SentenceForm(
        sentence["answers"], [sentence["mark"] or ""], sentence["phrase"]
    )
    texts = [*said.answers, *[""] * most][:most]
    told = hints(texts, target=sentence["target"], single_words=campaign.multiwords == "drop")
    return {
        **sentence,
        "mark": said.marks[0] if len(said.marks) == 1 else "",
        "phrase": said.phrase,
        "fields": [
            {"place": place, "text": text, "hint": hint}
            for place, (text, hint) in enumerate(zip(texts, told, strict=True), start=1)
        ],
        "any": any(text.strip() for text in texts),
        "problems": problems,
    }
