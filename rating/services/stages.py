"""What the pages of a visit ask of a campaign's stage: here it is asked which that is."""

from collections.abc import Callable
from typing import Any, NamedTuple, Protocol

from annotators.models import Annotator
from annotators.selectors.progress import OwnProgress, WorkDone
from annotators.selectors.standing import Standing
from campaigns.models import Campaign
from proposing.selectors import own_progress as proposing_progress
from proposing.services import left_alone as proposing_left_alone
from proposing.services import taking
from rating.selectors import own_progress as rating_progress
from rating.selectors.sittings import work_done
from rating.services import left_alone as rating_left_alone
from rating.services import sittings
from rating.services.checks import failed_checks
from regild.rating.trials import Encouragement


class Begun(Protocol):
    """`left_at`: of a turn that had been left alone, when."""

    @property
    def left_at(self) -> Any: ...


class Visits(NamedTuple):
    """`encouragements` are those that the stage can show; `failed` says whether a turn failed a
    check of attention."""

    take: Callable[..., Begun | None]
    standing: Callable[..., Standing]
    nothing_left: Callable[..., bool]
    work_done: Callable[[Annotator], WorkDone[Any]]
    own_progress: Callable[[Annotator], OwnProgress]
    campaign_share: Callable[[Campaign], float | None]
    minutes: Callable[[Campaign], int]
    practises: Callable[[Campaign], bool]
    encouragements: frozenset[str]
    failed: Callable[[Any], bool]


def _take_turn(*, device: str, **how: Any) -> Begun | None:
    """What proposals were made on is of no use to anybody, so it is not kept."""
    return taking.take_turn(**how)


PROPOSE = Visits(
    take=_take_turn,
    standing=proposing_left_alone.standing,
    nothing_left=proposing_left_alone.nothing_left,
    work_done=proposing_progress.work_done,
    own_progress=proposing_progress.own_progress,
    campaign_share=proposing_progress.campaign_share,
    minutes=proposing_progress.minutes_of_a_turn,
    practises=lambda _campaign: True,
    encouragements=frozenset({"campaign_progress", "halfway"}),
    failed=lambda _turn: False,
)
RATE = Visits(
    take=sittings.take_subset,
    standing=rating_left_alone.standing,
    nothing_left=rating_left_alone.nothing_left,
    work_done=work_done,
    own_progress=rating_progress.own_progress,
    campaign_share=rating_progress.campaign_share,
    minutes=rating_progress.minutes_of_a_turn,
    practises=lambda campaign: bool(campaign.practice),
    encouragements=frozenset(one.value for one in Encouragement),
    failed=failed_checks,
)


def visits(campaign: Campaign) -> Visits:
    return PROPOSE if campaign.stage == Campaign.Stage.PROPOSE else RATE
