"""What a file means: which candidate by a sentence and a substitute, which code by a value."""

from campaigns.models import Campaign
from campaigns.selectors.wording import wording_of
from pooling.models import Candidate


class PoolIndex:
    """The campaign's pooled candidates by sentence and text."""

    def __init__(self, campaign: Campaign) -> None:
        self._wording = wording_of(campaign)
        self._groups = dict(campaign.items.values_list("key", "group"))
        self._candidates: dict[str, dict[str, int]] = {key: {} for key in self._groups}
        pooled = Candidate.objects.filter(item__campaign=campaign, role=Candidate.Role.POOLED)
        for key, text, id in pooled.values_list("item__key", "text", "id").iterator(
            chunk_size=20_000
        ):
            self._candidates[key][text] = id

    def has_sentence(self, sentence: str) -> bool:
        return sentence in self._groups

    def find(self, *, sentence: str, substitute: str) -> int | None:
        """The candidate's id; None when the pool has none such."""
        candidates = self._candidates.get(sentence)
        if candidates is None:
            return None
        # As it stands first: a spelling a lead wants kept apart is a candidate of its own.
        id = candidates.get(substitute)
        if id is None:
            group = self._groups[sentence]
            id = candidates.get(self._wording.normalise(substitute, group=group).text)
        return id


class ScaleIndex:
    """The campaign's codes by what a file may say for them: themselves, or their labels in any
    capitals. A number is always a code, even where some label is a number too."""

    def __init__(self, campaign: Campaign) -> None:
        options = campaign.scale.order_by("position").values_list("value", "label")
        labels = {label.casefold(): value for value, label in options}
        codes = {str(value): value for value, _label in options}
        self._codes = labels | codes
        self._in_doubt = {text for text in labels.keys() & codes if labels[text] != codes[text]}

    def find(self, text: str) -> int | None:
        return self._codes.get(text.casefold())

    def known(self) -> str:
        """All that a file may say."""
        return ", ".join(self._codes)

    def is_in_doubt(self, text: str) -> bool:
        """Whether it is the code of one option and the label of another."""
        return text in self._in_doubt
