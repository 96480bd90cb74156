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
# In the world it is the manager.
TOKEN_MAKER = _members(Actor.MANAGER)
# A recruiting site, which knows the campaign's secret.
SIGNED: Audience = dict.fromkeys(Actor, Outcome.REFUSED)
OPERATORS: Audience = dict.fromkeys(Actor, Outcome.SIGN_IN)

NOT_STAFF = _everybody(
    Outcome.REFUSED, but=Outcome.SIGN_IN, whom=[Actor.STRANGER, Actor.ANNOTATOR]
)
ANNOTATORS = _everybody(Outcome.WELCOME, but=Outcome.IN, whom=[Actor.ANNOTATOR])
WELCOMED: Audience = dict.fromkeys(Actor, Outcome.WELCOME)
TOKENS = _everybody(Outcome.REFUSED, but=Outcome.IN, whom=[Actor.ANNOTATOR])

# A lead's program: who has no token is refused, and so is a member whose role is too small.
_NO_TOKEN = dict.fromkeys([Actor.STRANGER, Actor.ANNOTATOR], Outcome.REFUSED)
API_LEADS = LEADS | _NO_TOKEN
API_VIEWERS = VIEWERS | _NO_TOKEN
API_MANAGERS = API_VIEWERS | {Actor.VIEWER: Outcome.REFUSED}
API_OWNERS = API_MANAGERS | {Actor.MANAGER: Outcome.REFUSED}


class Row(NamedTuple):
    method: str
    route: str
    audience: Audience
    things: dict[str, str]


def row(method: str, route: str, audience: Audience, **things: str) -> Row:
    return Row(method, route, audience, things)


CAMPAIGN = "campaigns/<slug:slug>/"
PEOPLE = f"{CAMPAIGN}people/"
WEBHOOKS = f"{CAMPAIGN}webhooks/"
POOL = f"{CAMPAIGN}pool/"
SUBSETS = f"{CAMPAIGN}subsets/"
FIRST_GOLD = f"{CAMPAIGN}first-gold/"
RATINGS = f"{CAMPAIGN}ratings/"
AGREEMENT = f"{CAMPAIGN}agreement/"
READ = f"{CAMPAIGN}read/"
JUDGES = f"{CAMPAIGN}judges/"
REPORT = f"{AGREEMENT}<int:id>/"
SUBMISSIONS = f"{CAMPAIGN}submissions/"
GOLD = f"{CAMPAIGN}gold/"
FORECAST = f"{CAMPAIGN}agreement/forecast/"
SCORES = f"{CAMPAIGN}scores/"
RELEASE = f"{SCORES}<int:number>/"
PUBLIC = "golds/<slug:slug>/<int:number>/"
RATE = "rate/<slug:slug>/"
SITTING = f"{RATE}sitting/<int:id>/"
API = "api/v1/"
ASSIGNMENT = f"{API}assignments/<row:id>/"
API_CAMPAIGNS = f"{API}campaigns/"
API_CAMPAIGN = f"{API_CAMPAIGNS}<slug:slug>/"
API_WEBHOOKS = f"{API_CAMPAIGN}webhooks/"
API_REPORT = f"{API_CAMPAIGN}agreement/<row:id>/"
API_FIRST_GOLD = f"{API_CAMPAIGN}first-gold/"
API_RELEASE = f"{API_CAMPAIGN}releases/<row:number>/"
API_PUBLIC = f"{API}golds/<slug:slug>/<row:number>/"

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
    row("GET", "coconuts/", LEADS),
    row("POST", "coconuts/", LEADS),
    row("POST", f"{API}coconuts/", API_LEADS),
    row("GET", "sample/", LEADS),
    row("POST", "sample/", LEADS),
    row("POST", f"{API}sample/", API_LEADS),
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
    row("GET", "account/tokens/", LEADS),
    row("POST", "account/tokens/", LEADS),
    # To others there is no such token.
    row("POST", "account/tokens/<int:id>/take-back/", TOKEN_MAKER, id="api token"),
    # A campaign: what it rests on.
    row("GET", "campaigns/new/", LEADS),
    row("POST", "campaigns/new/", LEADS),
    row("GET", CAMPAIGN, VIEWERS),
    row("GET", f"{CAMPAIGN}link.svg", VIEWERS),
    row("GET", f"{CAMPAIGN}poster/", VIEWERS),
    row("GET", f"{CAMPAIGN}sources/", VIEWERS),
    row("GET", f"{CAMPAIGN}sources/sentences/", VIEWERS),
    row("GET", f"{CAMPAIGN}ratings/annotators/tests/", OWNERS),
    row("POST", f"{CAMPAIGN}ratings/annotators/tests/", OWNERS),
    row("GET", f"{CAMPAIGN}archive/", OWNERS),
    row("POST", f"{CAMPAIGN}archive/", OWNERS),
    row("POST", f"{CAMPAIGN}sources/systems/add/", MANAGERS),
    row("POST", f"{CAMPAIGN}sources/systems/check/", MANAGERS),
    row("GET", f"{CAMPAIGN}sources/systems/<int:id>/replace/", MANAGERS, id="system"),
    row("POST", f"{CAMPAIGN}sources/systems/<int:id>/replace/", MANAGERS, id="system"),
    row("GET", f"{CAMPAIGN}baselines/", MANAGERS),
    row("GET", f"{CAMPAIGN}baselines/<slug:kind>/", MANAGERS, kind="words"),
    row("POST", f"{CAMPAIGN}baselines/<slug:kind>/", MANAGERS, kind="words"),
    row("GET", f"{CAMPAIGN}sources/systems/<int:id>/rename/", MANAGERS, id="system"),
    row("POST", f"{CAMPAIGN}sources/systems/<int:id>/rename/", MANAGERS, id="system"),
    row("GET", f"{CAMPAIGN}sources/systems/<int:id>/hide/", MANAGERS, id="system"),
    row("POST", f"{CAMPAIGN}sources/systems/<int:id>/hide/", MANAGERS, id="system"),
    row("POST", f"{CAMPAIGN}sources/systems/<int:id>/show/", MANAGERS, id="system"),
    row("GET", f"{CAMPAIGN}sources/systems/<int:id>/remove/", MANAGERS, id="system"),
    row("POST", f"{CAMPAIGN}sources/systems/<int:id>/remove/", MANAGERS, id="system"),
    row("GET", f"{CAMPAIGN}settings/", VIEWERS),
    row("POST", f"{CAMPAIGN}settings/", MANAGERS),
    row("GET", f"{CAMPAIGN}settings/<slug:name>/", VIEWERS, name="general"),
    row("POST", f"{CAMPAIGN}settings/<slug:name>/", MANAGERS, name="general"),
    row("POST", f"{CAMPAIGN}settings/quality/preview/", VIEWERS),
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
    row("POST", f"{PEOPLE}tokens/<int:id>/take-back/", OWNERS, id="api token"),
    row("GET", f"{CAMPAIGN}summaries/", VIEWERS),
    row("POST", f"{CAMPAIGN}summaries/", VIEWERS),
    row("POST", f"{CAMPAIGN}summaries/send/", VIEWERS),
    row("GET", "no-summaries/<str:token>/", ANYBODY, token="stop summaries"),
    row("POST", "no-summaries/<str:token>/", ANYBODY, token="stop summaries"),
    row("GET", f"{CAMPAIGN}audit/", MANAGERS),
    # Its address may hold a secret of the receiver's.
    row("GET", WEBHOOKS, MANAGERS),
    row("POST", f"{WEBHOOKS}make/", MANAGERS),
    row("POST", f"{WEBHOOKS}<int:id>/test/", MANAGERS, id="webhook"),
    row("POST", f"{WEBHOOKS}<int:id>/remove/", MANAGERS, id="webhook"),
    row("POST", f"{WEBHOOKS}messages/<int:id>/again/", MANAGERS, id="webhook message"),
    # The first stage: what annotators propose, and the first gold.
    row("GET", FIRST_GOLD, VIEWERS),
    row("GET", f"{FIRST_GOLD}status/", VIEWERS),
    row("POST", f"{FIRST_GOLD}report/", MANAGERS),
    row("GET", f"{FIRST_GOLD}report.json", VIEWERS),
    row("POST", f"{FIRST_GOLD}rounds/", MANAGERS),
    row("GET", f"{FIRST_GOLD}rounds/take-back/", MANAGERS),
    row("POST", f"{FIRST_GOLD}rounds/take-back/", MANAGERS),
    row("GET", f"{FIRST_GOLD}sentences/", VIEWERS),
    row("GET", f"{FIRST_GOLD}merges/", VIEWERS),
    row("GET", f"{FIRST_GOLD}spellings/", VIEWERS),
    row("POST", f"{FIRST_GOLD}spellings/decide/", MANAGERS),
    row("GET", f"{FIRST_GOLD}lemmas/", VIEWERS),
    row("GET", f"{FIRST_GOLD}lemmas/table/", MANAGERS),
    row("POST", f"{FIRST_GOLD}lemmas/table/", MANAGERS),
    row("POST", f"{FIRST_GOLD}lemmas/<int:id>/undo/", MANAGERS, id="lemma"),
    row("POST", f"{FIRST_GOLD}lemmas/<int:id>/redo/", MANAGERS, id="lemma"),
    row("GET", f"{FIRST_GOLD}unclear/", VIEWERS),
    row("GET", f"{FIRST_GOLD}annotators/", VIEWERS),
    row("GET", f"{FIRST_GOLD}annotators/<int:id>/exclude/", MANAGERS, id="proposer"),
    row("POST", f"{FIRST_GOLD}annotators/<int:id>/exclude/", MANAGERS, id="proposer"),
    row("GET", f"{FIRST_GOLD}exclusions/<int:id>/undo/", MANAGERS, id="proposal exclusion"),
    row("POST", f"{FIRST_GOLD}exclusions/<int:id>/undo/", MANAGERS, id="proposal exclusion"),
    row("GET", f"{FIRST_GOLD}agreement/", VIEWERS),
    row(
        "GET",
        f"{FIRST_GOLD}tables/<slug:name>.<slug:form>",
        VIEWERS,
        name="first_stage_agreement",
        form="csv",
    ),
    row("GET", f"{FIRST_GOLD}freeze/", VIEWERS),
    row("POST", f"{FIRST_GOLD}freeze/", MANAGERS),
    row(
        "GET",
        f"{FIRST_GOLD}golds/<int:number>.<slug:form>",
        VIEWERS,
        number="first gold",
        form="txt",
    ),
    # The pool and the subsets.
    row("GET", POOL, VIEWERS),
    row("POST", f"{POOL}run/", MANAGERS),
    row("GET", f"{POOL}merges/", VIEWERS),
    row("POST", f"{POOL}merges/confirm/", MANAGERS),
    row("POST", f"{POOL}merges/<int:id>/confirm/", MANAGERS, id="merge"),
    row("POST", f"{POOL}merges/<int:id>/undo/", MANAGERS, id="merge"),
    row("POST", f"{POOL}merges/<int:id>/redo/", MANAGERS, id="merge"),
    row("GET", SUBSETS, VIEWERS),
    row("POST", f"{SUBSETS}preview/", MANAGERS),
    row("POST", f"{SUBSETS}store/", MANAGERS),
    row("POST", f"{SUBSETS}calibrate/", MANAGERS),
    row("POST", f"{SUBSETS}calibrate/preview/", MANAGERS),
    row("POST", f"{SUBSETS}rounds/", MANAGERS),
    row("POST", f"{SUBSETS}rounds/preview/", MANAGERS),
    row("POST", f"{SUBSETS}rounds/<int:number>/take-back/", MANAGERS, number="rating round"),
    row("GET", f"{SUBSETS}plan.csv", VIEWERS),
    row("GET", f"{SUBSETS}sample.csv", VIEWERS),
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
    row("GET", f"{RATINGS}short/", VIEWERS),
    row("GET", f"{RATINGS}short.csv", VIEWERS),
    row("GET", f"{RATINGS}ledger.<slug:form>", VIEWERS, form="csv"),
    row("GET", f"{RATINGS}imports/", VIEWERS),
    row("POST", f"{RATINGS}imports/preview/", MANAGERS),
    row("POST", f"{RATINGS}imports/bring-in/", MANAGERS),
    row("GET", f"{RATINGS}imports/<int:number>/take-back/", MANAGERS, number="import"),
    row("POST", f"{RATINGS}imports/<int:number>/take-back/", MANAGERS, number="import"),
    row("GET", f"{RATINGS}trials/", VIEWERS),
    row("GET", f"{RATINGS}recruiting/", VIEWERS),
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
    row("GET", f"{AGREEMENT}documents/", VIEWERS),
    row("POST", f"{AGREEMENT}documents/<int:id>/tag/", MANAGERS, id="sentence"),
    row("POST", f"{AGREEMENT}documents/<int:id>/untag/", MANAGERS, id="sentence"),
    row("GET", f"{AGREEMENT}themes/", VIEWERS),
    row("GET", f"{AGREEMENT}themes.<slug:form>", VIEWERS, form="csv"),
    row("GET", f"{AGREEMENT}revisions/<int:number>/", VIEWERS, number="revision"),
    row(
        "GET",
        f"{AGREEMENT}revisions/<int:number>.<slug:form>",
        VIEWERS,
        number="revision",
        form="csv",
    ),
    row("GET", f"{RATINGS}categories/", VIEWERS),
    row("POST", f"{RATINGS}categories/preview/", MANAGERS),
    row("POST", f"{RATINGS}categories/revise/", MANAGERS),
    row("GET", f"{RATINGS}categories/<int:number>/", VIEWERS, number="revision"),
    row("GET", READ, VIEWERS),
    row("GET", f"{READ}candidates.csv", VIEWERS),
    row("GET", f"{READ}items/", VIEWERS),
    row("GET", f"{READ}items.csv", VIEWERS),
    row("GET", f"{READ}items/<int:id>/", VIEWERS, id="sentence"),
    row("POST", f"{READ}update/", MANAGERS),
    row("POST", f"{AGREEMENT}words/", MANAGERS),
    row("POST", f"{AGREEMENT}words/remove/", MANAGERS),
    # Systems that teams hand in, and the leaderboard, which the world's campaign does not show.
    row("GET", SUBMISSIONS, VIEWERS),
    row("POST", f"{SUBMISSIONS}leaderboard/", MANAGERS),
    row("POST", f"{SUBMISSIONS}links/", MANAGERS),
    row("POST", f"{SUBMISSIONS}links/<int:id>/close/", MANAGERS, id="link"),
    row("GET", "submit/<str:token>/", ANYBODY, token="link token"),
    row("POST", "submit/<str:token>/", ANYBODY, token="link token"),
    row("GET", "submit/<str:token>/items.csv", ANYBODY, token="link token"),
    row("GET", f"{API}submit/<str:token>/", ANYBODY, token="link token"),
    row("POST", f"{API}submit/<str:token>/check/", ANYBODY, token="link token"),
    row("GET", "leaderboard/<slug:slug>/", VIEWERS_IN_SECRET),
    # The second gold and the scores.
    row("GET", GOLD, VIEWERS),
    row("GET", f"{GOLD}status/", VIEWERS),
    row("POST", f"{GOLD}release/", MANAGERS),
    row("GET", f"{GOLD}compare/", VIEWERS),
    row(
        "GET",
        f"{GOLD}compare/<int:first>/<int:second>.csv",
        VIEWERS,
        first="release",
        second="release",
    ),
    row("GET", f"{GOLD}<int:number>/", VIEWERS, number="release"),
    row(
        "GET",
        f"{GOLD}<int:number>/files/<slug:format>/",
        VIEWERS,
        number="release",
        format="lexsub",
    ),
    row("POST", f"{GOLD}<int:number>/publish/", MANAGERS, number="release"),
    row("POST", f"{GOLD}<int:number>/unpublish/", MANAGERS, number="release"),
    row("POST", f"{GOLD}<int:number>/doi/", MANAGERS, number="release"),
    # The world's release is public.
    row("GET", PUBLIC, ANYBODY, number="release"),
    row("GET", f"{PUBLIC}files/<slug:format>/", ANYBODY, number="release", format="lexsub"),
    row("GET", f"{PUBLIC}citation.<slug:form>", ANYBODY, number="release", form="bib"),
    row("GET", f"{PUBLIC}<slug:name>/", ANYBODY, number="release", name="public entry"),
    # Models as judges.
    row("GET", JUDGES, VIEWERS),
    row("POST", f"{JUDGES}add/", MANAGERS),
    row("POST", f"{JUDGES}measure/", MANAGERS),
    row("GET", f"{JUDGES}status/", VIEWERS),
    row("GET", f"{JUDGES}<int:number>/remove/", MANAGERS, number="judge"),
    row("POST", f"{JUDGES}<int:number>/remove/", MANAGERS, number="judge"),
    row("GET", f"{JUDGES}reports/<int:id>/report.json", VIEWERS, id="judging"),
    row(
        "GET",
        f"{JUDGES}reports/<int:id>/tables/<slug:name>.<slug:form>",
        VIEWERS,
        id="judging",
        name="judges",
        form="csv",
    ),
    row("GET", FORECAST, VIEWERS),
    row(
        "GET", f"{FORECAST}tables/<slug:name>.<slug:form>", VIEWERS, name="history", form="csv"
    ),
    row(
        "GET", f"{FORECAST}figures/<slug:name>.<slug:form>", VIEWERS, name="history", form="svg"
    ),
    row(
        "GET",
        f"{JUDGES}reports/<int:id>/figures/<int:number>.<slug:form>",
        VIEWERS,
        id="judging",
        number="judge",
        form="svg",
    ),
    row("GET", SCORES, VIEWERS),
    row("GET", f"{SCORES}status/", VIEWERS),
    row("POST", f"{SCORES}multiwords/", MANAGERS),
    row("GET", f"{SCORES}papers/", VIEWERS),
    row(
        "GET",
        f"{SCORES}papers/<str:table>.<slug:form>",
        VIEWERS,
        table="semeval2007.table_1",
        form="csv",
    ),
    row("GET", f"{CAMPAIGN}sources/parts/", VIEWERS),
    row("GET", f"{CAMPAIGN}sources/systems/<int:id>/answers/", VIEWERS, id="system"),
    row("POST", f"{CAMPAIGN}sources/parts/add/", MANAGERS),
    row("POST", f"{CAMPAIGN}sources/parts/<str:name>/remove/", MANAGERS, name="MAN"),
    row("GET", RELEASE, VIEWERS, number="release"),
    row("POST", f"{RELEASE}rescore/", MANAGERS, number="release"),
    row("GET", f"{RELEASE}left-out/", VIEWERS, number="release"),
    row("GET", f"{RELEASE}distributions/", VIEWERS, number="release"),
    row("POST", f"{RELEASE}distributions/add/", MANAGERS, number="release"),
    row(
        "POST",
        f"{RELEASE}distributions/<int:id>/remove/",
        MANAGERS,
        number="release",
        id="soft system",
    ),
    row(
        "GET",
        f"{RELEASE}distributions/tables/<slug:name>.<slug:form>",
        VIEWERS,
        number="release",
        name="shares",
        form="csv",
    ),
    row(
        "GET",
        f"{RELEASE}tables/<path:name>.<slug:form>",
        VIEWERS,
        number="release",
        name="rankings",
        form="csv",
    ),
    row(
        "GET",
        f"{RELEASE}figures/<path:name>.<slug:form>",
        VIEWERS,
        number="release",
        name="semdis.oot_norm",
        form="svg",
    ),
    row("GET", f"{RELEASE}systems/<int:id>/", VIEWERS, number="release", id="system"),
    # Rating, as the page.
    row("GET", "rate/service-worker.js", ANYBODY),
    row("GET", RATE, ANYBODY),
    row("POST", RATE, ANYBODY),
    row("GET", f"{RATE}back/<str:token>/", ANYBODY, token="annotator token"),
    row("POST", f"{RATE}back/<str:token>/", ANYBODY, token="annotator token"),
    row("GET", f"{RATE}someone-else/", ANNOTATORS),
    # It forgets the annotator and leads to the welcome too.
    row("POST", f"{RATE}someone-else/", WELCOMED),
    row("GET", f"{RATE}instructions/", ANNOTATORS),
    row("GET", f"{RATE}declined/", ANYBODY),
    row("GET", f"{RATE}check/", ANNOTATORS),
    row("POST", f"{RATE}check/", ANNOTATORS),
    row("GET", f"{RATE}practice/<int:number>/", ANNOTATORS, number="1"),
    row("POST", f"{RATE}practice/done/", ANNOTATORS),
    row("POST", f"{RATE}take/", ANNOTATORS),
    row("GET", f"{RATE}sitting/", ANNOTATORS),
    row("POST", f"{SITTING}block/", ANNOTATORS, id="assignment"),
    row("POST", f"{SITTING}remark/", ANNOTATORS, id="assignment"),
    row("GET", f"{RATE}thanks/", ANNOTATORS),
    row("POST", f"{RATE}goal/", ANNOTATORS),
    row("POST", f"{RATE}remind/", ANNOTATORS),
    row("GET", "rate/no-letters/<str:token>/", ANYBODY, token="stop reminders"),
    row("POST", "rate/no-letters/<str:token>/", ANYBODY, token="stop reminders"),
    row("GET", f"{RATE}withdraw/", ANNOTATORS),
    row("POST", f"{RATE}withdraw/", ANNOTATORS),
    row("GET", f"{RATE}withdrawn/", ANYBODY),
    # Rating, as the API.
    row("POST", f"{API}campaigns/<slug:slug>/join/", ANYBODY),
    row("GET", f"{API}comprehension/", TOKENS),
    row("POST", f"{API}comprehension/", TOKENS),
    row("GET", f"{API}practice/", TOKENS),
    row("POST", f"{API}practice/", TOKENS),
    # Only what is signed with the campaign's secret.
    row("POST", f"{API_CAMPAIGN}recruiting/status/", SIGNED),
    row("POST", f"{API}assignments/", TOKENS),
    row("PUT", f"{ASSIGNMENT}ratings/", TOKENS, id="assignment"),
    row("PUT", f"{ASSIGNMENT}proposals/", TOKENS, id="assignment"),
    row("POST", f"{ASSIGNMENT}complete/", TOKENS, id="assignment"),
    row("POST", f"{ASSIGNMENT}remarks/", TOKENS, id="assignment"),
    row("GET", f"{API}me/", TOKENS),
    row("PUT", f"{API}me/reminder/", TOKENS),
    row("DELETE", f"{API}me/reminder/", TOKENS),
    row("DELETE", f"{API}me/", TOKENS),
    # A lead's program: what a campaign rests on, and who works on it.
    row("GET", API_CAMPAIGNS, API_LEADS),
    row("POST", API_CAMPAIGNS, API_LEADS),
    row("GET", API_CAMPAIGN, API_VIEWERS),
    row("PATCH", API_CAMPAIGN, API_MANAGERS),
    row("DELETE", API_CAMPAIGN, API_OWNERS),
    row("POST", f"{API_CAMPAIGN}start-over/", API_MANAGERS),
    row("GET", f"{API_CAMPAIGN}overview/", API_VIEWERS),
    row("GET", f"{API_CAMPAIGN}summaries/", API_VIEWERS),
    row("PUT", f"{API_CAMPAIGN}summaries/", API_VIEWERS),
    row("POST", f"{API_CAMPAIGN}summaries/send/", API_VIEWERS),
    row("GET", f"{API_CAMPAIGN}sentences/", API_VIEWERS),
    row("GET", f"{API_CAMPAIGN}systems/", API_VIEWERS),
    row("POST", f"{API_CAMPAIGN}baselines/", API_MANAGERS),
    row("POST", f"{API_CAMPAIGN}annotators/delete-tests/", API_OWNERS),
    row("POST", f"{API_CAMPAIGN}archive/", API_OWNERS),
    row("POST", f"{API_CAMPAIGN}bring-back/", API_OWNERS),
    row("POST", f"{API_CAMPAIGN}systems/", API_MANAGERS),
    row("POST", f"{API_CAMPAIGN}systems/batch/", API_MANAGERS),
    row("PUT", f"{API_CAMPAIGN}systems/<row:id>/answers/", API_MANAGERS, id="system"),
    row("GET", f"{API_CAMPAIGN}systems/<row:id>/", API_VIEWERS, id="system"),
    row("PATCH", f"{API_CAMPAIGN}systems/<row:id>/", API_MANAGERS, id="system"),
    row("DELETE", f"{API_CAMPAIGN}systems/<row:id>/", API_MANAGERS, id="system"),
    row("POST", f"{API_CAMPAIGN}systems/<row:id>/hide/", API_MANAGERS, id="system"),
    row("POST", f"{API_CAMPAIGN}systems/<row:id>/show/", API_MANAGERS, id="system"),
    row("GET", f"{API_CAMPAIGN}systems/<row:id>/answers/", API_VIEWERS, id="system"),
    row("GET", f"{API_CAMPAIGN}members/", API_VIEWERS),
    row("POST", f"{API_CAMPAIGN}members/", API_OWNERS),
    row("PATCH", f"{API_CAMPAIGN}members/<row:id>/", API_OWNERS, id="member"),
    row("DELETE", f"{API_CAMPAIGN}members/<row:id>/", API_OWNERS, id="member"),
    row("GET", f"{API_CAMPAIGN}invitations/", API_OWNERS),
    row("GET", f"{API_CAMPAIGN}invitations/<row:id>/", API_OWNERS, id="invitation"),
    row("DELETE", f"{API_CAMPAIGN}invitations/<row:id>/", API_OWNERS, id="invitation"),
    row("GET", f"{API_CAMPAIGN}audit/", API_MANAGERS),
    row("GET", API_WEBHOOKS, API_MANAGERS),
    row("POST", API_WEBHOOKS, API_MANAGERS),
    row("DELETE", f"{API_WEBHOOKS}<row:id>/", API_MANAGERS, id="webhook"),
    row("POST", f"{API_WEBHOOKS}<row:id>/test/", API_MANAGERS, id="webhook"),
    row("GET", f"{API_WEBHOOKS}messages/", API_MANAGERS),
    row("POST", f"{API_WEBHOOKS}messages/<row:id>/again/", API_MANAGERS, id="webhook message"),
    row("GET", f"{API_CAMPAIGN}jobs/", API_VIEWERS),
    row("GET", f"{API_CAMPAIGN}jobs/<row:id>/", API_VIEWERS, id="job"),
    # A lead's program: the pool and the subsets.
    row("GET", f"{API_CAMPAIGN}pool/", API_VIEWERS),
    row("POST", f"{API_CAMPAIGN}pool/", API_MANAGERS),
    row("GET", f"{API_CAMPAIGN}candidates/", API_VIEWERS),
    row("GET", f"{API_CAMPAIGN}merges/", API_VIEWERS),
    row("POST", f"{API_CAMPAIGN}merges/confirm/", API_MANAGERS),
    row("POST", f"{API_CAMPAIGN}merges/<row:id>/confirm/", API_MANAGERS, id="merge"),
    row("POST", f"{API_CAMPAIGN}merges/<row:id>/undo/", API_MANAGERS, id="merge"),
    row("POST", f"{API_CAMPAIGN}merges/<row:id>/redo/", API_MANAGERS, id="merge"),
    row("GET", API_FIRST_GOLD, API_VIEWERS),
    row("GET", f"{API_FIRST_GOLD}report/", API_VIEWERS),
    row("POST", f"{API_FIRST_GOLD}report/", API_MANAGERS),
    row("GET", f"{API_FIRST_GOLD}sentences/", API_VIEWERS),
    row(
        "GET",
        f"{API_FIRST_GOLD}tables/<slug:name>.<slug:form>",
        API_VIEWERS,
        name="first_stage_agreement",
        form="csv",
    ),
    row("GET", f"{API_FIRST_GOLD}spellings/", API_VIEWERS),
    row("POST", f"{API_FIRST_GOLD}spellings/", API_MANAGERS),
    row("GET", f"{API_FIRST_GOLD}lemmas/", API_VIEWERS),
    row("POST", f"{API_FIRST_GOLD}lemmas/table/", API_MANAGERS),
    row("POST", f"{API_FIRST_GOLD}lemmas/<row:id>/undo/", API_MANAGERS, id="lemma"),
    row("POST", f"{API_FIRST_GOLD}lemmas/<row:id>/redo/", API_MANAGERS, id="lemma"),
    row("GET", f"{API_FIRST_GOLD}annotators/<row:id>/effect/", API_VIEWERS, id="proposer"),
    row("GET", f"{API_FIRST_GOLD}exclusions/", API_VIEWERS),
    row("POST", f"{API_FIRST_GOLD}exclusions/", API_MANAGERS),
    row(
        "POST",
        f"{API_FIRST_GOLD}exclusions/<row:id>/undo/",
        API_MANAGERS,
        id="proposal exclusion",
    ),
    row("POST", f"{API_FIRST_GOLD}freeze/", API_MANAGERS),
    row("GET", f"{API_FIRST_GOLD}golds/", API_VIEWERS),
    row(
        "GET",
        f"{API_FIRST_GOLD}golds/<row:number>.<slug:form>",
        API_VIEWERS,
        number="first gold",
        form="txt",
    ),
    row("GET", f"{API_CAMPAIGN}first-gold/rounds/", API_VIEWERS),
    row("POST", f"{API_CAMPAIGN}first-gold/rounds/", API_MANAGERS),
    row("DELETE", f"{API_CAMPAIGN}first-gold/rounds/", API_MANAGERS),
    row("POST", f"{API_CAMPAIGN}first-gold/import/", API_MANAGERS),
    row("GET", f"{API_CAMPAIGN}subsets/", API_VIEWERS),
    row("POST", f"{API_CAMPAIGN}subsets/", API_MANAGERS),
    row("POST", f"{API_CAMPAIGN}subsets/preview/", API_MANAGERS),
    row("POST", f"{API_CAMPAIGN}subsets/calibration/", API_MANAGERS),
    row("POST", f"{API_CAMPAIGN}subsets/calibration/preview/", API_MANAGERS),
    row("GET", f"{API_CAMPAIGN}subsets/rounds/", API_VIEWERS),
    row("POST", f"{API_CAMPAIGN}subsets/rounds/", API_MANAGERS),
    row("POST", f"{API_CAMPAIGN}subsets/rounds/preview/", API_MANAGERS),
    row(
        "POST",
        f"{API_CAMPAIGN}subsets/rounds/<row:number>/take-back/",
        API_MANAGERS,
        number="rating round",
    ),
    row("GET", f"{API_CAMPAIGN}plan.csv", API_VIEWERS),
    row("GET", f"{API_CAMPAIGN}sample.csv", API_VIEWERS),
    # A lead's program: while annotators come.
    row("POST", f"{API_CAMPAIGN}open/", API_MANAGERS),
    row("POST", f"{API_CAMPAIGN}pause/", API_MANAGERS),
    row("POST", f"{API_CAMPAIGN}close/", API_MANAGERS),
    row("GET", f"{API_CAMPAIGN}coverage/", API_VIEWERS),
    row("GET", f"{API_CAMPAIGN}coverage/subsets/", API_VIEWERS),
    row("GET", f"{API_CAMPAIGN}coverage/subsets/<row:number>/", API_VIEWERS, number="subset"),
    row("GET", f"{API_CAMPAIGN}coverage/candidates/", API_VIEWERS),
    row("GET", f"{API_CAMPAIGN}coverage/candidates.csv", API_VIEWERS),
    row("GET", f"{API_CAMPAIGN}ledger/", API_VIEWERS),
    row("GET", f"{API_CAMPAIGN}ledger.<slug:form>", API_VIEWERS, form="csv"),
    row("GET", f"{API_CAMPAIGN}coverage/unjudged/", API_VIEWERS),
    row("GET", f"{API_CAMPAIGN}annotators/", API_VIEWERS),
    row("POST", f"{API_CAMPAIGN}annotators/check/", API_MANAGERS),
    row("GET", f"{API_CAMPAIGN}annotators/<row:id>/", API_VIEWERS, id="annotator"),
    row("GET", f"{API_CAMPAIGN}flags/", API_VIEWERS),
    row("GET", f"{API_CAMPAIGN}exclusions/", API_VIEWERS),
    row("POST", f"{API_CAMPAIGN}exclusions/", API_MANAGERS),
    row("GET", f"{API_CAMPAIGN}exclusions/effect/", API_MANAGERS),
    row("DELETE", f"{API_CAMPAIGN}exclusions/<row:id>/", API_MANAGERS, id="exclusion"),
    row("GET", f"{API_CAMPAIGN}trials/", API_VIEWERS),
    row("GET", f"{API_CAMPAIGN}recruiting/", API_VIEWERS),
    row("GET", f"{API_CAMPAIGN}remarks/", API_VIEWERS),
    row("POST", f"{API_CAMPAIGN}remarks/<row:id>/answer/", API_MANAGERS, id="remark"),
    row("POST", f"{API_CAMPAIGN}sentences/<row:id>/hide/", API_MANAGERS, id="sentence"),
    row("POST", f"{API_CAMPAIGN}sentences/<row:id>/show/", API_MANAGERS, id="sentence"),
    row("POST", f"{API_CAMPAIGN}candidates/<row:id>/hide/", API_MANAGERS, id="candidate"),
    row("POST", f"{API_CAMPAIGN}candidates/<row:id>/show/", API_MANAGERS, id="candidate"),
    row("POST", f"{API_CAMPAIGN}ratings/import/", API_MANAGERS),
    row("POST", f"{API_CAMPAIGN}ratings/import/preview/", API_MANAGERS),
    row("GET", f"{API_CAMPAIGN}ratings/imports/", API_VIEWERS),
    row(
        "POST",
        f"{API_CAMPAIGN}ratings/imports/<row:number>/take-back/",
        API_MANAGERS,
        number="import",
    ),
    row("GET", f"{API_CAMPAIGN}categories/", API_VIEWERS),
    row("GET", f"{API_CAMPAIGN}categories/revisions/", API_VIEWERS),
    row("POST", f"{API_CAMPAIGN}categories/revisions/", API_MANAGERS),
    row("POST", f"{API_CAMPAIGN}categories/revisions/preview/", API_MANAGERS),
    row(
        "GET",
        f"{API_CAMPAIGN}categories/revisions/<row:number>/documents/",
        API_VIEWERS,
        number="revision",
    ),
    row(
        "GET",
        f"{API_CAMPAIGN}categories/revisions/<row:number>/agreement/",
        API_VIEWERS,
        number="revision",
    ),
    # A lead's program: models as judges.
    row("GET", f"{API_CAMPAIGN}judges/", API_VIEWERS),
    row("POST", f"{API_CAMPAIGN}judges/", API_MANAGERS),
    row("GET", f"{API_CAMPAIGN}judges/report/", API_VIEWERS),
    row("POST", f"{API_CAMPAIGN}judges/report/", API_MANAGERS),
    row(
        "GET",
        f"{API_CAMPAIGN}judges/report/tables/<slug:name>.<slug:form>",
        API_VIEWERS,
        name="judges",
        form="csv",
    ),
    row(
        "GET",
        f"{API_CAMPAIGN}judges/report/figures/<row:number>.<slug:form>",
        API_VIEWERS,
        number="judge",
        form="svg",
    ),
    row("GET", f"{API_CAMPAIGN}judges/<row:number>/", API_VIEWERS, number="judge"),
    row("DELETE", f"{API_CAMPAIGN}judges/<row:number>/", API_MANAGERS, number="judge"),
    # A lead's program: agreement.
    row("GET", f"{API_CAMPAIGN}documents/disagreements/", API_VIEWERS),
    row("POST", f"{API_CAMPAIGN}documents/<row:id>/themes/", API_MANAGERS, id="sentence"),
    row("DELETE", f"{API_CAMPAIGN}documents/<row:id>/themes/", API_MANAGERS, id="sentence"),
    row("GET", f"{API_CAMPAIGN}read/candidates/", API_VIEWERS),
    row("GET", f"{API_CAMPAIGN}read/candidates.csv", API_VIEWERS),
    row("GET", f"{API_CAMPAIGN}read/items/", API_VIEWERS),
    row("GET", f"{API_CAMPAIGN}read/items.csv", API_VIEWERS),
    row("GET", f"{API_CAMPAIGN}read/items/<row:id>/", API_VIEWERS, id="sentence"),
    row("POST", f"{API_CAMPAIGN}read/update/", API_MANAGERS),
    row("GET", f"{API_CAMPAIGN}themes/", API_VIEWERS),
    row("GET", f"{API_CAMPAIGN}themes.<slug:form>", API_VIEWERS, form="csv"),
    row("GET", f"{API_CAMPAIGN}agreement/", API_VIEWERS),
    row("POST", f"{API_CAMPAIGN}agreement/", API_MANAGERS),
    row("GET", f"{API_CAMPAIGN}word-list/", API_VIEWERS),
    row("POST", f"{API_CAMPAIGN}word-list/", API_MANAGERS),
    row("DELETE", f"{API_CAMPAIGN}word-list/", API_MANAGERS),
    row("GET", API_REPORT, API_VIEWERS, id="report"),
    row(
        "GET",
        f"{API_REPORT}tables/<slug:name>.<slug:form>",
        API_VIEWERS,
        id="report",
        name="measures",
        form="csv",
    ),
    row(
        "GET",
        f"{API_REPORT}figures/<slug:name>.<slug:form>",
        API_VIEWERS,
        id="report",
        name="boxes",
        form="svg",
    ),
    # A lead's program: the second gold and the scores.
    row("GET", f"{API_CAMPAIGN}releases/", API_VIEWERS),
    row("POST", f"{API_CAMPAIGN}releases/", API_MANAGERS),
    row("GET", API_RELEASE, API_VIEWERS, number="release"),
    row(
        "GET",
        f"{API_RELEASE}files/<slug:format>/",
        API_VIEWERS,
        number="release",
        format="lexsub",
    ),
    row(
        "GET",
        f"{API_CAMPAIGN}releases/<row:first>/compare/<row:second>/",
        API_VIEWERS,
        first="release",
        second="release",
    ),
    row(
        "GET",
        f"{API_CAMPAIGN}releases/<row:first>/compare/<row:second>.csv",
        API_VIEWERS,
        first="release",
        second="release",
    ),
    row("POST", f"{API_CAMPAIGN}multiwords/", API_MANAGERS),
    row("GET", f"{API_CAMPAIGN}paper-tables/", API_VIEWERS),
    row(
        "GET",
        f"{API_CAMPAIGN}paper-tables/<str:table>.<slug:form>",
        API_VIEWERS,
        table="semeval2007.table_1",
        form="csv",
    ),
    row("GET", f"{API_CAMPAIGN}parts/", API_VIEWERS),
    row("POST", f"{API_CAMPAIGN}parts/", API_MANAGERS),
    row("DELETE", f"{API_CAMPAIGN}parts/<str:name>/", API_MANAGERS, name="MAN"),
    row("POST", f"{API_RELEASE}publish/", API_MANAGERS, number="release"),
    row("POST", f"{API_RELEASE}unpublish/", API_MANAGERS, number="release"),
    row("PUT", f"{API_RELEASE}doi/", API_MANAGERS, number="release"),
    row("GET", f"{API}golds/", ANYBODY),
    row("GET", API_PUBLIC, ANYBODY, number="release"),
    row("GET", f"{API_PUBLIC}<slug:name>/", ANYBODY, number="release", name="public entry"),
    row("GET", f"{API_CAMPAIGN}ranking-forecast/", API_VIEWERS),
    row(
        "GET",
        f"{API_CAMPAIGN}ranking-forecast/tables/<slug:name>.<slug:form>",
        API_VIEWERS,
        name="history",
        form="csv",
    ),
    row(
        "GET",
        f"{API_CAMPAIGN}ranking-forecast/figures/<slug:name>.<slug:form>",
        API_VIEWERS,
        name="history",
        form="svg",
    ),
    row("GET", f"{API_RELEASE}distributions/", API_VIEWERS, number="release"),
    row("POST", f"{API_RELEASE}distributions/", API_MANAGERS, number="release"),
    row(
        "DELETE",
        f"{API_RELEASE}distributions/<row:id>/",
        API_MANAGERS,
        number="release",
        id="soft system",
    ),
    row("GET", f"{API_RELEASE}scores/", API_VIEWERS, number="release"),
    row("POST", f"{API_RELEASE}scores/", API_MANAGERS, number="release"),
    row("GET", f"{API_RELEASE}scores/left-out/", API_VIEWERS, number="release"),
    row(
        "GET",
        f"{API_RELEASE}scores/tables/<path:name>.<slug:form>",
        API_VIEWERS,
        number="release",
        name="rankings",
        form="csv",
    ),
    row(
        "GET",
        f"{API_RELEASE}scores/figures/<path:name>.<slug:form>",
        API_VIEWERS,
        number="release",
        name="semdis.oot_norm",
        form="svg",
    ),
    row(
        "GET",
        f"{API_RELEASE}scores/systems/<row:id>/",
        API_VIEWERS,
        number="release",
        id="system",
    ),
    row("GET", f"{API_CAMPAIGN}submission-links/", API_VIEWERS),
    row("POST", f"{API_CAMPAIGN}submission-links/", API_MANAGERS),
    row("POST", f"{API_CAMPAIGN}submission-links/<row:id>/close/", API_MANAGERS, id="link"),
    # Which the world's campaign does not show.
    row("GET", f"{API_CAMPAIGN}leaderboard/", VIEWERS_IN_SECRET),
    row("POST", f"{API_CAMPAIGN}leaderboard/show/", API_MANAGERS),
    row("POST", f"{API_CAMPAIGN}leaderboard/hide/", API_MANAGERS),
]
