import hashlib
import json
import os
import time
from functools import partial

import pytest
from django.core.management import CommandError, call_command
from django.db import IntegrityError, transaction
from django.utils import timezone

from annotators.models import Annotator
from campaigns.models import AuditEntry, Job
from core.refusals import Refused
from pooling.models import Candidate
from rating.models import Exclusion, Rating
from regild.scoring import consensus
from scoring.jobs import release as release_task
from scoring.models import Release, ReleaseEntry
from scoring.selectors.releases import find_release, frozen_gold
from scoring.services.exporting import DATASET, FORMATS, download_gold
from scoring.services.freezing import freeze_gold, request_release
from sources.models import Item
from tests.agreement.rated import rate
from tests.commands import facts_of, printed_by
from tests.factories import make_campaign
from tests.people import make_lead
from tests.scoring.released import GLAD, ROOM, exported, rated_campaign

pytestmark = pytest.mark.django_db


def weights(release, key="1"):
    return {
        entry.substitute: entry.weight
        for sentence in frozen_gold(release).sentences
        if sentence.record.key == key
        for entry in sentence.entries
    }


def files(release):
    return {name: exported(release, name) for name in [*FORMATS, DATASET]}


def test_a_release_holds_the_mean_of_every_candidate_with_enough_ratings(campaign):
    release = freeze_gold(campaign=campaign)
    assert release.number == 1
    assert weights(release) == {
        "pleased": 3,
        "happy": 8 / 3,
        "content": 1 / 3,
        "overjoyed": 0,
        # Too few ratings, or none: undecided.
        "sorry": None,
        "delighted": None,
    }


@pytest.mark.parametrize(
    ("rule", "happy", "place"), [("mean", 8 / 3, 6 / 4), ("median", 3, 1.5), ("majority", 3, 1)]
)
def test_the_rule_is_the_leads_to_choose(campaign, rule, happy, place):
    release = freeze_gold(campaign=campaign, rule=rule)
    assert weights(release)["happy"] == happy
    assert weights(release, "3")["place"] == place


def test_options_weigh_what_the_campaign_says(campaign):
    campaign.scale.filter(value=3).update(weight=10)
    release = freeze_gold(campaign=campaign)
    campaign.scale.filter(value=3).update(weight=3)
    assert weights(release)["pleased"] == 10
    assert release.policy["scale"][3]["weight"] == 10


def test_with_fewer_ratings_wanted_more_is_decided(campaign):
    release = freeze_gold(campaign=campaign, min_ratings=2)
    assert weights(release)["sorry"] == 1
    assert release.policy["min_ratings"] == 2


def test_the_counts_say_what_there_was(campaign):
    pooled = Candidate.objects.filter(item__campaign=campaign).count()
    assert freeze_gold(campaign=campaign).counts == {
        "sentences": 2,
        "candidates": pooled,
        "decided": 8,
        "undecided": pooled - 8,
        "positive": 6,
        "unanimous_zeros": 2,
        "ratings": sum(map(len, [*GLAD.values(), *ROOM.values()])),
        "annotators": 4,
    }


def test_later_ratings_exclusions_and_poolings_change_nothing_in_a_release(campaign):
    release = freeze_gold(campaign=campaign)
    before = files(release)
    rate(campaign, {"delighted": "333", "happy": "0000"})
    Exclusion.objects.create(annotator=Annotator.objects.first(), reason="hasty")
    Candidate.objects.filter(text="content").update(origin="both", votes=9)
    Item.objects.filter(key="3").update(hidden_at=timezone.now())
    assert files(Release.objects.get(id=release.id)) == before
    assert weights(freeze_gold(campaign=campaign)) != weights(release)


def unnamed(files):
    lines = files[""].decode().splitlines()
    return sorted(line.partition(",")[2] for line in lines)


def test_the_same_ratings_and_policy_give_byte_identical_files(campaign):
    one, two = freeze_gold(campaign=campaign), freeze_gold(campaign=campaign)
    again = freeze_gold(campaign=rated_campaign("elsewhere"))
    assert (one.number, two.number, again.number) == (1, 2, 1)
    assert one.sha256 == two.sha256 == again.sha256
    for name in FORMATS:
        first, second, third = (exported(release, name) for release in (one, two, again))
        if name == "ratings":
            # Annotators have another number in each.
            first, second, third = map(unnamed, (first, second, third))
        assert first == second == third


def test_the_checksum_is_that_of_the_exported_lines(campaign):
    release = freeze_gold(campaign=campaign)
    [data] = exported(release, "jsonl").values()
    assert hashlib.sha256(data).hexdigest() == release.sha256


def test_a_release_that_was_tampered_with_is_not_given_out(campaign):
    release = freeze_gold(campaign=campaign)
    release.entries.filter(text="happy").update(weight=0)
    with pytest.raises(Refused, match="is not what was frozen"):
        exported(release, "csv")


def test_only_ratings_that_count_enter(campaign):
    first = Annotator.objects.order_by("id").first()
    Exclusion.objects.create(annotator=first, reason="hasty", rule="too_fast")
    first.assignments.update(state="released", seat=None)
    Candidate.objects.filter(text="leeway").update(hidden_at=timezone.now())
    release = freeze_gold(campaign=campaign, min_ratings=2)
    # Without the first annotator's 3, 3 and 1.
    assert weights(release)["happy"] == 2.5
    assert weights(release)["content"] == 0
    assert "leeway" not in weights(release, "3")
    assert release.policy["exclusions"] == [{"of": "annotator", "rule": "too_fast", "count": 1}]


def test_foils_and_repeats_are_never_released(campaign):
    sentence = Item.objects.get(campaign=campaign, key="1")
    happy = Candidate.objects.get(item=sentence, text="happy")
    foil = Candidate.objects.create(item=sentence, text="teapot", role="foil")
    repeat = Candidate.objects.create(
        item=sentence, text="happy", role="repeat", repeat_of=happy
    )
    for given in Rating.objects.filter(candidate=happy):
        for candidate in (foil, repeat):
            Rating.objects.create(
                assignment=given.assignment,
                annotator=given.annotator,
                candidate=candidate,
                value=0,
                key=f"{candidate.id:08d}-0000-4000-8000-{given.id:012d}",
            )
    release = freeze_gold(campaign=campaign)
    assert "teapot" not in weights(release)
    assert weights(release)["happy"] == 8 / 3


def test_a_hidden_sentence_or_an_excluded_target_is_left_out_and_the_policy_says_so(campaign):
    Item.objects.filter(key="3").update(hidden_at=timezone.now())
    campaign.excluded_targets = ["calm.a"]
    campaign.save()
    release = freeze_gold(campaign=campaign)
    kept = {sentence.record.key for sentence in frozen_gold(release).sentences}
    assert kept == {"1", "2", "4"}
    assert release.policy["hidden_sentences"] == ["3"]
    assert release.policy["excluded_targets"] == ["calm.a"]


def test_annotators_are_numbered_anew_in_each_release(campaign):
    Annotator.objects.filter(name="a").update(name="someone known")
    [data] = exported(freeze_gold(campaign=campaign), "ratings").values()
    assert {line.split(",")[0] for line in data.decode().splitlines()[1:]} == {
        *("a1", "a2", "a3", "a4")
    }
    assert b"someone" not in data


def test_two_releases_cannot_have_one_number_nor_a_release_one_candidate_twice(campaign):
    release = freeze_gold(campaign=campaign)
    entry = release.entries.values().first()
    for model, row in (
        (Release, Release.objects.values().get(id=release.id)),
        (ReleaseEntry, entry),
    ):
        with pytest.raises(IntegrityError), transaction.atomic():
            model.objects.create(**{**row, "id": None})


def test_nothing_is_released_before_a_candidate_has_enough_ratings():
    with pytest.raises(Refused, match="no candidate has 3 ratings yet"):
        freeze_gold(campaign=make_campaign())
    assert not Release.objects.exists()


def test_a_candidate_nobody_rated_cannot_be_given_a_weight(campaign):
    with pytest.raises(CommandError, match="without ratings cannot have a weight"):
        call_command("release_gold", "boats", "--min-ratings", "0")


def test_a_scale_with_negative_weights_is_refused(campaign):
    campaign.scale.filter(value=0).update(weight=-1)
    with pytest.raises(Refused, match="weighs less than 0"):
        freeze_gold(campaign=campaign)


def test_the_other_ways_to_aggregate_stand_beside_the_release(campaign):
    rules = freeze_gold(campaign=campaign).comparison["rules"]
    weighed = {"mean", "median", "majority", "plurality", "severity"}
    assert set(rules) == {*weighed, "dawid_skene"}
    assert rules["mean"]["spearman"] == pytest.approx(1)
    assert rules["mean"]["mean_difference"] == 0
    # happy 8/3 → 3, content 1/3 → 0, place and capacity stay; over 8 candidates.
    assert rules["median"]["mean_difference"] == pytest.approx(2 / 3 / 8)


def test_a_model_that_ran_out_of_rounds_says_so(campaign, monkeypatch):
    assert freeze_gold(campaign=campaign).comparison["model"]["converged"]
    cut = partial(consensus.dawid_skene, most_rounds=1)
    monkeypatch.setattr(consensus, "dawid_skene", cut)
    model = freeze_gold(campaign=campaign).comparison["model"]
    assert model == {"rounds": 1, "converged": False}
    assert "had not converged after 1 rounds" in printed_by("release_gold", "boats")[0]


def test_a_job_releases_once_however_often_it_is_taken_up(campaign):
    lead = make_lead("ada", campaign, "manager")
    asked = {"rule": "median", "min_ratings": 2, "list_unanimous_zeros": False, "notes": "Why."}
    job = request_release(campaign=campaign, by=lead, **asked)
    release_task(job_id=job.id)
    job.refresh_from_db()
    assert (job.state, job.result) == (Job.State.DONE, {"release": 1})
    Job.objects.filter(id=job.id).update(state="queued", finished_at=None)
    release_task(job_id=job.id)
    release = Release.objects.get()
    assert {key: release.policy[key] for key in ("rule", "min_ratings")} == {
        "rule": "median",
        "min_ratings": 2,
    }
    assert not release.policy["list_unanimous_zeros"]
    assert release.notes == "Why."
    entry = AuditEntry.objects.get(action="release gold")
    assert (entry.actor_name, entry.detail) == ("ada", {"number": 1})


def test_the_commands_release_and_export(campaign, tmp_path):
    facts = facts_of("release_gold", "boats", "--drop-unanimous-zeros", "--notes", "First.")
    assert facts["release"] == 1
    assert facts["counts"]["decided"] == 8
    assert facts["policy"]["list_unanimous_zeros"] is False
    out = tmp_path / "gold.txt"
    facts = facts_of(
        "export_gold", "boats", "--release", 1, "--format", "lexsub-int", "--out", out
    )
    assert facts["scale"] == 6
    assert out.read_text() == (
        "glad.a 1 :: pleased 18;happy 16;content 2;\nroom.n 3 :: space 18;place 9;capacity 6;\n"
    )
    printed, _ = printed_by("export_gold", "boats", "--format", "lexsub-int", "--out", out)
    assert "multiplied by 6" in printed
    facts = facts_of("export_gold", "boats", "--format", "dataset", "--out", tmp_path / "data")
    assert sorted(facts["files"]) == sorted(
        str(path.relative_to(tmp_path / "data"))
        for path in (tmp_path / "data").rglob("*")
        if path.is_file()
    )
    card = (tmp_path / "data" / "README.md").read_text()
    assert "None: this release has no public page." in card
    assert json.loads((tmp_path / "data" / "policy.json").read_text())["rule"] == "mean"


def test_a_release_that_is_not_there_is_named(campaign):
    with pytest.raises(CommandError, match="no release 7; there is none yet"):
        call_command(
            "export_gold", "boats", "--release", "7", "--format", "csv", "--out", "/dev/null"
        )
    freeze_gold(campaign=campaign)
    with pytest.raises(Refused, match="no release 7; there is 1"):
        find_release(campaign, 7)


def test_what_cannot_be_written_leaves_what_was_there_before(campaign, tmp_path):
    Candidate.objects.filter(text="content").update(text="HAPPY")
    freeze_gold(campaign=campaign)
    out = tmp_path / "gold.json"
    out.write_text("of the release before")
    with pytest.raises(CommandError, match="cannot be written as swords"):
        call_command("export_gold", "boats", "--format", "swords", "--out", str(out))
    assert out.read_text() == "of the release before"


def test_nothing_is_left_on_the_disk_but_what_a_killed_process_leaves(
    campaign, settings, tmp_path
):
    settings.STATE_DIR = tmp_path
    killed, working = tmp_path / "being-sent" / "killed", tmp_path / "being-sent" / "working"
    for folder in (killed, working):
        (folder / "files").mkdir(parents=True)
    two_days_ago = time.time() - 2 * 24 * 3600
    os.utime(killed, (two_days_ago, two_days_ago))
    release = freeze_gold(campaign=campaign)
    for format in ("csv", DATASET):
        with download_gold(release=release, format=format).file as file:
            assert file.read()
    release.entries.filter(text="happy").update(weight=0)
    with pytest.raises(Refused):
        download_gold(release=release, format="csv")
    assert list((tmp_path / "being-sent").iterdir()) == [working]


@pytest.mark.parametrize("format", [*FORMATS, DATASET])
def test_a_sentence_that_is_another_over_again_is_in_every_format(campaign, format):
    first, again = campaign.items.filter(key__in=["1", "3"]).order_by("key")
    Item.objects.filter(id=again.id).update(content=first.content, group=first.group)
    files = exported(freeze_gold(campaign=campaign), format)
    document = files.get("data/swords.json", files.get(""))
    if format in ("swords", DATASET):
        targets = json.loads(document)["targets"].values()
        assert {"1", "3"} <= {target["extra"]["sentence"] for target in targets}


def test_swords_that_cannot_be_written_are_refused_with_the_reason(campaign):
    Candidate.objects.filter(text="content").update(text="HAPPY")
    release = freeze_gold(campaign=campaign)
    with pytest.raises(Refused, match="cannot be written as swords: sentence 1 has"):
        exported(release, "swords")


def test_a_release_notes_where_its_annotators_came_from(campaign):
    """Those of this campaign came from files, and some are simulated: no card may call them
    native speakers."""
    imported = freeze_gold(campaign=campaign)
    assert imported.annotated == {
        "imported": {
            "annotators": imported.counts["annotators"],
            "ratings": imported.counts["ratings"],
        }
    }
    one = campaign.annotators.order_by("id").first()
    campaign.annotators.filter(id=one.id).update(source="simulated", name="careful")
    release = freeze_gold(campaign=campaign)
    assert release.annotated["simulated"]["annotators"] == 1
    assert sum(of["ratings"] for of in release.annotated.values()) == release.counts["ratings"]
    card = exported(release, "dataset")["README.md"].decode()
    assert "1 annotator (" in card
    assert "simulated by a program" in card
    assert "native speaker" not in card
    Release.objects.filter(id=release.id).update(annotated={})
    card = exported(Release.objects.get(id=release.id), "dataset")["README.md"].decode()
    assert "was not noted when this was released" in card
