"""Scores on parts of the sentences: NMWS, NMWT, parts of speech."""

import csv
import io

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.core.management import CommandError
from django.urls import reverse

from campaigns.models import AuditEntry
from pooling.services.fill_pool import pool_campaign
from regild.scoring.measures import KEYS
from regild.scoring.sentence_scores import NO_SENTENCE
from scoring.models import Score
from scoring.selectors.scores import part_rankings, parts_scored, rankings_of
from scoring.services.freezing import freeze_gold
from scoring.services.rescoring import rescore
from sources.models import ItemPart
from sources.services.creating import create_campaign
from sources.services.systems import add_system
from tests.agreement.rated import rate
from tests.commands import facts_of, printed_by
from tests.factories import ANSWERS, GOLD, SENTENCES, make_campaign, source
from tests.people import make_lead, signed_in
from tests.scoring.released import GLAD, RIVAL, ROOM

pytestmark = [pytest.mark.django_db, pytest.mark.sqlite]

# 'over the moon' and 'at peace' are of several words; 'wordy' knows little else.
WORDY_GOLD = GOLD.replace("delighted 1;", "delighted 1;over the moon 3;").replace(
    "still 2;", "still 2;at peace 4;"
)
WORDY = "glad.a 1 :: over the moon;pleased\ncalm.a 5 :: at peace;still\nroom.n 4 :: hall\n"
SYSTEMS = {"first": ANSWERS, "rival": RIVAL, "wordy": WORDY}
# Two annotators saw a multiword in 4; in 1 nobody else did, in 3 they do not agree.
MULTIWORDS = """\
glad.a 1 :: glad to see 1;
room.n 3 :: room left 2;no room 2;
room.n 4 :: room service 2;the room 1;
"""


@pytest.fixture
def campaign():
    campaign = create_campaign(
        slug="boats",
        files={
            "sentences": source(SENTENCES, "sentences.csv"),
            "gold": source(WORDY_GOLD, "gold.txt"),
        },
        language="en",
    ).campaign
    for name, answers in SYSTEMS.items():
        add_system(campaign=campaign, name=name, answers=source(answers, f"{name}.txt"))
    pool_campaign(campaign=campaign)
    rate(campaign, GLAD | {"over the moon": "321"}, sentence="1")
    rate(campaign, ROOM, sentence="3")
    rate(campaign, {"chamber": "332", "hall": "210", "apartment": "000"}, sentence="4")
    rate(campaign, {"still": "333", "at peace": "322", "level": "000"}, sentence="5")
    return campaign


@pytest.fixture
def release(campaign):
    return freeze_gold(campaign=campaign)


@pytest.fixture
def multiwords(tmp_path):
    path = tmp_path / "multiwords.txt"
    path.write_text(MULTIWORDS)
    return path


def means(release, measure, *, gold="second"):
    [found] = rankings_of(release, [measure]).values()
    return {line.system: getattr(line, gold) for line in found.lines}


@pytest.mark.postgresql
def test_nmws_and_parts_of_speech_are_there_and_nmwt_once_it_is_known(
    campaign, release, multiwords
):
    rescore(campaign=campaign)
    assert parts_scored(release) == ["NMWS", "a", "n"]
    assert Score.objects.count() == 2 * 3 * len(KEYS) * (1 + 3)
    rescored = facts_of("rescore", "boats", "--multiword-gold", multiwords)
    assert parts_scored(release) == ["NMWS", "NMWT", "a", "n"]
    assert not any("NMWT" in choice for choice in rescored["choices"])
    # It stays known.
    rescore(campaign=campaign)
    assert "NMWT" in parts_scored(release)


@pytest.mark.parametrize("gold", ["first", "second"])
def test_every_measure_on_every_part_is_what_the_score_command_finds_in_the_exported_files(
    campaign, release, multiwords, tmp_path, gold
):
    facts = facts_of("rescore", "boats", "--multiword-gold", multiwords)
    golds = {name: tmp_path / f"gold-{name}.txt" for name in ("first", "second")}
    golds["first"].write_text(WORDY_GOLD)
    facts_of("export_gold", "boats", "--format", "lexsub", "--out", golds["second"])
    files = []
    for name, answers in SYSTEMS.items():
        files.append(tmp_path / f"{name}.txt")
        files[-1].write_text(answers)
    parts = ("NMWS", "NMWT", "a", "n")
    scored = facts_of(
        *("score", golds[gold], *files, "--multiword-gold", multiwords),
        *("--measures", ",".join(f"{key}.{part}" for part in parts for key in KEYS)),
    )
    found = {
        row["system"]: {
            measure["measure"]: line[gold]
            for measure in facts["parts"]
            for line in measure["lines"]
            if line["system"] == row["system"]
        }
        for row in scored["systems"]
    }
    assert set(found) == set(SYSTEMS)
    for row in scored["systems"]:
        ours = found[row["system"]]
        assert {key: line["value"] for key, line in ours.items()} == row["measures"]
        assert {key: line["n"] for key, line in ours.items()} == row["sentences"]
        assert len(ours) == 4 * len(KEYS)


def test_the_parts_are_those_worked_out_by_hand(campaign, release, multiwords):
    facts_of("rescore", "boats", "--multiword-gold", multiwords)
    # Without 'over the moon' and 'at peace': pleased is 3 of 3, still 3 of 3, hall 1 of 8/3.
    best = means(release, "semdis.best_norm.NMWS")["wordy"]
    assert (best.value, best.n) == (pytest.approx((1 + 0 + (1 / (8 / 3)) + 1) / 4), 4)
    # With them, on adjectives: 2 of 3 and 7/3 of 3.
    best = means(release, "semdis.best_norm.a")["wordy"]
    assert (best.value, best.n) == (pytest.approx((2 / 3 + 7 / 9) / 2), 2)
    # Sentence 4 is out: leeway is 0, and the first gold's 2 is there.
    best = means(release, "semdis.best_norm.NMWT")["rival"]
    assert (best.value, best.n) == (pytest.approx((1 + 0 + 1) / 3), 3)
    assert means(release, "semdis.best_norm.NMWT", gold="first")["rival"].n == 4


def test_parts_have_intervals_ranks_and_counts_but_are_not_compared_in_pairs(campaign, release):
    rescore(campaign=campaign)
    by_part = part_rankings(release, ["gap"], parts=parts_scored(release))["gap"]
    assert list(by_part) == ["NMWS", "a", "n"]
    for part, found in by_part.items():
        assert found.measure == f"gap.{part}"
        for line in found.lines:
            for scored in (line.first, line.second):
                if part == "n":
                    # Of one target, room, and nothing else could have been drawn.
                    assert (scored.low, scored.high) == (None, None)
                else:
                    assert scored.low <= scored.value <= scored.high
                assert scored.rank in {1, 2, 3}
                assert scored.p_next is None
            assert line.judged is not None
    # judged@10 is of the same sentences: all of the pool's adjectives were rated but 'sorry'
    # enough: 'first' gives it fourth of four in 1, and two rated ones in 5.
    first = next(line for line in by_part["a"].lines if line.system == "first")
    assert first.judged == pytest.approx((3 / 4 + 1) / 2)


def test_a_part_without_a_sentence_has_no_value_but_a_reason():
    campaign = make_campaign()
    # Only an adjective is rated: the second gold has no noun.
    rate(campaign, GLAD, sentence="1")
    release = freeze_gold(campaign=campaign)
    rescore(campaign=campaign)
    assert means(release, "gap.n")["first"][:3] == (None, 0, NO_SENTENCE)
    assert means(release, "gap.n", gold="first")["first"].n == 2


def test_the_pages_and_files_show_the_parts(campaign, release, multiwords):
    facts_of("rescore", "boats", "--multiword-gold", multiwords)
    lead = signed_in(make_lead("ada", campaign))
    page = lead.get(reverse("scores", args=["boats"])).text
    assert "NMWS: without substitutes of several words" in page
    assert "part: n" in page
    assert "There is 1 such sentence." in page
    answer = lead.get(
        reverse("scores-table", args=["boats", 1, "parts-semdis.best_norm", "csv"])
    )
    rows = list(csv.DictReader(io.StringIO(answer.text)))
    [wordy] = [row for row in rows if (row["part"], row["system"]) == ("a", "wordy")]
    assert float(wordy["second"]) == pytest.approx((2 / 3 + 7 / 9) / 2)
    assert (wordy["n_first"], wordy["n_second"]) == ("3", "2")
    assert len(rows) == 4 * 3
    answer = lead.get(
        reverse("scores-table", args=["boats", 1, "parts-semdis.best_norm", "tex"])
    )
    assert r"NMWT & " in answer.text
    of_part = lead.get(reverse("scores-table", args=["boats", 1, "semdis.best_norm.a", "csv"]))
    assert of_part.status_code == 200
    wordy = campaign.systems.get(name="wordy")
    page = lead.get(reverse("scores-system", args=["boats", 1, wordy.id])).text
    assert "0.722 [" in page  # (2/3 + 7/9) / 2
    assert "NMWT: without targets in a multiword" in page


def test_the_page_says_that_nmwt_is_not_known(campaign, release):
    rescore(campaign=campaign)
    page = signed_in(make_lead("ada", campaign)).get(reverse("scores", args=["boats"]))
    assert "so NMWT is not measured" in page.text
    printed, _ = printed_by("rescore", "boats")
    assert "NMWT is not measured: give the multiwords with --multiword-gold." in printed


class TestMarking:
    @pytest.fixture
    def manager(self, campaign):
        return signed_in(make_lead("ada", campaign, "manager"))

    def send(self, client, text):
        file = SimpleUploadedFile("multiwords.txt", text.encode())
        return client.post(
            reverse("scores-multiwords", args=["boats"]), {"multiwords": file}, follow=True
        )

    def marked(self):
        return set(ItemPart.objects.values_list("item__key", flat=True))

    @pytest.mark.postgresql
    def test_a_manager_sends_the_file_and_the_next_one_replaces_it(self, campaign, manager):
        page = self.send(manager, MULTIWORDS)
        assert "The target of 1 sentence is part of a multiword." in page.text
        assert self.marked() == {"4"}
        self.send(manager, "glad.a 1 :: glad to see 2;\nglad.a 2 :: glad heart 3;\n")
        assert self.marked() == {"1", "2"}
        entries = AuditEntry.objects.filter(action="mark multiword targets").order_by("id")
        assert [(e.actor_name, e.detail) for e in entries] == [
            ("ada", {"sentences": 1}),
            ("ada", {"sentences": 2}),
        ]

    @pytest.mark.parametrize(
        ("text", "told"),
        [
            (
                "glad.a 1 :: x y 2;\nglad.a 77 :: x y 2;\n",
                "no sentence has the id &#x27;77&#x27;",
            ),
            ("noise\n", "multiwords.txt"),
            ("glad.a 1 :: glad to see 1;\n", "no sentence has a multiword that two annotators"),
        ],
    )
    def test_a_file_that_says_nothing_is_refused_and_what_was_said_stays(
        self, campaign, manager, text, told
    ):
        self.send(manager, MULTIWORDS)
        page = self.send(manager, text)
        assert "Nothing was stored." in page.text
        assert told in page.text
        assert self.marked() == {"4"}

    def test_viewers_cannot(self, campaign):
        viewer = signed_in(make_lead("bo", campaign))
        assert self.send(viewer, MULTIWORDS).status_code == 404
        assert self.marked() == set()
        assert "Say which targets" not in viewer.get(reverse("scores", args=["boats"])).text

    def test_the_command_refuses_with_every_line_and_scores_nothing(
        self, campaign, release, tmp_path
    ):
        path = tmp_path / "bad.txt"
        path.write_text("glad.a 71 :: x y 2;\nglad.a 72 :: x y 2;\n")
        with pytest.raises(CommandError) as refusal:
            printed_by("rescore", "boats", "--multiword-gold", path)
        assert "line 1: no sentence has the id '71'" in str(refusal.value)
        assert "line 2: no sentence has the id '72'" in str(refusal.value)
        assert refusal.value.returncode == 2
        assert not Score.objects.exists()
