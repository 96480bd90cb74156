"""What annotators are called where they are told apart."""

from annotators.models import Annotator
from campaigns.models import Campaign


def annotator_names(campaign: Campaign) -> dict[int, str]:
    """By their ids; only imported annotators have names of their own, the others their number.
    Nobody's name is another's number."""
    people = list(campaign.annotators.values_list("id", "name", "source"))
    numbers = {str(id) for id, _name, source in people if source != Annotator.Source.IMPORTED}
    names = {}
    for id, name, source in people:
        if source != Annotator.Source.IMPORTED:
            names[id] = str(id)
        else:
            names[id] = f"{name} ({source})" if name in numbers else name
    return names
