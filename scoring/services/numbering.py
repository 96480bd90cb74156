"""Whether a release may have the numbers that annotators had in earlier ones."""

from collections.abc import Sequence
from random import Random

from annotators.models import Annotator
from annotators.services.numbering import number_annotators
from campaigns.models import Campaign
from core.refusals import Refused
from regild.problems import N_


def kept_numbers(
    *, campaign: Campaign, annotators: Sequence[int], rng: Random | None
) -> list[int]:
    """In the order of the annotators. Raises Refused where the campaign does not say that it
    keeps numbers, or did not when one of them joined. Of imported and simulated annotators its
    word is enough: they agreed elsewhere."""
    if not campaign.stable_numbers:
        text = N_(
            "annotators keep their number only where consent says so: the campaign's settings"
            " do not"
        )
        raise Refused("numbers_not_kept", text)
    joined = campaign.annotators.filter(source=Annotator.Source.ONLINE, keeps_number=False)
    before = {*joined.values_list("id", flat=True)} & {*annotators}
    if before:
        text = N_(
            "%(n)s annotators joined before consent said that they keep their number",
            n=len(before),
        )
        raise Refused("joined_before_numbers_were_kept", text)
    numbered = number_annotators(campaign=campaign, annotators=annotators, rng=rng)
    return [numbered[id] for id in annotators]
