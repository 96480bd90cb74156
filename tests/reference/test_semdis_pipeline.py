"""The campaign of SemDis 2014, from its files to 90 subsets, through the commands alone.

What is expected is counted here, straight from the files, by this test's own few lines.
"""

import csv
import html
import re
from collections import Counter, defaultdict
from itertools import groupby
from math import ceil, sqrt

import pytest
from django.db import transaction

from tests.commands import facts_of

pytestmark = pytest.mark.django_db

SUBSETS = 90
BLOCK_SIZE = 8


def system_files(folder):
    """The baseline and nine runs; the file that covers 4 sentences is no system."""
    paths = sorted((folder / "systems").glob("*.txt"))
    return [path for path in paths if path.stem != "partial_4_items"]


class Counted:
    """What the files hold: `votes` and `given` by (sentence, substitute), `lexelt` by sentence.

    Mapped to the gold's own forms, and without the target itself, in either form, which is no
    substitute.
    """

    def __init__(self, folder, *, excluded):
        mapping = (folder / "mapping.txt").read_text("utf-8")
        self.rules = dict(re.findall(r"^([^#\n].*\))-->(.*)$", mapping, re.M))
        corpus = (folder / "test.xml").read_text("utf-8")
        self.group, self.own_words = {}, {}
        for lexelt, inside in re.findall(r'<lexelt item="(.*?)">(.*?)</lexelt>', corpus, re.S):
            if lexelt in excluded:
                continue
            for sentence, head in re.findall(
                r'<instance id="(.*?)">.*?<head>(.*?)</head>', inside, re.S
            ):
                self.group[sentence] = lexelt
                self.own_words[sentence] = {
                    self.canonical(word, lexelt).lower()
                    for word in (lexelt.split(".")[0], html.unescape(head).strip())
                }
        self.votes = Counter()
        for key, votes in self.parts(folder / "gold1.txt", r"(.*\S)\s+(\d+)"):
            self.votes[key] += int(votes)
        self.given = {
            key for path in system_files(folder) for key, _ in self.parts(path, r"(.+)()")
        }

    def canonical(self, text, lexelt):
        return self.rules.get(f"{text}({lexelt})", text).strip()

    def parts(self, path, pattern):
        for line in path.read_text("utf-8").splitlines():
            item, _, rest = line.partition("::")
            lexelt, sentence = item.split()
            if sentence not in self.group:
                continue
            for part in filter(None, map(str.strip, rest.split(";"))):
                text, number = re.fullmatch(pattern, part).groups()
                text = self.canonical(text, lexelt)
                if text.lower() not in self.own_words[sentence]:
                    yield (sentence, text), number

    def origin(self, key):
        if key not in self.given:
            return "gold"
        return "both" if key in self.votes else "systems"


@pytest.fixture(
    params=[(), ("compris.a",)], ids=["all 30 targets", "without compris.a"], scope="module"
)
def semdis(request, shared_data, tmp_path_factory, django_db_setup, django_db_blocker):
    """(what the files hold, what each command printed, the plan's rows), made once."""
    folder = shared_data / "semdis2014"
    out = tmp_path_factory.mktemp("semdis") / "plan.csv"
    excluded = ["--exclude-target", *request.param] if request.param else []
    with django_db_blocker.unblock(), transaction.atomic():
        printed = {
            "create": facts_of(
                "create_campaign", "semdis", "--sentences", folder / "test.xml",
                "--gold", folder / "gold1.txt", "--mapping", folder / "mapping.txt",
                "--language", "fr", *excluded,
            ),
            "systems": [
                facts_of(
                    "add_system", "semdis", path.stem, path,
                    "--kind", "baseline" if "baseline" in path.stem else "participant",
                )
                for path in system_files(folder)
            ],
            "pool": facts_of("pool", "semdis"),
            "dispatch": facts_of(
                "dispatch", "semdis", "--subsets", SUBSETS, "--block-size", BLOCK_SIZE,
                "--seed", 2014,
            ),
            "export": facts_of("export_plan", "semdis", "--out", out),
        }  # fmt: skip
        transaction.set_rollback(True)
    with out.open(encoding="utf-8", newline="") as stream:
        plan = list(csv.DictReader(stream))
    return Counted(folder, excluded=request.param), printed, plan


@pytest.fixture
def counted(semdis):
    return semdis[0]


@pytest.fixture
def printed(semdis):
    return semdis[1]


@pytest.fixture
def plan(semdis):
    return semdis[2]


@pytest.fixture
def blocks(plan):
    """sentence → its blocks, each a list of rows in the order shown."""
    found = defaultdict(list)
    for (_subset, sentence), rows in groupby(plan, lambda r: (r["subset"], r["sentence"])):
        found[sentence].append(list(rows))
    return found


def test_the_files_are_brought_in_whole(printed):
    # 300 sentences, 2,152 gold substitutes: the README beside the files.
    assert (printed["create"]["sentences"], printed["create"]["gold_substitutes"]) == (
        300,
        2152,
    )
    assert len(printed["systems"]) == 10
    assert all(system["attempted"] == 300 for system in printed["systems"])


def test_the_breakdown_by_origin_is_that_of_an_independent_count(counted, printed):
    expected = Counter(counted.origin(key) for key in counted.votes.keys() | counted.given)
    total = expected.total()
    assert printed["pool"]["candidates"] == total
    assert printed["pool"]["by_origin"] == {
        origin: {"count": count, "percent": pytest.approx(100 * count / total)}
        for origin, count in expected.items()
    }


def test_each_candidate_stands_once_in_the_plan_with_its_origin_votes_and_target(counted, plan):
    found = sorted(
        (r["sentence"], r["substitute"], r["origin"], r["gold_votes"], r["lexelt"])
        for r in plan
    )
    assert found == sorted(
        (*key, counted.origin(key), str(counted.votes.get(key, "")), counted.group[key[0]])
        for key in counted.votes.keys() | counted.given
    )


def test_an_anchor_is_a_first_gold_candidate(plan):
    assert all((r["anchor"] == "1") == (r["gold_votes"] != "") for r in plan)


def test_there_are_90_subsets_and_positions_count_from_one(plan, printed):
    subsets = [(int(r["subset"]), int(r["position"])) for r in plan]
    sizes = Counter(subset for subset, _ in subsets)
    assert sorted(sizes) == list(range(1, SUBSETS + 1))
    assert subsets == [(s, p) for s in sorted(sizes) for p in range(1, sizes[s] + 1)]
    assert printed["dispatch"]["subsets"] == SUBSETS
    assert printed["export"]["rows"] == len(plan)


def test_subsets_differ_in_size_by_no_more_than_the_largest_block(plan, blocks):
    sizes = Counter(r["subset"] for r in plan).values()
    largest = max(len(block) for of_sentence in blocks.values() for block in of_sentence)
    assert max(sizes) - min(sizes) <= largest


def test_a_sentence_has_at_most_one_block_in_a_subset(blocks):
    # Rows of one sentence that do not stand together would make two blocks.
    for of_sentence in blocks.values():
        subsets = [block[0]["subset"] for block in of_sentence]
        assert len(subsets) == len(set(subsets))


def test_anchors_are_spread_evenly_and_every_block_has_one(blocks):
    for of_sentence in blocks.values():
        anchors = [sum(r["anchor"] == "1" for r in block) for block in of_sentence]
        assert min(anchors) >= 1
        assert max(anchors) - min(anchors) <= 1


def test_a_sentence_has_as_many_blocks_as_its_size_asks_and_its_anchors_allow(blocks):
    for of_sentence in blocks.values():
        sizes = [len(block) for block in of_sentence]
        anchors = sum(r["anchor"] == "1" for block in of_sentence for r in block)
        assert len(of_sentence) == min(anchors, ceil(sum(sizes) / BLOCK_SIZE), SUBSETS)
        assert max(sizes) - min(sizes) <= 1


def test_an_anchors_place_in_its_block_gives_nothing_away(blocks):
    """Over all blocks, anchors stand as far down as the others, within four standard errors."""
    total = variance = 0.0
    for block in (block for of_sentence in blocks.values() for block in of_sentence):
        n = len(block)
        ranks = [place for place, r in enumerate(block, 1) if r["anchor"] == "1"]
        # Rank sum of a random sample of m in n places: mean m(n+1)/2, variance m(n-m)(n+1)/12.
        m = len(ranks)
        total += sum(ranks) - m * (n + 1) / 2
        variance += m * (n - m) * (n + 1) / 12
    assert abs(total) < 4 * sqrt(variance)
