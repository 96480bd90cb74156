"""Every page of the site, by the permission table, where everything has been done once.

A page of a campaign that names nothing else in it is also looked at in a campaign that was
prepared and not opened, and in one that was only made: there it has to say what to do next.
"""

import re
from collections.abc import Iterator
from typing import NamedTuple

from django.contrib.auth.models import User

from annotation_site.management.commands.demo import DATA, TITLES, load_campaign
from annotators.models import Remark
from annotators.services.remarks import answer_remark
from campaigns.models import Campaign, Member
from campaigns.pages.settings import SECTIONS
from rating.services.flagging import flag_annotators
from rating.services.hiding import hide_candidate, hide_sentence
from scoring.models import SubmissionLink
from scoring.services.rescoring import rescore
from scoring.services.submitting import show_leaderboard, submit_system
from sources.services.creating import create_campaign
from tests.annotation_site.permission_table import CAMPAIGN, RATE, ROWS, Actor, Outcome, Row
from tests.annotation_site.permission_world import SLUG, World, address, make_world
from tests.factories import GOLD, SENTENCES, make_campaign, source

# What is downloaded: plan.csv, measures.<slug:form>.
FILE = re.compile(r"\.(\w+|<\w+:form>)$")
# Else what nobody reads on a screen, and what is read only as a part of a page.
NO_PAGES = {
    "metrics",
    "healthz",
    "readyz",
    "i18n/setlang/",
    # Only an empty site has it: tests/browser/test_people.py looks at it.
    "first-run/",
    # It leads to the page of signing in.
    "admin/login/",
    f"{CAMPAIGN}jobs/<int:id>/",
    f"{CAMPAIGN}ratings/status/",
    f"{CAMPAIGN}agreement/status/",
    f"{CAMPAIGN}gold/status/",
    f"{CAMPAIGN}scores/status/",
    f"{CAMPAIGN}gold/<int:number>/files/<slug:format>/",
}
# A page that shows other things under other names, or after an answer.
SETTINGS = f"{CAMPAIGN}settings/<slug:name>/"
ASKED = {f"{RATE}practice/<int:number>/": "?value=3"}
YOUNGER = ("young", "bare")
# To whom a page may look different.
LEADS_PAGES = (Actor.STRANGER, Actor.OWNER)
ANNOTATORS_PAGES = (Actor.STRANGER, Actor.ANNOTATOR)


class Visit(NamedTuple):
    name: str
    actor: Actor
    path: str


def visits(world: World) -> Iterator[Visit]:
    for row in pages():
        for actor in LEADS_PAGES if not row.route.startswith(RATE) else ANNOTATORS_PAGES:
            if row.audience[actor] == Outcome.IN:
                yield from _visits(row, actor, world)


def pages() -> list[Row]:
    """The API is for programs."""
    return [
        row
        for row in ROWS
        if row.method == "GET"
        and row.route not in NO_PAGES
        and not row.route.startswith("api/")
        and not FILE.search(row.route)
    ]


def _visits(row: Row, actor: Actor, world: World) -> Iterator[Visit]:
    name = _name(row.route) + ("-stranger" if actor == Actor.STRANGER else "")
    yield Visit(name, actor, address(row.route, row.things, world))
    if query := ASKED.get(row.route):
        yield Visit(f"{name}-asked", actor, address(row.route, row.things, world) + query)
    if row.route == SETTINGS:
        for section in list(SECTIONS)[1:]:
            things = {**row.things, "name": section}
            yield Visit(f"{name}-{section}", actor, address(row.route, things, world))
    if row.route.startswith(CAMPAIGN) and row.route.count("<") == 1:
        for slug in YOUNGER:
            yield Visit(f"{slug}-{name}", actor, f"/{row.route}".replace("<slug:slug>", slug))


def _name(route: str) -> str:
    """Of a file: campaigns-gold-number."""
    words = re.findall(r"[\w-]+", re.sub(r"<slug:slug>|\w+:", "", route))
    return "-".join(words) or "home"


def make_site() -> World:
    """The demo with all that leads and teams do, and two campaigns that are not so far."""
    campaign = load_campaign(DATA / "en", slug=SLUG, title=TITLES["en"])
    Campaign.objects.filter(id=campaign.pk).update(
        questions=[
            {"key": "age", "label": "Your age", "choices": ["18–39", "40 or more"]},
            {"key": "region", "label": "Where did you grow up?", "choices": []},
        ],
        contact="words@example.org",
    )
    campaign.refresh_from_db()
    world = make_world(campaign)
    owner = User.objects.get(username=Actor.OWNER.value)
    with (DATA / "en" / "sparse.txt").open("rb") as answers:
        submit_system(
            link=SubmissionLink.objects.get(),
            name="late-and-sparse",
            answers=source(answers.read(), "sparse.txt"),
        )
    rescore(campaign=campaign, by=owner)
    show_leaderboard(campaign=campaign, show=True, by=owner)
    flag_annotators(campaign)
    answer_remark(remark=Remark.objects.get(), answer="Mended, thank you.", by=owner)
    Remark.objects.create(
        annotator=campaign.annotators.first(),
        item=campaign.items.last(),
        comment="“Spirit” has two meanings here.\nWhich one is meant?",
    )
    hide_sentence(sentence_id=campaign.items.all()[2].pk)
    hide_candidate(candidate_id=int(world.things["candidate"]))

    young = make_campaign("young", state=Campaign.State.DRAFT)
    bare = create_campaign(
        slug="bare",
        title="Only just made",
        sentences=source(SENTENCES, "sentences.csv"),
        gold=source(GOLD, "gold.txt"),
        language="en",
    ).campaign
    for one in (young, bare):
        Member.objects.create(campaign=one, user=owner, role=Member.Role.OWNER)
    return world
