"""From files to a dispatched plan at the shell: what is printed, what is refused and how."""

import csv
import subprocess
import sys

import pytest
from django.core.management import CommandError
from django.utils import timezone

from campaigns.models import Campaign
from pooling.models import Candidate, Merge, Placement, Subset
from pooling.selectors import stored_plan
from sources.models import System
from tests.commands import facts_of, printed_by
from tests.factories import ANSWERS, GOLD, SENTENCES, make_campaign
from tests.processes import ROOT, environment
from tests.utterances.factories import sets_file

pytestmark = [pytest.mark.django_db, pytest.mark.sqlite]


@pytest.fixture
def files(tmp_path):
    for name, text in {
        "sentences.csv": SENTENCES,
        "gold.txt": GOLD,
        "first.txt": ANSWERS,
    }.items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    return tmp_path


def create(files, *more):
    return (
        "create_campaign", "boats", "--sentences", files / "sentences.csv",
        "--gold", files / "gold.txt", "--language", "en", *more,
    )  # fmt: skip


def refusal(*arguments):
    with pytest.raises(CommandError) as refused:
        printed_by(*arguments)
    return str(refused.value), refused.value.returncode


def test_each_step_says_what_it_did(files):
    out, err = printed_by(*create(files))
    assert (out, err) == ("Campaign boats: 5 sentences, 11 gold substitutes.\n", "")
    out, err = printed_by("add_system", "boats", "first", files / "first.txt")
    assert (out, err) == ("first: 14 answers to 5 sentences.\n", "")
    # Counted by hand in the three files.
    assert printed_by("pool", "boats")[0].splitlines() == [
        "20 candidates: 20 new, 0 changed, 0 gone, 0 gone but kept with their ratings.",
        "  gold only            6   30.0 %",
        "  systems only         9   45.0 %",
        "  both                 5   25.0 %",
        "0 spellings merged into another text.",
    ]
    out, _ = printed_by("dispatch", "boats", "--subsets", 2, "--block-size", 4, "--seed", 7)
    # Sentences 1 to 5 have 6, 3, 4, 4 and 3 candidates: six blocks in all.
    assert out == (
        "20 candidates in 2 subsets of 10 to 10; 6 blocks, the largest of 4. Seed 7.\n"
    )
    plan = files / "plan.csv"
    out, _ = printed_by("export_plan", "boats", "--out", plan)
    assert out == f"20 places written to {plan}.\n"


def test_each_step_says_the_same_as_json(files):
    assert facts_of(*create(files)) == {
        "campaign": "boats",
        "sentences": 5,
        "gold_substitutes": 11,
        "notices": 0,
    }
    assert facts_of(
        "add_system", "boats", "first", files / "first.txt", "--kind", "baseline"
    ) == {
        "campaign": "boats",
        "system": "first",
        "kind": "baseline",
        "attempted": 5,
        "answers": 14,
        "multiwords": None,
        "notices": 0,
    }
    assert facts_of("pool", "boats") == {
        "campaign": "boats",
        "candidates": 20,
        "by_origin": {
            "gold": {"count": 6, "percent": 30.0},
            "systems": {"count": 9, "percent": 45.0},
            "both": {"count": 5, "percent": 25.0},
        },
        "added": 20,
        "changed": 0,
        "gone_deleted": 0,
        "gone_kept": 0,
        "merges": 0,
        "dropped": {"gold": {}, "systems": {}},
    }
    dispatched = facts_of("dispatch", "boats", "--subsets", 2, "--block-size", 4, "--seed", 7)
    assert len(dispatched.pop("plan")) == 64
    assert dispatched == {
        "campaign": "boats",
        "seed": 7,
        "stored": True,
        "subsets": 2,
        "smallest": 10,
        "largest": 10,
        "placed": 20,
        "blocks": 6,
        "largest_block": 4,
        "anchor_copies": 0,
        "foils": 0,
        "repeats": 0,
        "left_out": [],
        "fixed_subsets": 0,
        "sample": None,
        "seats": [],
    }
    plan = files / "plan.csv"
    assert facts_of("export_plan", "boats", "--out", plan) == {
        "campaign": "boats",
        "rows": 20,
        "out": str(plan),
        "sample": None,
    }


def test_what_a_reader_mended_is_told_on_standard_error(files):
    (files / "gold.txt").write_text(GOLD.replace("glad.a 1", "glad.r 1"), encoding="utf-8")
    out, err = printed_by(*create(files))
    assert out.startswith("Campaign boats: 5 sentences")
    assert err.startswith(f"{files / 'gold.txt'}, line 1: 'glad.r' is 'glad.a'")


def test_the_choices_of_a_campaign_are_kept(files):
    printed_by(
        *create(files, "--title", "Boats", "--scale", "good-reasonable-bad"),
        "--multiwords", "drop", "--exclude-target", "calm.a", "room.n",
        "--min-ratings", 2, "--max-ratings", 5, "--case", "lower",
    )  # fmt: skip
    campaign = Campaign.objects.get()
    assert (campaign.title, campaign.multiwords) == ("Boats", "drop")
    assert campaign.excluded_targets == ["calm.a", "room.n"]
    assert (campaign.min_ratings, campaign.max_ratings) == (2, 5)
    assert campaign.scale.count() == 3
    assert campaign.case_policy == "lower"


def test_a_choice_that_the_task_does_not_have_is_refused(tmp_path):
    sets = tmp_path / "sets.json"
    sets.write_text(sets_file())
    asked = ("--task", "utterances", "--sets", sets, "--language", "en", "--case", "lower")
    with pytest.raises(CommandError, match="case_policy does not apply"):
        printed_by("create_campaign", "odd", *asked)


def test_a_file_in_windows_1252_is_refused_with_the_option_that_reads_it(files):
    gold = GOLD.replace("pleased", "apaisé")
    (files / "gold.txt").write_bytes(gold.encode("windows-1252"))
    with pytest.raises(CommandError, match="--encoding windows-1252 has it read as that"):
        printed_by(*create(files))
    printed_by(*create(files), "--encoding", "windows-1252")


def test_a_plan_is_exported_in_the_promised_columns(tmp_path):
    campaign = make_campaign()
    plan = tmp_path / "plan.csv"
    printed_by("export_plan", "boats", "--out", plan)
    with plan.open(encoding="utf-8", newline="") as stream:
        header, *rows = csv.reader(stream)
    assert ",".join(header) == (
        "subset,position,sentence,lexelt,substitute,origin,gold_votes,anchor,seats"
    )
    assert [[int(row[0]), int(row[1]), row[4]] for row in rows] == [
        [row.subset, row.position, row.substitute] for row in stored_plan(campaign)
    ]
    by_text = {row[4]: row[2:4] + row[5:] for row in rows}
    assert by_text["happy"] == ["1", "glad.a", "both", "4", "1", ""]
    assert by_text["pleased"] == ["1", "glad.a", "gold", "3", "1", ""]
    assert by_text["leeway"] == ["3", "room.n", "systems", "", "0", ""]


def test_a_dry_run_shows_the_plan_that_its_seed_then_stores(files):
    make_campaign(subsets=None)
    options = ("dispatch", "boats", "--subsets", 2, "--block-size", 4)
    shown = facts_of(*options, "--dry-run")
    assert shown["stored"] is False
    assert not Subset.objects.exists()
    stored = facts_of(*options, "--seed", shown["seed"])
    assert stored == shown | {"stored": True}
    assert Placement.objects.count() == 20


def test_what_has_no_anchor_must_be_left_out_or_allowed_by_name():
    campaign = make_campaign(subsets=None)
    campaign.items.get(key="4").gold.all().delete()
    printed_by("pool", "boats")
    options = ("dispatch", "boats", "--subsets", 2, "--seed", 1)

    message, code = refusal(*options)
    assert "1 items have no first-gold candidate to anchor a block: 4 (3 cand" in message
    assert code == 1
    assert not Subset.objects.exists()

    message, _ = refusal(*options, "--allow-unanchored", "44")
    assert message == "no sentence has the id 44"

    out, _ = printed_by(*options, "--leave-unanchored-out")
    assert out.splitlines()[1:] == ["Left out, no gold item: sentence 4 (3 candidates)"]
    assert facts_of(*options, "--allow-unanchored", "4")["left_out"] == []


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["--subsets", 0], "subsets must be from 1 to 2147483647, not 0"),
        (["--subsets", 2, "--block-size", 0], "block size must be from 1 to 32767, not 0"),
        (["--subsets", 2, "--seed", -1], "seed must be from 0 to 9223372036854775807, not -1"),
        (["--subsets", 7, "--block-size", 4], "7 subsets asked for, but this pool fills at m"),
    ],
)
def test_a_plan_that_cannot_be_made_is_refused_and_the_old_one_stays(options, message):
    campaign = make_campaign()
    before = list(stored_plan(campaign))
    told, code = refusal("dispatch", "boats", *options)
    assert told.startswith(message)
    assert code == 1
    assert list(stored_plan(campaign)) == before


def test_a_plan_must_be_there_to_be_exported(tmp_path):
    make_campaign(subsets=None)
    plan = tmp_path / "plan.csv"
    assert refusal("export_plan", "boats", "--out", plan)[0] == (
        "boats has no plan yet; dispatch makes one."
    )
    assert not plan.exists()


def test_a_plan_is_not_written_into_a_folder_that_is_not_there(tmp_path):
    make_campaign()
    plan = tmp_path / "nowhere" / "plan.csv"
    assert refusal("export_plan", "boats", "--out", plan)[0] == (
        f"{plan}: No such file or directory"
    )


@pytest.mark.parametrize(
    "arguments",
    [
        ("add_system", "nowhere", "first", "first.txt"),
        ("pool", "nowhere"),
        ("dispatch", "nowhere", "--subsets", "2"),
        ("export_plan", "nowhere", "--out", "plan.csv"),
    ],
)
def test_an_unknown_campaign_is_told_with_those_there_are(arguments):
    assert refusal(*arguments) == (
        "no campaign 'nowhere'; there is none yet: create_campaign makes one",
        1,
    )
    make_campaign()
    assert refusal(*arguments)[0] == "no campaign 'nowhere'; there is boats"


@pytest.mark.postgresql
def test_problems_of_all_files_are_told_at_once_and_nothing_is_stored(files):
    (files / "gold.txt").write_text("glad.a 1 :: happy many;\n", encoding="utf-8")
    mapping = files / "mapping.txt"
    mapping.write_text("happy -> glad\n", encoding="utf-8")
    message, code = refusal(*create(files, "--mapping", mapping))
    gold, rule, end = message.splitlines()
    assert gold.startswith(f"{files / 'gold.txt'}, line 1: ")
    assert rule.startswith(f"{mapping}, line 1: 'happy -> glad' is not a rule. Write: ")
    assert end == "Nothing was stored."
    assert code == 2
    assert not Campaign.objects.exists()


def test_a_file_that_is_not_there_is_told_by_name(files):
    missing = files / "gold.txt"
    missing.unlink()
    assert refusal(*create(files)) == (f"{missing}: No such file or directory", 2)
    assert not Campaign.objects.exists()


def test_a_noisy_systems_file_is_refused_whole(files):
    make_campaign(subsets=None)
    noisy = files / "noisy.txt"
    noisy.write_text("loading..\n" + ANSWERS + "glad.a 99 :: happy\n", encoding="utf-8")
    message, code = refusal("add_system", "boats", "noisy", noisy)
    stranger, noise, _end = message.splitlines()
    assert stranger.startswith(f"{noisy}, line 7: no sentence has the id '99'")
    assert noise.startswith(f"{noisy}, line 1: 'loading..' is not a line of answers")
    assert message.endswith("Nothing was stored.")
    assert code == 2
    assert System.objects.get().name == "first"


def test_a_name_is_taken_once(files):
    make_campaign(subsets=None)
    message, code = refusal(*create(files))
    assert (message, code) == ("there is a campaign boats already", 1)
    message, code = refusal("add_system", "boats", "first", files / "first.txt")
    assert (message, code) == ("boats has a system first already", 1)
    assert Campaign.objects.count() == System.objects.count() == 1


def test_pooling_again_says_what_is_new():
    make_campaign(subsets=None)
    facts = facts_of("pool", "boats")
    assert (facts["candidates"], facts["added"], facts["changed"]) == (20, 0, 0)
    assert Candidate.objects.count() == 20


@pytest.mark.postgresql
def test_a_merge_undone_that_its_spelling_still_needs_is_listed_once(files):
    make_campaign(subsets=None)
    late = files / "late.txt"
    # Composed even when kept apart, so it goes on being another text than was given.
    late.write_text("glad.a 1 :: ga\u0302te\u0301\n", encoding="utf-8")
    printed_by("add_system", "boats", "late", late)
    assert facts_of("pool", "boats")["merges"] == 1
    Merge.objects.update(undone_at=timezone.now())
    assert facts_of("pool", "boats")["merges"] == 0
    assert Merge.objects.get().text == "gâté"


@pytest.mark.parametrize(
    ("arguments", "code", "message"),
    [
        (["pool", "nowhere"], 1, "CommandError: no campaign 'nowhere'"),
        (["add_system", "boats"], 2, "the following arguments are required: name, file"),
    ],
)
def test_a_shell_sees_the_exit_code_and_a_message_but_no_traceback(arguments, code, message):
    ended = subprocess.run(
        [sys.executable, ROOT / "manage.py", *arguments],
        env=environment(),
        capture_output=True,
        text=True,
    )
    assert ended.returncode == code
    assert message in ended.stderr
    assert "Traceback" not in ended.stderr
    assert ended.stdout == ""
