"""Sites beside the one under test: databases of their own, driven by commands."""

import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from uuid import uuid4

import psycopg2
import pytest
from django.contrib.auth.models import User
from django.db import connection
from django.utils import timezone

from agreement.services import measure_agreement, store_word_list
from agreement.services.themes import tag_document
from annotators.services.goals import set_goal
from annotators.services.joining import join_campaign
from annotators.services.quotas import count_turned_away
from campaigns.models import Campaign, Category, Member, TreeRevision
from campaigns.selectors.categories import coded_categories
from campaigns.services.people import invite_member
from campaigns.services.trials import switch_encouragements
from pooling.models import RatingRound
from pooling.services.dispatching import dispatch_campaign
from pooling.services.fill_pool import pool_campaign
from proposing.models import FirstGold, Lemma, SpellingDecision
from proposing.services.dispatching import dispatch_proposals
from proposing.services.exclusions import exclude_proposals
from rating.models import Omission
from rating.services.exclusions import exclude
from rating.services.flagging import flag_annotators
from rating.services.importing import import_ratings
from rating.services.remarks import make_remark
from regild.rating.tree_revision import as_json
from scoring.models import Submission, SubmissionLink
from scoring.services.forecasting import forecast_ranking
from scoring.services.freezing import freeze_gold
from scoring.services.multiword_targets import mark_multiword_targets
from scoring.services.publishing import publish_release
from scoring.services.rescoring import rescore
from scoring.services.soft_systems import add_soft_system
from sources.services.systems import add_system
from tests.factories import make_campaign, source
from tests.judging.judged import judged
from tests.people import make_lead
from tests.processes import PATIENCE, ROOT, environment
from tests.proposing.turn import sit as propose_all
from tests.rating.sitting import join, sit, take
from tests.reachable import reachable

POSTGRES = "postgresql://postgres@127.0.0.1:5432"


class Site:
    """A site with a database and a state folder of its own."""

    def __init__(self, url: str, state: Path) -> None:
        self._environment = environment(
            DATABASE_URL=url,
            STATE_DIR=str(state),
            DJANGO_SETTINGS_MODULE="annotation_site.settings",
        )

    def run(self, *command: object) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [sys.executable, "manage.py", *map(str, command)],
            cwd=ROOT,
            env=self._environment,
            capture_output=True,
            text=True,
            timeout=PATIENCE,
        )

    def do(self, *command: object) -> str:
        """What the command printed; it must not fail."""
        ended = self.run(*command)
        assert ended.returncode == 0, ended.stderr
        return ended.stdout


@contextmanager
def site_of_the_other_kind(folder: Path) -> Iterator[Site]:
    """On PostgreSQL when the tests run on SQLite, and the other way round; migrated, empty."""
    folder.mkdir()
    database = _sqlite(folder) if connection.vendor == "postgresql" else _postgresql()
    with database as url:
        site = Site(url, folder)
        site.do("migrate", "--verbosity", "0")
        yield site


@contextmanager
def _sqlite(folder: Path) -> Iterator[str]:
    yield f"sqlite:///{folder / 'regild.sqlite3'}"


@contextmanager
def _postgresql() -> Iterator[str]:
    if not reachable(POSTGRES):
        assert not os.environ.get("CI"), "PostgreSQL is not there; CI needs it"
        pytest.skip("PostgreSQL is not there")
    name = f"regild_site_{uuid4().hex}"
    _execute(f"CREATE DATABASE {name}")
    try:
        yield f"{POSTGRES}/{name}"
    finally:
        _execute(f"DROP DATABASE {name} WITH (FORCE)")


# A spelling to be merged.
MORE_ANSWERS = """\
glad.a 1 :: over_joyed;happy
room.n 4 :: chamber
"""


def _execute(statement: str) -> None:
    with closing(psycopg2.connect(f"{POSTGRES}/postgres")) as server:
        server.autocommit = True
        with server.cursor() as cursor:
            cursor.execute(statement)


def stand_in_a_tree(campaign: Campaign) -> None:
    """The scale's options below one category, which comes after them: ids and numbers of rows
    differ, and a row names one that is stored later."""
    leaves = [
        Category(campaign=campaign, position=place, name=option.label, option=option)
        for place, option in enumerate(campaign.scale.all())
    ]
    Category.objects.bulk_create(leaves)
    above = Category.objects.create(campaign=campaign, position=len(leaves), name="All")
    campaign.categories.exclude(id=above.pk).update(parent=above)


def revise_tree_of(campaign: Campaign, *, by: User) -> None:
    """In an archive every table must be found."""
    kept = as_json(coded_categories(campaign))
    TreeRevision.objects.create(
        campaign=campaign,
        number=1,
        made_by=by,
        note="« Là\tbas »\n",
        **{"before": kept, "after": kept, "fates": [], "carried": 0, "dropped": 0},
        **{"labels_carried": 0, "labels_left": 0},
    )


def propose_in(campaign: Campaign, *, by: User) -> None:
    """A first stage that is over, its gold another than the one that was brought in."""
    dispatch_proposals(campaign=campaign, annotators=2, per_subset=5, seed=2**62, by=by)
    for _annotator in range(2):
        propose_all(join(campaign), "« là »\tici", "happy")
    exclude_proposals(
        annotator=campaign.annotators.first(), reason="Says the same everywhere.", by=by
    )
    Lemma.objects.create(campaign=campaign, form="happier", pos="a", lemma="happy", count=2)
    SpellingDecision.objects.create(
        item=campaign.items.first(), spelling="hapy", into="happy", decided_by=by
    )
    FirstGold.objects.create(
        campaign=campaign,
        number=1,
        origin="proposed",
        sha256="0" * 64,
        lines="glad.a 1 :: happy 1;\n",
        records=[["1", "glad.a", [["happy", 1.0]]]],
        facts={"counts": {"sentences": 1}},
        frozen_by=by,
    )
    campaign.stage = Campaign.Stage.RATE
    campaign.save(update_fields=["stage"])


def whole_campaign() -> tuple[Campaign, str]:
    """A campaign with rows in every table a campaign has, and the token of an annotator.

    Made where other rows came and went, so that no id is its row's number by chance.
    """
    make_campaign("before").delete()
    asked = [{"key": key, "label": key, "choices": []} for key in ("age", "école")]
    campaign = make_campaign(subsets=None, repeat_share=0.4, min_ratings=1, questions=asked)
    owner, viewer = (
        make_lead(name, campaign, role)
        for name, role in (("olga", "owner"), ("vera", "viewer"))
    )
    add_system(
        campaign=campaign,
        name="second",
        answers=source(MORE_ANSWERS, "second.txt"),
        multiwords=source("glad.a 1 :: glad to see\n", "second-multiwords.txt"),
        by=owner,
    )
    propose_in(campaign, by=owner)
    link = SubmissionLink.objects.create(
        campaign=campaign, label="the second", token_hash="0" * 64, open_until=timezone.now()
    )
    second = campaign.systems.get(name="second")
    second.team = link.label
    second.save()
    Submission.objects.create(link=link, system=second)
    pool_campaign(campaign=campaign, by=owner)
    # All of them are drawn.
    dispatch_campaign(
        campaign=campaign, subsets=2, block_size=4, seed=1, sample=5, where="votes", by=owner
    )
    campaign.subsets.filter(number=2).update(seats=9, calibration=True)
    drawn = RatingRound.objects.create(
        campaign=campaign, number=1, ratings=4, candidates=4, seed=1, name="a", drawn_by=owner
    )
    campaign.subsets.filter(number=2).update(round=drawn)
    invite_member(campaign=campaign, by=owner, email="new@example.org", role=Member.Role.VIEWER)

    stand_in_a_tree(campaign)
    switch_encouragements(campaign=campaign, changes={"goal": "trial"}, by=owner)
    count_turned_away(campaign, [{"question": "region", "answer": "North"}])
    careless = join(campaign)
    exclude(sit(careless), reason="Nothing but zeros.", by=viewer)
    for _annotator in range(2):
        sit(join(campaign))
    flag_annotators(campaign)
    joined = join_campaign(
        campaign=campaign,
        consent=True,
        native_speaker=True,
        answers={"age": "30–39", "école": "Sète"},
        recruited={"PROLIFIC_PID": "p1"},
    )
    set_goal(annotator_id=joined.annotator.pk, words=100)
    sitting = take(joined.annotator)
    shown, omitted = (placement.candidate for placement in sitting.subset.placements.all()[:2])
    Omission.objects.create(assignment=sitting, candidate=omitted)
    make_remark(
        annotator=joined.annotator,
        assignment_id=sitting.pk,
        sentence_id=shown.item_id,
        comment="« Un mot\tmanque »\n\\N",
    )
    store_word_list(
        campaign=campaign, words=source("word,frequency\nhappy,9\n", "words.csv"), by=owner
    )
    pilot = "annotator,sentence,substitute,value\nA,1,happy,3\n"
    import_ratings(campaign=campaign, ratings=source(pilot, "pilot.csv"), by=owner)
    measure_agreement(campaign=campaign)
    forecast_ranking(campaign=campaign)
    tag_document(item=shown.item, theme="« la »\tnote", by=owner)
    revise_tree_of(campaign, by=owner)
    freeze_gold(campaign=campaign, by=owner)
    mark_multiword_targets(
        campaign=campaign, gold=source("glad.a 1 :: glad to see 2;\n"), by=owner
    )
    rescore(campaign=campaign, by=owner)
    release = campaign.releases.get()
    publish_release(release=release, by=owner)
    shares = source("item,value,share\n1 happy,3,1\n", "« parts ».csv")
    add_soft_system(release=release, name="« parts »", answers=shares, by=owner)
    judged(campaign, name="« un\tmodèle »\n\\N", related=["first"])
    return campaign, joined.token
