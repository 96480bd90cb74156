"""Which candidate a file means by the id of a sentence and a substitute."""

from campaigns.models import Campaign
from campaigns.selectors import wording_of
from pooling.models import Candidate


class PoolIndex:
    """The campaign's pooled candidates by sentence and text."""

    def __init__(self, campaign: Campaign) -> None:
        self._wording = wording_of(campaign)
        self._lexelts = dict(campaign.sentences.values_list("key", "lexelt"))
        self._candidates: dict[str, dict[str, int]] = {key: {} for key in self._lexelts}
        pooled = Candidate.objects.filter(
            sentence__campaign=campaign, role=Candidate.Role.POOLED
        )
        for key, text, id in pooled.values_list("sentence__key", "text", "id").iterator(
            chunk_size=20_000
        ):
            self._candidates[key][text] = id

    def has_sentence(self, sentence: str) -> bool:
        return sentence in self._lexelts

    def find(self, *, sentence: str, substitute: str) -> int | None:
        """The candidate's id; None when the pool has none such."""
        candidates = self._candidates.get(sentence)
        if candidates is None:
            return None
        # As it stands first: a spelling a lead wants kept apart is a candidate of its own.
        id = candidates.get(substitute)
        if id is None:
            lexelt = self._lexelts[sentence]
            id = candidates.get(self._wording.normalise(substitute, lexelt=lexelt).text)
        return id
