"""Every page of the site, by the permission table, where everything has been done once.

A page of a campaign that names nothing else in it is also looked at in a campaign that was
prepared and not opened, and in one that was only made: there it has to say what to do next. Two
more have what the demo cannot have: a sample and ratings to try it out, and an end. What other
tasks show otherwise is in `pages_by_task`.
"""

import re
from collections.abc import Iterator
from typing import NamedTuple

from django.contrib.auth.models import User

from agreement.services import measure_agreement
from annotation_site.demo.finishing import DATA
from annotation_site.demo.substitutes import load_substitutes
from annotators.models import Remark
from annotators.services.quotas import count_turned_away
from annotators.services.remarks import answer_remark
from campaigns.models import Campaign, Member
from campaigns.pages.settings import SECTIONS
from campaigns.services.archiving import archive_campaign
from pooling.services.dispatching import dispatch_campaign
from rating.services.flagging import flag_annotators
from rating.services.hiding import hide_candidate, hide_sentence
from rating.services.importing import import_ratings
from rating.services.taking_back_imports import take_back_import
from scoring.models import SubmissionLink
from scoring.services.multiword_targets import mark_multiword_targets
from scoring.services.rescoring import rescore
from scoring.services.submitting import show_leaderboard, submit_system
from sources.services.changing_systems import hide_system, rename_system
from sources.services.creating import create_campaign
from sources.services.parts import name_part
from sources.services.systems import add_system
from tests.annotation_site.permission_table import CAMPAIGN, RATE, ROWS, Actor, Outcome, Row
from tests.annotation_site.permission_world import SLUG, World, address, make_world
from tests.browser import first_stage
from tests.browser.pages_by_task import make_tasks, pages_by_task
from tests.factories import GOLD, SENTENCES, make_campaign, source
from tests.rating.sitting import join, sit

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
    f"{CAMPAIGN}judges/status/",
    f"{CAMPAIGN}first-gold/status/",
    f"{CAMPAIGN}gold/status/",
    f"{CAMPAIGN}scores/status/",
    f"{CAMPAIGN}gold/<int:number>/files/<slug:format>/",
    f"{CAMPAIGN}sources/systems/<int:id>/answers/",
    "golds/<slug:slug>/<int:number>/files/<slug:format>/",
}
# A page that shows other things under other names, or after an answer.
SETTINGS = f"{CAMPAIGN}settings/<slug:name>/"
ASKED = {f"{RATE}practice/<int:number>/": "?value=3"}
YOUNGER = ("young", "bare")
# What looks otherwise in a campaign of a sample, without a release, in an archived one, and in
# one whose annotators propose.
OTHERS = {
    "demo-first": first_stage.PATHS,
    "pilot": ("subsets/", "ratings/", "ratings/annotators/tests/", "ratings/imports/"),
    "old": ("", "sources/", "subsets/", "ratings/", "settings/", "archive/", "delete/"),
}
# To whom a page may look different.
LEADS_PAGES = (Actor.STRANGER, Actor.OWNER)
ANNOTATORS_PAGES = (Actor.STRANGER, Actor.ANNOTATOR)

QUOTAS = [
    {"question": "age", "answer": "18–39", "most": 40},
    {"question": "age", "answer": "40 or more", "most": 20},
]
RULE = "votes >= 4 and no multiword"
HEADER = "annotator,sentence,substitute,value\n"
IMPORTED = f"{HEADER}judge 1,1,memo,3\njudge 1,1,letter,2\njudge 2,1,memo,2\n"
MISTAKEN = f"{HEADER}somebody else,1,memo,0\n"


class Visit(NamedTuple):
    name: str
    actor: Actor
    path: str


class Sent(NamedTuple):
    """A form that is filled and sent, and something of what the page then shows."""

    name: str
    route: str
    button: str
    then: str
    typed: dict[str, str] = {}
    files: dict[str, tuple[str, str]] = {}
    ticked: tuple[str, ...] = ()


# Routes, as in the permission table.
IN_DEMO = f"campaigns/{SLUG}/"
SENT = (
    Sent(
        "sent-import-preview",
        f"{IN_DEMO}ratings/imports/",
        "Preview",
        "#import .note",
        files={"Ratings": ("corrected.csv", IMPORTED + "judge 3,2,tone,1\n")},
    ),
    Sent(
        "sent-import-problems",
        f"{IN_DEMO}ratings/imports/",
        "Preview",
        "#import .problems",
        files={
            "Ratings": ("mistaken.csv", f"{IMPORTED}judge 3,1,zeppelin,2\njudge 3,1,memo,9\n")
        },
    ),
    Sent(
        "sent-systems-problems",
        "campaigns/young/sources/",
        "Add systems",
        ".problems, .errorlist",
        files={"Answers": ("third.txt", "glad.a 1 :: happy\nglad.a 99 :: happy\nglad.a\n")},
    ),
    Sent(
        "sent-part-problems",
        f"{IN_DEMO}sources/parts/",
        "Add part",
        ".problems, .errorlist",
        typed={"Name of the part": "HARD"},
        files={"Ids of the part": ("hard.txt", "1\n99\n99\n")},
    ),
    Sent(
        "sent-part-without-file",
        f"{IN_DEMO}sources/parts/",
        "Add part",
        ".errorlist",
        typed={"Name of the part": "of two words"},
    ),
    Sent(
        "sent-round-problems",
        "campaigns/demo-first/first-gold/",
        "Dispatch",
        ".errorlist",
        typed={"Annotators for each sentence": "0"},
    ),
    Sent(
        "sent-rename-taken",
        f"{IN_DEMO}sources/systems/<system>/rename/",
        "Rename",
        ".errorlist",
        typed={"Name of the system": "sparse"},
    ),
    Sent(
        "sent-dispatch-problems",
        "campaigns/pilot/subsets/",
        "Preview plan",
        ".errorlist",
        typed={"Subsets": "0", "Only those where": "votes >> 4"},
    ),
    Sent(
        "sent-delete-tests",
        "campaigns/pilot/ratings/annotators/tests/",
        "Continue",
        "button.alarm",
        ticked=("annotator",),
    ),
)


def visits(world: World) -> Iterator[Visit]:
    for row in pages():
        for actor in LEADS_PAGES if not row.route.startswith(RATE) else ANNOTATORS_PAGES:
            if row.audience[actor] == Outcome.IN:
                yield from _visits(row, actor, world)

    for slug, paths in OTHERS.items():
        for path in paths:
            route = f"campaigns/{slug}/{path}"
            yield Visit(f"{slug}-{_name(route)}", Actor.OWNER, f"/{route}")
    for slug, path in pages_by_task():
        route = f"campaigns/{slug}/{path}"
        yield Visit(f"{slug}-{_name(route)}", Actor.OWNER, f"/{route}")


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
    """The demo with all that leads and teams do, and four campaigns that are not so far or
    further."""
    campaign = load_substitutes("en", slug=SLUG)
    Campaign.objects.filter(id=campaign.pk).update(
        questions=[
            {"key": "age", "label": "Your age", "choices": ["18–39", "40 or more"]},
            {"key": "region", "label": "Where did you grow up?", "choices": []},
        ],
        contact="words@example.org",
    )
    campaign.refresh_from_db()
    add_system(
        campaign=campaign,
        name="phrasal",
        answers=source((DATA / "en" / "careful.txt").read_bytes(), "phrasal.txt"),
        multiwords=source("note.n 1 :: note down\nnote.n 3 :: take note\n", "phrasal-mw.txt"),
    )
    world = make_world(campaign)
    owner = User.objects.get(username=Actor.OWNER.value)
    with (DATA / "en" / "sparse.txt").open("rb") as answers:
        submit_system(
            link=SubmissionLink.objects.get(),
            name="late-and-sparse",
            answers=source(answers.read(), "sparse.txt"),
        )
    bring_in_and_take_back(campaign, by=owner)
    campaign.quotas = QUOTAS
    campaign.save(update_fields=["quotas"])
    count_turned_away(campaign, [{"question": "age", "answer": "40 or more"}])
    for part, numbers in {"MAN": range(1, 13), "RAND": range(13, 25)}.items():
        name_part(
            campaign=campaign,
            name=part,
            sentences=source(lines(numbers), f"{part}.txt"),
            by=owner,
        )
    mark_multiword_targets(
        campaign=campaign,
        gold=source("note.n 1 :: note down 3;\nnote.n 2 :: on that note 2;\n"),
        by=owner,
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
    # Of several reports, each on other ratings; the last one is old by what comes after it.
    measure_agreement(campaign=campaign, by_itself=True)
    hide_sentence(sentence_id=campaign.items.all()[2].pk)
    hide_candidate(candidate_id=int(world.things["candidate"]))
    rename_system(system=campaign.systems.get(name="neural"), name="neural-large", by=owner)
    hide_system(system=campaign.systems.get(name="sparse"), by=owner)

    young = make_campaign("young", state=Campaign.State.DRAFT)
    bare = create_campaign(
        slug="bare",
        title="Only just made",
        files={
            "sentences": source(SENTENCES, "sentences.csv"),
            "gold": source(GOLD, "gold.txt"),
        },
        language="en",
    ).campaign
    pilot, old = make_campaign("pilot", subsets=None), make_campaign("old")
    dispatch_campaign(
        campaign=pilot, subsets=2, block_size=4, seed=7, sample=4, where=RULE, by=owner
    )
    for _annotator in range(2):
        sit(join(pilot))
    sit(join(old))
    for one in (young, bare, pilot, old):
        Member.objects.create(campaign=one, user=owner, role=Member.Role.OWNER)
    Campaign.objects.filter(id=old.pk).update(state=Campaign.State.CLOSED)
    archive_campaign(campaign=old, by=owner)
    make_tasks(owner)
    first_stage.make_first_words(owner)
    return world


def bring_in_and_take_back(campaign: Campaign, *, by: User) -> None:
    """Three imports: one corrected by the next, and one that was a mistake."""
    corrected = IMPORTED.replace("judge 2,1,memo,2", "judge 2,1,memo,3")
    for name, ratings in {
        "pilot-2013.csv": IMPORTED,
        "pilot-2013-corrected.csv": corrected,
        "a-file-with-quite-a-long-name-from-the-questionnaire-of-may.csv": MISTAKEN,
    }.items():
        import_ratings(campaign=campaign, ratings=source(ratings, name), by=by)
    take_back_import(campaign=campaign, number=3, by=by)


def lines(numbers: range) -> str:
    return "\n".join(str(number) for number in numbers)
