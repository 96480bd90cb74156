"""What `regild score` finds on a published dataset is what the campaign's own scores say."""

import random
from itertools import product

import pytest
from django.utils import timezone

import regild
from campaigns.models import Campaign
from pooling.models import Merge
from pooling.services.fill_pool import pool_campaign
from pooling.services.merges import undo_merge
from regild.scoring.measures import KEYS
from regild.scoring.parts import NMWS
from scoring.models import Evaluation
from scoring.selectors.scores import rankings_of
from scoring.services.freezing import freeze_gold
from scoring.services.rescoring import rescore
from sources.services.creating import create_campaign
from sources.services.systems import add_system
from tests.agreement.rated import rate
from tests.factories import SENTENCES, source
from tests.scoring.released import exported

pytestmark = pytest.mark.django_db

GOLD = """\
glad.a 1 :: Happy 4;over the moon 2;pleased 1;
glad.a 2 :: cheerful 3;Merry 2;
room.n 3 :: space 5;elbow_room 2;pn 1;
room.n 4 :: chamber 2;Bed Room 2;
calm.a 5 :: quiet 3;at peace 2;
"""
RULES = "content(glad.a)-->happy\nhappy(glad.a)-->pleased\nhall(room.n)-->Bed Room\n"
WORDS = {
    "glad.a": ["Happy", "content", "over_the moon", "pleased", "Merry", "cheerful"],
    "room.n": ["space", "elbow room", "elbow_room", "hall", "Bed Room", "chamber", "pn"],
    "calm.a": ["quiet", "at  peace", "serene", "at_peace"],
}
TARGETS = {"1": "glad.a", "2": "glad.a", "3": "room.n", "4": "room.n", "5": "calm.a"}


def made_up(rng):
    """A system's file: words in several spellings, best first, with scores."""
    lines = []
    for sentence, target in TARGETS.items():
        if rng.random() < 0.15:
            continue
        words = rng.sample(WORDS[target], rng.randint(1, len(WORDS[target])))
        words = [rng.choice((word, word.swapcase(), word.title())) for word in words]
        scored = "\t".join(f"{word} {9 - rank}.5" for rank, word in enumerate(words))
        lines.append(f"RANKED\t{target} {sentence}\t{scored}\n")
    return "".join(lines)


def campaign_of(rng, files, *, case, multiwords, mapped, excluded):
    """Rated, with a sentence hidden and spellings kept apart."""
    campaign = create_campaign(
        slug="boats",
        title="Boats",
        language="en",
        files={
            "sentences": source(SENTENCES, "sentences.csv"),
            "gold": source(GOLD, "gold.txt"),
            **({"mapping": source(RULES, "mapping.txt")} if mapped else {}),
        },
        multiwords=multiwords,
        excluded_targets=excluded,
    ).campaign
    campaign.case_policy, campaign.penalty = case, 2.5
    campaign.state = Campaign.State.OPEN
    campaign.save()
    late = files.pop("late")
    for name, text in files.items():
        add_system(campaign=campaign, name=name, answers=source(text, f"{name}.txt"))
    pool_campaign(campaign=campaign)
    for merge in Merge.objects.filter(item__campaign=campaign).order_by("id")[:3]:
        undo_merge(merge=merge)
    pool_campaign(campaign=campaign)
    for item in campaign.items.exclude(group__in=excluded):
        candidates = item.candidates.filter(hidden_at__isnull=True)
        rate(
            campaign,
            {
                text: "".join(rng.choice("0123") for _rater in range(rng.randint(2, 4)))
                for text in candidates.values_list("text", flat=True)
            },
            sentence=item.key,
        )
    campaign.items.filter(key="4").update(hidden_at=timezone.now())
    add_system(campaign=campaign, name="late", answers=source(late, "late.txt"))
    return campaign


@pytest.mark.parametrize(
    ("case", "multiwords", "mapped"),
    [*product(("keep", "lower"), ("keep", "drop"), (False, True))],
)
@pytest.mark.parametrize(("seed", "excluded"), [(1, []), (2, ["calm.a"])])
def test_a_folder_gives_every_score_of_the_campaign(
    tmp_path, case, multiwords, mapped, seed, excluded
):
    rng = random.Random(seed)
    files = {name: made_up(rng) for name in ("one", "two", "late")}
    campaign = campaign_of(
        rng, dict(files), case=case, multiwords=multiwords, mapped=mapped, excluded=excluded
    )
    release = freeze_gold(campaign=campaign)
    rescore(campaign=campaign)
    for path, data in exported(release, "dataset").items():
        file = tmp_path / "gold" / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(data)
    paths = []
    for name, text in files.items():
        paths.append(tmp_path / f"{name}.txt")
        paths[-1].write_text(text)

    keys = [f"{key}{part}" for key in KEYS for part in ("", f".{NMWS}", ".a", ".n")]
    stored = rankings_of(release, keys)
    assert len(stored) == len(keys)
    for which in Evaluation.Gold.values:
        found = regild.score(
            tmp_path / "gold", paths, measures=keys, use=which, seed=campaign.seed
        )
        for system in found.systems:
            ours = {
                key: getattr(line, which)
                for key in keys
                for line in stored[key].lines
                if line.system == system.system
            }
            assert {key: one.n for key, one in ours.items()} == system.sentences
            assert system.measures == pytest.approx(
                {key: one.value for key, one in ours.items()}, abs=1e-12
            )
            # With the campaign's seed all that was drawn is the same too.
            assert system.rank == {key: one.rank for key, one in ours.items()}
            assert system.p == pytest.approx(
                {key: one.p_next for key, one in ours.items()}, abs=1e-12
            )
            for key, one in ours.items():
                ends = None if one.low is None else [one.low, one.high]
                assert system.interval[key] == pytest.approx(ends, abs=1e-12), key
