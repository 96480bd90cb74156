"""A model that judged the pool of a small campaign."""

from campaigns.models import Campaign
from judging.models import Judge
from judging.services.importing import import_judgements
from pooling.models import Candidate
from tests.factories import source

TABLE = "annotator,sentence,substitute,value\n"


def said_of_all(campaign: Campaign, *, name: str = "gpt") -> str:
    """Of every candidate something that nobody could mistake for sense."""
    rows = Candidate.objects.filter(item__campaign=campaign, role="pooled")
    return TABLE + "".join(
        f"{name},{key},{text},{len(text) % 4}\n"
        for key, text in rows.order_by("id").values_list("item__key", "text")
    )


def judged(
    campaign: Campaign,
    *,
    text: str | None = None,
    name: str = "gpt",
    version: str = "1",
    related: tuple[str, ...] | list[str] = (),
) -> Judge:
    return import_judgements(
        campaign=campaign,
        judgements=source(text or said_of_all(campaign), "gpt.csv"),
        name=name,
        model_version=version,
        prompt="Rate it.",
        related=related,
    ).judge
