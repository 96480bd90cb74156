"""A rated campaign whose second gold was worked out by hand."""

from pooling.services.fill_pool import pool_campaign
from scoring.services.exporting import export_gold
from sources.services.systems import add_system
from tests.agreement.rated import rate
from tests.factories import make_campaign, source

# Sentence 1: means 8/3, 3, 1/3, 0; 'sorry' has too few.
GLAD = {"happy": "332", "pleased": "333", "content": "100", "overjoyed": "000", "sorry": "11"}
# Sentence 3.
ROOM = {"space": "333", "place": "2211", "capacity": "210", "leeway": "000"}

# The first answer to sentence 1 is 8/3 of 3, to sentence 3 it is 3 of 3.
RIVAL = """\
glad.a 1 :: pleased;happy
room.n 3 :: leeway;space
calm.a 5 :: still
"""


def rated_campaign(slug="boats", **columns):
    """Two systems, and ratings of sentences 1 and 3 alone."""
    campaign = make_campaign(slug, **columns)
    add_system(campaign=campaign, name="rival", answers=source(RIVAL, "rival.txt"))
    pool_campaign(campaign=campaign)
    rate(campaign, GLAD, sentence="1")
    rate(campaign, ROOM, sentence="3")
    return campaign


def exported(release, format, **asked):
    """The bytes of its files by their paths."""
    with export_gold(release=release, format=format, **asked) as made:
        return {path: file.read_bytes() for path, file in made.files.items()}


def add_late_system(campaign):
    """Its first answer to sentence 1 is one nobody was asked about."""
    answers = source("glad.a 1 :: elated;happy\nroom.n 3 :: space\n", "late.txt")
    add_system(campaign=campaign, name="late", answers=answers)
