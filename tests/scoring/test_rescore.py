import pytest
from django.core.management import CommandError, call_command
from django.db import IntegrityError
from django.urls import reverse
from django.utils import timezone

import regild
from campaigns.models import AuditEntry
from core.refusals import Refused
from pooling.models import Merge
from pooling.services.fill_pool import pool_campaign
from regild.scoring.measures import KEYS
from scoring.jobs import rescore as rescore_task
from scoring.models import Evaluation, Score
from scoring.selectors.scores import rankings_of
from scoring.services.freezing import freeze_gold
from scoring.services.rescoring import request_rescore, rescore
from sources.models import GoldAnswer, Item
from sources.services.systems import add_system
from tests.commands import facts_of, printed_by
from tests.factories import source
from tests.people import make_lead, signed_in
from tests.scoring.released import add_late_system

pytestmark = pytest.mark.django_db


@pytest.fixture
def release(campaign):
    return freeze_gold(campaign=campaign)


def values(release, measure, *, gold="second"):
    return {
        line.system: getattr(line, gold).value
        for line in rankings_of(release, [measure])[measure].lines
    }


def stored():
    return list(
        Score.objects.order_by("evaluation__gold", "evaluation__system", "measure").values_list(
            "evaluation__gold", "evaluation__system__name", "measure", "value", "low", "high",
            "n", "rank", "p_next",
        )
    )  # fmt: skip


def test_every_system_is_scored_by_every_measure_on_both_golds(campaign, release):
    rescore(campaign=campaign)
    assert Evaluation.objects.count() == 2 * 2
    assert Score.objects.filter(measure__in=KEYS).count() == 2 * 2 * len(KEYS)


def test_the_scores_are_those_worked_out_by_hand(campaign, release):
    rescore(campaign=campaign)
    # Sentences 1 and 3 have a second gold. 'first' begins with happy (8/3 of 3) and space (3
    # of 3); 'rival' with pleased (3 of 3) and leeway (0).
    assert values(release, "semdis.best_norm") == {
        "first": pytest.approx((8 / 9 + 1) / 2),
        "rival": pytest.approx((1 + 0) / 2),
    }
    # First gold, five sentences: happy 4 of 4, cheerful, space and chamber the best, still 2 of
    # 3; pleased 3 of 4, nothing, 0, nothing, still 2 of 3.
    assert values(release, "semdis.best_norm", gold="first") == {
        "first": pytest.approx((1 + 1 + 1 + 1 + 2 / 3) / 5),
        "rival": pytest.approx((3 / 4 + 0 + 0 + 0 + 2 / 3) / 5),
    }


def test_ranks_and_their_difference_are_of_both_golds(campaign, release):
    rescore(campaign=campaign)
    [found] = rankings_of(release, ["semdis.best_norm"]).values()
    assert [(line.system, line.first.rank, line.second.rank) for line in found.lines] == [
        ("first", 1, 1),
        ("rival", 2, 2),
    ]
    assert [line.rank_difference for line in found.lines] == [0, 0]
    assert found.kendall_tau == found.tau_ap == 1
    # One pair, so Holm corrects nothing; the last has no next.
    assert 0 < found.lines[0].second.p_next <= 1
    assert found.lines[1].second.p_next is None


def test_means_lie_within_their_intervals(campaign, release):
    rescore(campaign=campaign)
    checked = [score for score in Score.objects.all() if score.low is not None]
    assert len(checked) > 100
    for score in checked:
        assert score.low - 1e-12 <= score.value <= score.high + 1e-12


@pytest.mark.parametrize(
    "half",
    [
        {"low": None},
        {"high": None},
        {"low": 0.9, "high": 0.1},
        {"rank": None},
        {"rank": 0},
        {"n": 0},
        {"value": None},
        # Around nothing.
        {"value": None, "rank": None, "reason": "no sentence"},
        {"reason": "no sentence"},
    ],
)
def test_the_database_refuses_half_a_score(campaign, release, half):
    rescore(campaign=campaign)
    whole = Score.objects.filter(measure="gap", low__isnull=False, best_rank__isnull=True)
    assert whole.exists()
    with pytest.raises(IntegrityError):
        whole.update(**half)


def test_a_score_without_an_interval_and_one_that_is_undefined_are_whole(campaign, release):
    rescore(campaign=campaign)
    of_first = Score.objects.filter(measure="gap", evaluation__gold="first")
    assert of_first.update(low=None, high=None) == 2
    assert of_first.update(value=None, rank=None, n=0, reason="no sentence") == 2


def test_scoring_again_replaces_and_gives_the_same_numbers(campaign, release):
    rescore(campaign=campaign)
    before = stored()
    rescore(campaign=campaign)
    assert stored() == before


def test_an_exported_gold_scored_by_the_score_command_gives_the_same_numbers(
    campaign, release, tmp_path
):
    rescore(campaign=campaign)
    gold, answers = tmp_path / "gold.txt", tmp_path / "rival.txt"
    facts_of("export_gold", "boats", "--format", "lexsub", "--out", gold)
    answers.write_text("glad.a 1 :: pleased;happy\nroom.n 3 :: leeway;space\n")
    [scored] = facts_of("score", gold, answers)["systems"]
    rankings = rankings_of(release)
    assert scored["measures"] == {
        key: next(line.second.value for line in found.lines if line.system == "rival")
        for key, found in rankings.items()
    }


def test_a_late_system_is_told_apart_and_not_blamed_in_judged_measures(campaign, release):
    add_late_system(campaign)
    rescore(campaign=campaign)
    [found] = rankings_of(release, ["P@1"]).values()
    assert {line.system: line.pooled for line in found.lines} == {
        "first": True,
        "rival": True,
        "late": False,
    }
    late = next(line for line in found.lines if line.system == "late")
    # Of elated, happy; and of space: one in two, and one in one.
    assert late.judged == pytest.approx((1 / 2 + 1) / 2)
    assert late.second.value == 1 / 2
    assert values(release, "P@1_judged")["late"] == 1
    printed, _ = printed_by("rescore", "boats")
    assert "late was added after the pool was closed." in printed
    assert "judged@10 0.750" in printed


def test_the_first_gold_follows_the_policy_the_release_was_made_under(campaign):
    Item.objects.filter(key="5").update(hidden_at=timezone.now())
    campaign.excluded_targets = ["room.n"]
    campaign.save()
    release = freeze_gold(campaign=campaign)
    # What changes later is for the next release.
    Item.objects.filter(key="5").update(hidden_at=None)
    campaign.excluded_targets = []
    campaign.save()
    rescore(campaign=campaign)
    assert {
        (evaluation.gold, evaluation.n_sentences) for evaluation in Evaluation.objects.all()
    } == {("first", 2), ("second", 1)}
    assert values(release, "semdis.best_norm", gold="first")["rival"] == pytest.approx(3 / 8)


@pytest.fixture
def wordy(campaign):
    """Frozen without multiwords, of which the system `wordy` gives one before `happy`."""
    sentence = Item.objects.get(key="1")
    GoldAnswer.objects.create(item=sentence, text="over the moon", votes=9)
    campaign.multiwords = "drop"
    campaign.save()
    answers = source(WORDY, "wordy.txt")
    add_system(campaign=campaign, name="wordy", answers=answers)
    return freeze_gold(campaign=campaign)


WORDY = "glad.a 1 :: over the moon;happy\n"


def test_dropped_multiwords_leave_golds_and_answers_and_the_next_moves_up(campaign, wordy):
    assert wordy.policy["multiword_answers"] == "removed"
    rescore(campaign=campaign)
    assert values(wordy, "semdis.best_norm", gold="first")["wordy"] == pytest.approx(1 / 5)
    assert values(wordy, "best.R", gold="first")["wordy"] == pytest.approx(4 / 8 / 5)
    assert values(wordy, "judged@10")["wordy"] == 1


def test_dropped_multiwords_mean_the_same_from_files(campaign, wordy, tmp_path):
    """The words of the first gold are in a file as they are in the campaign."""
    rescore(campaign=campaign)
    sentences = Item.objects.filter(campaign=campaign)
    gold = {
        item.key: {answer.text: answer.votes for answer in item.gold.all()}
        for item in sentences
        if item.gold.exists()
    }
    file = tmp_path / "wordy.txt"
    file.write_text(WORDY)
    keys = ["semdis.best_norm", "best.R", "oot.R", "gap", "jabbari.F"]
    found = regild.score(gold, [file], measures=keys, multiwords="drop").systems[0].measures
    assert found == pytest.approx(
        {key: values(wordy, key, gold="first")["wordy"] for key in keys}
    )


def test_a_release_from_before_scores_multiword_answers_as_before(campaign, wordy):
    """They kept their place and were worth nothing: its policy says nothing else."""
    del wordy.policy["multiword_answers"]
    wordy.save()
    rescore(campaign=campaign)
    assert values(wordy, "semdis.best_norm", gold="first")["wordy"] == 0
    assert values(wordy, "semdis.oot_norm", gold="first")["wordy"] == pytest.approx(4 / 8 / 5)
    newer = freeze_gold(campaign=campaign)
    rescore(campaign=campaign)
    lead = make_lead("lead")
    campaign.members.create(user=lead, role="owner")
    assert values(newer, "semdis.best_norm", gold="first")["wordy"] == pytest.approx(1 / 5)
    for number, said in ((1, "keeps its place and is worth"), (2, "the next answer moves up")):
        page = signed_in(lead).get(reverse("scores-release", args=["boats", number])).text
        assert said in " ".join(page.split())


def test_answers_are_worded_as_the_pool_was(campaign):
    """A mapping holds, and a merge that a lead undid stays undone."""
    campaign.mapping = [["glad.a", "gleeful", "happy"], ["room.n", "Raum", "space"]]
    campaign.save()
    answers = source("glad.a 1 :: gleeful\nroom.n 3 :: Raum\n", "mapped.txt")
    add_system(campaign=campaign, name="mapped", answers=answers)
    pool_campaign(campaign=campaign)
    Merge.objects.filter(spelling="Raum").update(undone_at=timezone.now())
    release = freeze_gold(campaign=campaign)
    assert release.policy["undone_merges"] == [["3", "Raum"]]
    rescore(campaign=campaign)
    assert values(release, "semdis.best_norm")["mapped"] == pytest.approx((8 / 9 + 0) / 2)


def test_an_older_release_can_be_scored_on_and_keeps_its_own_scores(campaign, release):
    rescore(campaign=campaign)
    before = values(release, "gap")
    second = freeze_gold(campaign=campaign, rule="majority")
    rescore(campaign=campaign)
    assert values(release, "gap") == before
    assert values(second, "gap") != before
    rescore(campaign=campaign, number=1)
    assert values(release, "gap") == before


def test_nothing_is_scored_without_a_release_or_without_a_system(campaign):
    with pytest.raises(CommandError, match="boats has no release; there is none yet"):
        call_command("rescore", "boats")
    freeze_gold(campaign=campaign)
    campaign.systems.all().delete()
    with pytest.raises(Refused, match="boats has no system"):
        rescore(campaign=campaign)


def test_a_job_scores_and_tells_how_far_it_is(campaign, release):
    lead = make_lead("ada", campaign, "manager")
    job = request_rescore(campaign=campaign, number=1, by=lead)
    rescore_task(job_id=job.id)
    job.refresh_from_db()
    # On all sentences, NMWS, a and n of both golds; the rounds over annotators, and those
    # of tie groups; and each of two systems left out.
    steps = 2 * 4 * len(KEYS) + 200 + 150 + 2
    assert (job.state, job.result, job.done) == ("done", {"release": 1}, steps)
    assert AuditEntry.objects.get(action="rescore").actor_name == "ada"


def test_the_command_prints_the_papers_tables_and_how_they_were_made(campaign, release):
    printed, _ = printed_by("rescore", "boats")
    assert "Normalised BEST, semdis.best_norm" in printed
    assert "Normalised OOT, semdis.oot_norm" in printed
    assert "8191 rounds of exchanges" in printed
    facts = facts_of("rescore", "boats", "--release", 1)
    campaign.refresh_from_db()
    assert facts["seed"] == campaign.seed
    assert [found["measure"] for found in facts["measures"]] == list(KEYS)
    best = next(f for f in facts["measures"] if f["measure"] == "semdis.best_norm")
    assert best["lines"][0]["second"]["value"] == pytest.approx((8 / 9 + 1) / 2)
    assert best["lines"][0]["second"]["n"] == 2
    assert any("A sentence a system skipped counts 0" in choice for choice in facts["choices"])
