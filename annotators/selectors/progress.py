"""How far an annotator has come, as pages say it: in every stage the same words."""

from typing import Generic, NamedTuple, TypeVar

from annotators.models import AbstractTurn

TurnT = TypeVar("TurnT", bound=AbstractTurn)


class WorkDone(NamedTuple, Generic[TurnT]):
    """What an annotator has done: turns that are complete, and the answers in them."""

    sittings: int
    answers: int
    last_complete: TurnT | None


class OwnProgress(NamedTuple):
    """`words` or sentences answered of `of` in all. `goal`: words they set themselves, and
    `minutes` until then at their own pace; 0 once it is reached."""

    words: int
    of: int
    goal: int | None = None
    minutes: int = 0

    @property
    def towards_goal(self) -> int:
        return min(self.words, self.goal or 0)
