"""Two leads who do everything there is to do, at the same time."""

from collections.abc import Callable
from datetime import date, timedelta
from typing import Any

from tests.drills.site import CSRF
from tests.storm.calls import Answer, Caller, Form
from tests.storm.sources import Desk
from tests.storm.world import Actor, Ledger, World

# More would make every pool, rescoring and report of the storm slower.
MOST_SYSTEMS = 10
PAGES = ("", "sources/", "pool/", "subsets/", "ratings/", "agreement/", "gold/", "scores/")


class Lead(Actor):
    """Goes through a shuffled deck of acts, so that none is forgotten."""

    # Seconds between two acts, at most.
    PACE = 0.25

    def __init__(self, world: World, name: str, desk: Desk) -> None:
        super().__init__(world, name)
        self.desk = desk
        cookie = f"sessionid={desk.session.session_key}; csrftoken={CSRF}"
        self.browser = Caller(world.port, world.tally, Cookie=cookie, **{"X-CSRFToken": CSRF})
        self.program = Caller(world.port, world.tally)
        self.deck: list[Callable[[], None]] = []
        self.hidden: list[tuple[str, int]] = []
        self.exclusions: list[int] = []
        self.links: list[str] = []
        self.systems = 0

    def act(self) -> None:
        if not self.deck:
            often = [self.hide_candidate, self.show] * 5 + [self.hide_sentence] * 2
            twice = [self.exclude_sitting, self.undo_exclusion, self.pool, self.dispatch] * 2
            self.deck = [
                *(*often, *twice, self.exclude_annotator, self.import_ratings),
                *(self.preview, self.calibrate, self.undo_or_redo_merge),
                *(self.ask_further, self.ask_late, self.take_back_round),
                *(self.release, self.agreement),
                *(self.rescore, self.add_system, self.remove_system, self.make_link),
                *(self.hand_in, self.pause_campaign, self.close_campaign),
                *(self.change_settings, self.weigh, self.unsettle, self.look),
            ]
            self.rng.shuffle(self.deck)
        self.deck.pop()()
        self.pause(self.PACE)

    def leave(self) -> None:
        """As found: open. Who closed it may have been kept from opening it again."""
        self.ask_until_done("open/")

    # ---- how they ask ---------------------------------------------------------------------

    def there(self, rest: str) -> str:
        return f"/api/v1/campaigns/{self.world.slug}/{rest}"

    def ask(self, method: str, rest: str, body: Any = None, *, act: str) -> Answer | None:
        """Counted when it was done, or by itself when it was refused; unanswered, it is not."""
        token = self.rng.choice(self.desk.tokens)
        answer = self.program.once(
            method, self.there(rest), body, Authorization=f"Bearer {token}"
        )
        if answer is not None:
            self.tally.act(act if answer.status < 300 else f"{act}, refused")
        return answer

    def ask_until_done(self, rest: str) -> None:
        self.program.headers["Authorization"] = f"Bearer {self.desk.tokens[0]}"
        self.program.insist("POST", self.there(rest))

    def draw(self, rest: str) -> dict[str, Any] | None:
        """One row of a list."""
        answer = self.ask("GET", rest, act="look at a list")
        rows = answer.json["rows"] if answer is not None and answer.status == 200 else []
        return self.rng.choice(rows) if rows else None

    # ---- what annotators are shown --------------------------------------------------------

    def hide_candidate(self) -> None:
        waiting = [id for some in list(self.world.next_up.values()) for id in some]
        id = self.rng.choice(waiting or [word.candidate for word in self.world.words])
        self.hide("candidates", id, act="hide a candidate")

    def hide_sentence(self) -> None:
        word = self.rng.choice(self.world.words)
        self.hide("sentences", word.sentence_id, act="hide a sentence")

    def hide(self, kind: str, id: int, *, act: str) -> None:
        self.world.ever_hidden.add((kind, id))
        self.hidden.append((kind, id))
        self.ask("POST", f"{kind}/{id}/hide/", act=act)

    def show(self) -> None:
        if self.hidden:
            kind, id = self.hidden.pop(self.rng.randrange(len(self.hidden)))
            self.ask("POST", f"{kind}/{id}/show/", act=f"show {kind}")

    def pool(self) -> None:
        self.ask("POST", "pool/", act="pool")

    def undo_or_redo_merge(self) -> None:
        merge = self.draw("merges/")
        if merge is not None:
            act = "redo" if merge["state"] == "undone" else "undo"
            self.ask("POST", f"merges/{merge['id']}/{act}/", act="undo or redo a merge")

    def dispatch(self) -> None:
        self.ask("POST", "subsets/", self.plan(), act="dispatch")

    def preview(self) -> None:
        self.ask("POST", "subsets/preview/", self.plan(), act="look at a plan")

    def plan(self) -> dict[str, Any]:
        doubles = self.rng.choice(
            [{}, {}, {"double_share": 0.3}, {"double_share": 0.3, "times": 3}]
        )
        return {"subsets": self.rng.randint(2, 6), "leave_unanchored_out": True, **doubles}

    def calibrate(self) -> None:
        body = {"items": self.rng.randint(1, 3), "annotators": self.rng.randint(2, 5)}
        self.ask("POST", "subsets/calibration/", body, act="draw a calibration round")

    def ask_further(self) -> None:
        body = {"ratings": self.rng.randint(2, 10), "depth": self.rng.choice([1, 10])}
        self.ask("POST", "subsets/rounds/", body, act="draw a round of ratings")

    def ask_late(self) -> None:
        answer = self.ask("GET", "subsets/rounds/", act="look at rounds")
        late = answer.json["late"] if answer is not None and answer.status == 200 else []
        if late:
            body = {"system": self.rng.choice(late)["name"]}
            self.ask("POST", "subsets/rounds/", body, act="draw a round of a late system")

    def take_back_round(self) -> None:
        answer = self.ask("GET", "subsets/rounds/", act="look at rounds")
        drawn = answer.json["rounds"] if answer is not None and answer.status == 200 else []
        if drawn:
            number = self.rng.choice(drawn)["number"]
            rest = f"subsets/rounds/{number}/take-back/"
            self.ask("POST", rest, act="take back a round")

    # ---- what counts ----------------------------------------------------------------------

    def exclude_sitting(self) -> None:
        taken = [sitting for one in self.annotators() for sitting in list(one.shown)]
        if taken:
            self.exclude(sitting=self.rng.choice(taken))

    def exclude_annotator(self) -> None:
        if here := self.annotators():
            self.exclude(annotator=self.rng.choice(here).annotator)

    def annotators(self) -> list[Ledger]:
        return [one for one in self.world.ledgers if one.slug == self.world.slug]

    def exclude(self, **subject: int) -> None:
        (kind,) = subject
        body = {**subject, "reason": "in a storm"}
        answer = self.ask("POST", "exclusions/", body, act=f"exclude {kind}s")
        if answer is not None and answer.status == 201:
            self.exclusions.append(answer.json["id"])

    def undo_exclusion(self) -> None:
        if self.exclusions:
            id = self.exclusions.pop(self.rng.randrange(len(self.exclusions)))
            self.ask("DELETE", f"exclusions/{id}/", act="undo an exclusion")

    def import_ratings(self) -> None:
        # Few: of a candidate that has ratings enough none is taken.
        words = self.rng.sample(self.world.words, 2)
        rows = [
            f"reader{self.rng.randrange(4)},{word.sentence},{word.text},{self.rng.randrange(4)}"
            for word in words
        ]
        text = "\n".join(["annotator,sentence,substitute,value", *rows, ""])
        form = Form((), (("ratings", "ratings.csv", text),))
        self.ask("POST", "ratings/import/", form, act="import ratings")

    def pause_campaign(self) -> None:
        self.ask("POST", "pause/", act="pause")
        self.pause(0.5)
        self.ask_until_done("open/")

    def close_campaign(self) -> None:
        self.ask("POST", "close/", act="close")
        self.pause(0.5)
        self.ask_until_done("open/")

    def change_settings(self) -> None:
        body = {
            "title": f"as {self.name} calls it",
            "min_ratings": self.rng.randint(1, 2),
            "count_unfinished": self.rng.random() < 0.5,
        }
        self.ask("PATCH", "", body, act="change settings")

    def weigh(self) -> None:
        """The buttons stay; what they are worth may change at any time."""
        answer = self.ask("GET", "", act="read settings")
        if answer is not None and answer.status == 200:
            scale = [
                {"label": option["label"], "weight": option["value"] + self.rng.random()}
                for option in answer.json["scale"]
            ]
            self.ask("PATCH", "", {"scale": scale}, act="weigh the scale")

    def unsettle(self) -> None:
        """There are ratings: what they rest on must stay."""
        if self.tally.acts["rate"]:
            answer = self.ask("PATCH", "", {"pool_depth": 2}, act="change a settled setting")
            if answer is not None and answer.status == 200:
                self.tally.fault("a setting that ratings had settled was changed")

    # ---- what is made of it ---------------------------------------------------------------

    def release(self) -> None:
        self.ask("POST", "releases/", {"min_ratings": 1}, act="release")

    def agreement(self) -> None:
        self.ask("POST", "agreement/", act="measure agreement")

    def rescore(self) -> None:
        release = self.draw("releases/")
        if release is not None:
            self.ask("POST", f"releases/{release['number']}/scores/", act="rescore")

    def look(self) -> None:
        for page in PAGES:
            path = f"/campaigns/{self.world.slug}/{page}"
            answer = self.browser.once("GET", path)
            if answer is not None and answer.status == 200:
                self.tally.act("look at a page")

    # ---- systems --------------------------------------------------------------------------

    def answers(self) -> tuple[str, str]:
        """A name that nobody had, and a few answers."""
        self.systems += 1
        name = f"{self.name}-{self.systems}"
        lines = [
            f"{word.group} {word.sentence} :: {name}_{word.sentence};{word.text}\n"
            for word in self.rng.sample(self.world.words, 10)
        ]
        # A sentence is answered once.
        return name, "".join({line.partition(" :: ")[0]: line for line in lines}.values())

    def add_system(self) -> None:
        if self.systems < MOST_SYSTEMS:
            name, text = self.answers()
            fields = (("name", name), ("kind", "participant"))
            form = Form(fields, (("answers", "answers.txt", text),))
            self.ask("POST", "systems/", form, act="add a system")

    def remove_system(self) -> None:
        """There are ratings: their candidates must keep their source."""
        system = self.draw("systems/")
        if system is not None and self.tally.acts["rate"]:
            answer = self.ask("DELETE", f"systems/{system['id']}/", act="remove a rated system")
            if answer is not None and answer.status == 204:
                self.tally.fault("a system was removed whose candidates were rated")

    def make_link(self) -> None:
        if len(self.links) < 2:
            day = date.today() + timedelta(days=30)
            body = {"team": f"team of {self.name}", "open_until": day.isoformat()}
            answer = self.ask("POST", "submission-links/", body, act="make a link")
            if answer is not None and answer.status == 201:
                self.links.append("/submit/" + answer.json["link"].partition("/submit/")[2])

    def hand_in(self) -> None:
        """As a team does, by the page of its link."""
        if self.links and self.systems < MOST_SYSTEMS:
            name, text = self.answers()
            form = Form((("name", name),), (("answers", "answers.txt", text),))
            answer = self.browser.once("POST", self.rng.choice(self.links), form)
            if answer is not None and answer.status in (200, 302):
                handed = answer.status == 302
                self.tally.act("hand in a system" if handed else "have a system refused")
