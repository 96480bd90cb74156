"""SemEval-2007's trial set and SWORDS as campaigns; odd outputs told, and nothing of them kept.

Counts are those of the READMEs beside the data.
"""

import pytest
from django.core.management import CommandError

from campaigns.models import Campaign
from sources.models import Answer, GoldAnswer, Item, System
from tests.commands import facts_of

pytestmark = pytest.mark.django_db

ODD = "semeval2007/odd_formats"


@pytest.fixture
def trial(shared_data):
    folder = shared_data / "semeval2007"
    return facts_of(
        "create_campaign", "trial", "--sentences", folder / "lexsub_trial.xml",
        "--gold", folder / "lst_trial.gold", "--language", "en",
    )  # fmt: skip


def test_the_trial_set_is_brought_in_with_its_codes_apart(trial):
    assert trial["sentences"] == Item.objects.count() == 300
    # 1,152 substitutes with 1,737 votes in the file, three of them the code `pn`.
    assert trial["gold_substitutes"] == 1152 - 3
    coded = Item.objects.exclude(gold_codes={}).values_list("gold_codes", flat=True)
    assert [set(codes) for codes in coded] == [{"pn"}] * 3
    votes = sum(GoldAnswer.objects.values_list("votes", flat=True))
    assert votes + sum(codes["pn"] for codes in coded) == 1737


def test_each_trial_system_is_added_as_its_file_says(trial, shared_data):
    paths = sorted((shared_data / "semeval2007/systems").glob("*.predict"))
    assert len(paths) == 6
    for path in paths:
        # One guess an item, none where a line ends at its colons.
        given = [line for line in path.read_text().splitlines() if line.split("::")[1].strip()]
        added = facts_of("add_system", "trial", path.stem, path)
        assert added["attempted"] == added["answers"] == len(given)
    empty = Answer.objects.filter(system__name="avivis_part6_with_empty").count()
    assert empty == 300 - 141


@pytest.mark.parametrize(
    ("name", "gold"),
    [
        # Substitutes in all, less those that nobody called TRUE.
        ("swords-v1.1_test-subset.json.gz", 5369 - 3438),
        ("swords-v1.1_test-subset_reannotated.json.gz", 5384 - 2304),
    ],
)
def test_swords_is_brought_in_as_a_campaign(shared_data, name, gold):
    path = shared_data / "swords" / name
    made = facts_of(
        "create_campaign", "swords", "--sentences", path, "--gold", path, "--language", "en"
    )
    assert made["sentences"] == Campaign.objects.get(slug="swords").items.count() == 89
    assert made["gold_substitutes"] == GoldAnswer.objects.count() == gold


@pytest.mark.parametrize(
    ("name", "lines", "why"),
    [
        ("Xiaoyu1216_part4_two_warning_lines.predict", [1, 2], "is not a line of answers"),
        (
            "alicediakova_part5_progress_bars.predict",
            [1, 3, 5],
            "holds carriage returns or backspaces, as a progress bar prints them",
        ),
    ],
)
def test_a_noisy_output_is_refused_line_by_line_and_nothing_is_kept(
    trial, shared_data, name, lines, why
):
    path = shared_data / ODD / name
    with pytest.raises(CommandError) as refused:
        facts_of("add_system", "trial", "noisy", path)
    told = str(refused.value).splitlines()
    assert len(told) > len(lines)
    for line, message in zip(lines, told, strict=False):
        assert message.startswith(f"{path}, line {line}: ")
        assert why in message
    assert told[-1] == "Nothing was stored."
    assert refused.value.returncode == 2
    assert not System.objects.exists()
    assert not Answer.objects.exists()


def test_an_output_that_is_always_wrong_is_a_system_all_the_same(trial, shared_data):
    added = facts_of(
        "add_system",
        "trial",
        "smurf",
        shared_data / ODD / "ayshajamjam_smurf_all_wrong.predict",
    )
    assert (added["attempted"], added["answers"]) == (300, 300)
