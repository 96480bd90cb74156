"""A campaign whose ratings were counted by hand."""

from campaigns.models import Campaign
from rating.services.importing import import_ratings
from tests.factories import make_campaign, source

# The candidates of sentence 1, each with what the first, second… of four annotators gave.
WORKED = {
    "happy": "000",  # both: 4 votes
    "pleased": "3332",  # gold: 3 votes; the fourth annotator gave the 2
    "delighted": "021",  # gold: 1 vote
    "content": "11",  # systems
    "overjoyed": "2",  # systems
    "sorry": "0002",  # systems
}
ANNOTATORS = "abcdefghij"


def rate(campaign: Campaign, ratings: dict[str, str], *, sentence: str = "1") -> None:
    rows = [
        f"{annotator},{sentence},{text},{value}"
        for text, values in ratings.items()
        for annotator, value in zip(ANNOTATORS, values, strict=False)
    ]
    table = "\n".join(["annotator,sentence,substitute,value", *rows, ""])
    import_ratings(campaign=campaign, ratings=source(table, "ratings.csv"))


def worked_campaign(**columns: object) -> Campaign:
    campaign = make_campaign(**columns)
    rate(campaign, WORKED)
    return campaign
