"""What an annotator is told, to make them finish and come back."""

from annotators.models import Annotator, Draw
from campaigns.models import Switch
from regild.rating.trials import Encouragement


def shown_to(annotator: Annotator) -> frozenset[str]:
    """The encouragements that this annotator is to be shown.

    Of those that are tried only what the draw gave them; who joined before a trial began was
    not drawn and is shown nothing of it.
    """
    campaign = annotator.campaign
    states = {one: getattr(campaign, one) for one in Encouragement}
    shown = {one.value for one, state in states.items() if state == Switch.ON}
    if Switch.TRIAL in states.values():
        drawn = Draw.objects.filter(annotator=annotator, trial__ended_at=None, shown=True)
        shown |= set(drawn.values_list("trial__encouragement", flat=True))
    return frozenset(shown)
