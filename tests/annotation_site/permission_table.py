"""Every address of the site and who is let in there. A new route needs its rows here.

A row is a method, a route as Django writes it, and an audience. What else the address names
comes after: `id="merge"` is the merge of tests/annotation_site/permission_world.py, and a word
the world does not know stands for itself. Every campaign in an address is the world's.
"""

from enum import StrEnum
from typing import NamedTuple


class Actor(StrEnum):
    STRANGER = "stranger"
    ANNOTATOR = "annotator"
    VIEWER = "viewer"
    MANAGER = "manager"
    OWNER = "owner"
    OUTSIDER = "owner of another campaign"


class Outcome(StrEnum):
    IN = "let in"
    SIGN_IN = "asked to sign in"
    WELCOME = "sent to the campaign's welcome"
    REFUSED = "refused"
    MISSING = "told that nothing is there"
    BROKEN = "met with an error of ours"


Audience = dict[Actor, Outcome]


def _members(*let_in: Actor) -> Audience:
    """Whoever else has an account learns nothing, not even that there is such a campaign."""
    return (
        dict.fromkeys(Actor, Outcome.MISSING)
        | dict.fromkeys([Actor.STRANGER, Actor.ANNOTATOR], Outcome.SIGN_IN)
        | dict.fromkeys(let_in, Outcome.IN)
    )


def _everybody(outcome: Outcome, *, but: Outcome, whom: list[Actor]) -> Audience:
    return dict.fromkeys(Actor, outcome) | dict.fromkeys(whom, but)


NOBODY: Audience = dict.fromkeys(Actor, Outcome.MISSING)
ANYBODY: Audience = dict.fromkeys(Actor, Outcome.IN)
LEADS = _everybody(Outcome.IN, but=Outcome.SIGN_IN, whom=[Actor.STRANGER, Actor.ANNOTATOR])
VIEWERS = _members(Actor.VIEWER, Actor.MANAGER, Actor.OWNER)
MANAGERS = _members(Actor.MANAGER, Actor.OWNER)
OWNERS = _members(Actor.OWNER)
VIEWERS_IN_SECRET = VIEWERS | dict.fromkeys([Actor.STRANGER, Actor.ANNOTATOR], Outcome.MISSING)
OPERATORS: Audience = dict.fromkeys(Actor, Outcome.SIGN_IN)

NOT_STAFF = _everybody(
    Outcome.REFUSED, but=Outcome.SIGN_IN, whom=[Actor.STRANGER, Actor.ANNOTATOR]
)
ANNOTATORS = _everybody(Outcome.WELCOME, but=Outcome.IN, whom=[Actor.ANNOTATOR])
TOKENS = _everybody(Outcome.REFUSED, but=Outcome.IN, whom=[Actor.ANNOTATOR])


class Row(NamedTuple):
    method: str
    route: str
    audience: Audience
    things: dict[str, str]


def row(method: str, route: str, audience: Audience, **things: str) -> Row:
    return Row(method, route, audience, things)


CAMPAIGN = "campaigns/<slug:slug>/"
PEOPLE = f"{CAMPAIGN}people/"
POOL = f"{CAMPAIGN}pool/"
SUBSETS = f"{CAMPAIGN}subsets/"
RATINGS = f"{CAMPAIGN}ratings/"
AGREEMENT = f"{CAMPAIGN}agreement/"
REPORT = f"{AGREEMENT}<int:id>/"
SUBMISSIONS = f"{CAMPAIGN}submissions/"
GOLD = f"{CAMPAIGN}gold/"
SCORES = f"{CAMPAIGN}scores/"
RELEASE = f"{SCORES}<int:number>/"
RATE = "rate/<slug:slug>/"
SITTING = f"{RATE}sitting/<int:id>/"
API = "api/v1/"
ASSIGNMENT = f"{API}assignments/<row:id>/"

# Where no row says otherwise, all below is for operators, whom no row names.
ADMIN = "admin/"

ROWS = [
    # The site.
    # Until its operator sets a token for the monitoring system.
    row("GET", "metrics", NOBODY),
    row("GET", "healthz", ANYBODY),
    row("GET", "readyz", ANYBODY),
    row("GET", "", ANYBODY),
    row("GET", "i18n/setlang/", ANYBODY),
    row("POST", "i18n/setlang/", ANYBODY),
    row("GET", "api/schema/", ANYBODY),
    row("GET", "api/docs/", ANYBODY),
    # Accounts.
    row("GET", "first-run/", OPERATORS),
    row("POST", "first-run/", OPERATORS),
    row("GET", "sign-in/", ANYBODY),
    row("POST", "sign-in/", ANYBODY),
    row("GET", "admin/login/", NOT_STAFF),
    row("POST", "sign-out/", ANYBODY),
    row("GET", "new-password/", ANYBODY),
    row("POST", "new-password/", ANYBODY),
    row("GET", "new-password/<uidb64>/<token>/", ANYBODY, uidb64="MQ", token="x-y"),
    row("POST", "new-password/<uidb64>/<token>/", ANYBODY, uidb64="MQ", token="x-y"),
    row("GET", "invitation/<str:token>/", ANYBODY, token="invitation token"),
    row("POST", "invitation/<str:token>/", ANYBODY, token="invitation token"),
    row("POST", "invitation/<str:token>/accept/", ANYBODY, token="invitation token"),
    row("GET", "account/", LEADS),
    row("POST", "account/", LEADS),
    row("GET", "account/password/", LEADS),
    row("POST", "account/password/", LEADS),
    # A campaign: what it rests on.
    row("GET", "campaigns/new/", LEADS),
    row("POST", "campaigns/new/", LEADS),
    row("GET", CAMPAIGN, VIEWERS),
    row("GET", f"{CAMPAIGN}sources/", VIEWERS),
    row("GET", f"{CAMPAIGN}sources/sentences/", VIEWERS),
    row("POST", f"{CAMPAIGN}sources/systems/add/", MANAGERS),
    row("GET", f"{CAMPAIGN}sources/systems/<int:id>/remove/", MANAGERS, id="system"),
    row("POST", f"{CAMPAIGN}sources/systems/<int:id>/remove/", MANAGERS, id="system"),
    row("GET", f"{CAMPAIGN}settings/", VIEWERS),
    row("POST", f"{CAMPAIGN}settings/", MANAGERS),
    row("GET", f"{CAMPAIGN}settings/<slug:name>/", VIEWERS, name="general"),
    row("POST", f"{CAMPAIGN}settings/<slug:name>/", MANAGERS, name="general"),
    row("GET", f"{CAMPAIGN}jobs/<int:id>/", VIEWERS, id="job"),
    row("GET", f"{CAMPAIGN}start-over/", MANAGERS),
    row("POST", f"{CAMPAIGN}start-over/", MANAGERS),
    row("GET", f"{CAMPAIGN}delete/", OWNERS),
    row("POST", f"{CAMPAIGN}delete/", OWNERS),
    # Who may work on it.
    row("GET", PEOPLE, VIEWERS),
    row("POST", f"{PEOPLE}invite/", OWNERS),
    row("POST", f"{PEOPLE}<int:id>/role/", OWNERS, id="member"),
    row("POST", f"{PEOPLE}<int:id>/remove/", OWNERS, id="member"),
    row("POST", f"{PEOPLE}invitations/<int:id>/cancel/", OWNERS, id="invitation"),
    row("GET", f"{CAMPAIGN}audit/", MANAGERS),
    # The pool and the subsets.
    row("GET", POOL, VIEWERS),
    row("POST", f"{POOL}run/", MANAGERS),
    row("GET", f"{POOL}candidates/", VIEWERS),
    row("GET", f"{POOL}merges/", VIEWERS),
    row("POST", f"{POOL}merges/confirm/", MANAGERS),
    row("POST", f"{POOL}merges/<int:id>/confirm/", MANAGERS, id="merge"),
    row("POST", f"{POOL}merges/<int:id>/undo/", MANAGERS, id="merge"),
    row("POST", f"{POOL}merges/<int:id>/redo/", MANAGERS, id="merge"),
    row("GET", SUBSETS, VIEWERS),
    row("POST", f"{SUBSETS}preview/", MANAGERS),
    row("POST", f"{SUBSETS}store/", MANAGERS),
    row("GET", f"{SUBSETS}plan.csv", VIEWERS),
    # Before and while annotators come.
    row("GET", f"{CAMPAIGN}annotators-see/", VIEWERS),
    row("POST", f"{CAMPAIGN}annotators-see/", VIEWERS),
    row("POST", f"{CAMPAIGN}open/", MANAGERS),
    row("POST", f"{CAMPAIGN}pause/", MANAGERS),
    row("POST", f"{CAMPAIGN}close/", MANAGERS),
    row("GET", RATINGS, VIEWERS),
    row("GET", f"{RATINGS}days.svg", VIEWERS),
    row("GET", f"{RATINGS}status/", VIEWERS),
    row("POST", f"{RATINGS}check/", MANAGERS),
    row("GET", f"{RATINGS}subsets/", VIEWERS),
    row("GET", f"{RATINGS}subsets/<int:number>/", VIEWERS, number="subset"),
    row("GET", f"{RATINGS}unjudged/", VIEWERS),
    row("GET", f"{RATINGS}annotators/", VIEWERS),
    row("GET", f"{RATINGS}annotators/<int:id>/", VIEWERS, id="annotator"),
    row("GET", f"{RATINGS}annotators/<int:id>/exclude/", MANAGERS, id="annotator"),
    row("POST", f"{RATINGS}annotators/<int:id>/exclude/", MANAGERS, id="annotator"),
    row("GET", f"{RATINGS}sittings/<int:id>/exclude/", MANAGERS, id="assignment"),
    row("POST", f"{RATINGS}sittings/<int:id>/exclude/", MANAGERS, id="assignment"),
    row("GET", f"{RATINGS}exclusions/<int:id>/undo/", MANAGERS, id="exclusion"),
    row("POST", f"{RATINGS}exclusions/<int:id>/undo/", MANAGERS, id="exclusion"),
    row("GET", f"{RATINGS}remarks/", VIEWERS),
    row("POST", f"{RATINGS}remarks/<int:id>/answer/", MANAGERS, id="remark"),
    row("GET", f"{RATINGS}sentences/<int:id>/", VIEWERS, id="sentence"),
    row("POST", f"{RATINGS}sentences/<int:id>/hide/", MANAGERS, id="sentence"),
    row("POST", f"{RATINGS}candidates/<int:id>/hide/", MANAGERS, id="candidate"),
    # Agreement.
    row("GET", AGREEMENT, VIEWERS),
    row("GET", f"{AGREEMENT}status/", VIEWERS),
    row("POST", f"{AGREEMENT}measure/", MANAGERS),
    row("GET", REPORT, VIEWERS, id="report"),
    row("GET", f"{REPORT}report.json", VIEWERS, id="report"),
    row(
        "GET",
        f"{REPORT}tables/<slug:name>.<slug:form>",
        VIEWERS,
        id="report",
        name="measures",
        form="csv",
    ),
    row(
        "GET",
        f"{REPORT}figures/<slug:name>.<slug:form>",
        VIEWERS,
        id="report",
        name="boxes",
        form="svg",
    ),
    # Systems that teams hand in, and the leaderboard, which the world's campaign does not show.
    row("GET", SUBMISSIONS, VIEWERS),
    row("POST", f"{SUBMISSIONS}leaderboard/", MANAGERS),
    row("POST", f"{SUBMISSIONS}links/", MANAGERS),
    row("POST", f"{SUBMISSIONS}links/<int:id>/close/", MANAGERS, id="link"),
    row("GET", "submit/<str:token>/", ANYBODY, token="link token"),
    row("POST", "submit/<str:token>/", ANYBODY, token="link token"),
    row("GET", "leaderboard/<slug:slug>/", VIEWERS_IN_SECRET),
    # The second gold and the scores.
    row("GET", GOLD, VIEWERS),
    row("GET", f"{GOLD}status/", VIEWERS),
    row("POST", f"{GOLD}release/", MANAGERS),
    row("GET", f"{GOLD}<int:number>/", VIEWERS, number="release"),
    row(
        "GET",
        f"{GOLD}<int:number>/files/<slug:format>/",
        VIEWERS,
        number="release",
        format="lexsub",
    ),
    row("GET", SCORES, VIEWERS),
    row("GET", f"{SCORES}status/", VIEWERS),
    row("GET", RELEASE, VIEWERS, number="release"),
    row("POST", f"{RELEASE}rescore/", MANAGERS, number="release"),
    row(
        "GET",
        f"{RELEASE}tables/<str:name>.<slug:form>",
        VIEWERS,
        number="release",
        name="rankings",
        form="csv",
    ),
    row(
        "GET",
        f"{RELEASE}figures/<str:name>.<slug:form>",
        VIEWERS,
        number="release",
        name="semdis.oot_norm",
        form="svg",
    ),
    row("GET", f"{RELEASE}systems/<int:id>/", VIEWERS, number="release", id="system"),
    # Rating, as the page.
    row("GET", RATE, ANYBODY),
    row("POST", RATE, ANYBODY),
    row("GET", f"{RATE}back/<str:token>/", ANYBODY, token="annotator token"),
    row("GET", f"{RATE}instructions/", ANNOTATORS),
    row("GET", f"{RATE}practice/<int:number>/", ANNOTATORS, number="1"),
    row("POST", f"{RATE}practice/done/", ANNOTATORS),
    row("POST", f"{RATE}take/", ANNOTATORS),
    row("GET", f"{RATE}sitting/", ANNOTATORS),
    row("POST", f"{SITTING}block/", ANNOTATORS, id="assignment"),
    row("POST", f"{SITTING}remark/", ANNOTATORS, id="assignment"),
    row("GET", f"{RATE}thanks/", ANNOTATORS),
    row("GET", f"{RATE}withdraw/", ANNOTATORS),
    row("POST", f"{RATE}withdraw/", ANNOTATORS),
    row("GET", f"{RATE}withdrawn/", ANYBODY),
    # Rating, as the API.
    row("POST", f"{API}campaigns/<slug:slug>/join/", ANYBODY),
    row("POST", f"{API}assignments/", TOKENS),
    row("PUT", f"{ASSIGNMENT}ratings/", TOKENS, id="assignment"),
    row("POST", f"{ASSIGNMENT}complete/", TOKENS, id="assignment"),
    row("POST", f"{ASSIGNMENT}remarks/", TOKENS, id="assignment"),
    row("GET", f"{API}me/", TOKENS),
    row("DELETE", f"{API}me/", TOKENS),
]
