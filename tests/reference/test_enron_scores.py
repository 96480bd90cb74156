"""Real e-mails from files to scores: what the campaign stores is what scikit-learn counts."""

import csv
import io
import zipfile

import pytest
from sklearn.metrics import accuracy_score, cohen_kappa_score, precision_recall_fscore_support

from pooling.services.fill_pool import pool_campaign
from rating.services.importing import import_ratings
from regild.formats.documents import read_folder
from regild.formats.labels import read_annotations
from regild.scoring.word_baseline import label_by_words
from scoring.models import Evaluation, Score
from scoring.selectors.scores import rankings_of
from scoring.services.baselines import add_baseline
from scoring.services.freezing import freeze_gold
from scoring.services.rescoring import rescore
from sources.services.creating import create_campaign
from sources.services.systems import add_system
from tests.factories import source

pytestmark = [pytest.mark.sqlite, pytest.mark.django_db]


def table(columns, rows):
    out = io.StringIO()
    writer = csv.writer(out)
    writer.writerow(columns)
    writer.writerows(rows)
    return source(out.getvalue(), f"{columns[-1]}.csv")


@pytest.fixture(scope="module")
def enron(shared_data):
    """What each of both annotators chose, the texts, and the parents of the categories."""
    folder = shared_data / "enron"
    with (folder / "annotations.csv").open("rb") as stream:
        records = read_annotations(stream, name="annotations.csv").records
    chosen = {"a": {}, "b": {}}
    for one in records:
        chosen[one.annotator][one.document] = one.category
    texts = {one.key: one.text for one in read_folder(folder / "messages").records}
    with (folder / "categories.csv").open(newline="") as file:
        parents = {row["category"]: row["parent"] for row in csv.DictReader(file)}
    return folder, chosen, texts, parents


def top(category, parents):
    while parents[category]:
        category = parents[category]
    return category


def make(enron, slug, categories, called):
    """With annotator a as first gold, and the ratings of both imported."""
    folder, chosen, _texts, _parents = enron
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as archive:
        for path in sorted((folder / "messages").iterdir()):
            archive.write(path, path.name)
    rows = [
        (key, name, called(category))
        for name, labels in chosen.items()
        for key, category in labels.items()
    ]
    columns = ("document", "annotator", "category")
    campaign = create_campaign(
        slug=slug,
        task="categories",
        language="en",
        files={
            "documents": source(packed.getvalue(), "messages.zip"),
            "categories": categories,
            "gold": table(columns, [row for row in rows if row[1] == "a"]),
        },
    ).campaign
    return campaign, lambda: import_ratings(campaign=campaign, ratings=table(columns, rows))


def score(enron, slug, categories, called):
    """Its labels are those of `regild words`, trained on the first gold."""
    _folder, chosen, texts, _parents = enron
    campaign, rate = make(enron, slug, categories, called)
    gold = {key: called(category) for key, category in chosen["a"].items()}
    labels = {key: one.category for key, one in label_by_words(texts, gold).items()}
    words = table(("document", "category"), labels.items())
    add_system(campaign=campaign, name="words", answers=words)
    pool_campaign(campaign=campaign)
    rate()
    campaign.refresh_from_db()
    release = freeze_gold(campaign=campaign, min_ratings=2)
    rescore(campaign=campaign)
    stored = {
        gold: {
            one.measure: one
            for one in Score.objects.filter(evaluation__release=release, evaluation__gold=gold)
        }
        for gold in ("first", "second")
    }
    return release, labels, stored


def test_accuracy_at_the_top_is_that_of_the_command(enron):
    parents = enron[3]
    tops = source(
        "category\n" + "".join(f'"{name}"\n' for name in parents if not parents[name]),
        "categories.csv",
    )
    release, _labels, stored = score(enron, "tops", tops, lambda one: top(one, parents))
    # docs/categories.md, and another program.
    assert stored["first"]["leaf.accuracy"].value == 437 / 524
    assert release.counts["annotators"] == 2


def test_every_figure_is_that_of_scikit_learn_on_both_golds(enron):
    folder, chosen, _texts, parents = enron
    tree = source((folder / "categories.csv").read_bytes(), "categories.csv")
    release, labels, stored = score(enron, "mail", tree, str)
    both = {
        key: category
        for key, category in chosen["a"].items()
        if chosen["b"].get(key) == category
    }
    assert release.counts["decided"] == len(both)
    for gold, wanted in (("first", chosen["a"]), ("second", both)):
        for level, called in (("leaf", str), ("top", lambda one: top(one, parents))):
            right = [called(one) for one in wanted.values()]
            said = [called(labels[key]) for key in wanted]
            found = stored[gold]
            assert found[f"{level}.accuracy"].value == accuracy_score(right, said)
            assert found[f"{level}.kappa"].value == pytest.approx(
                cohen_kappa_score(right, said), abs=1e-12
            )
            names = sorted({*right})
            counted = precision_recall_fscore_support(
                right, said, labels=names, zero_division=0
            )
            for name, precision, recall, f, n in zip(names, *counted, strict=True):
                own = found[f"{level}.{name}.recall"]
                assert (own.value, own.n) == (pytest.approx(recall, abs=1e-12), n)
                if found[f"{level}.{name}.precision"].value is not None:
                    assert found[f"{level}.{name}.precision"].value == pytest.approx(precision)
                    assert found[f"{level}.{name}.f"].value == pytest.approx(f)
            low, high = found[f"{level}.accuracy"].low, found[f"{level}.accuracy"].high
            assert low < accuracy_score(right, said) < high


def test_a_baseline_of_two_categories_is_scored_on_these_as_from_files(enron):
    """Section 6 of the paper, as `regild words messages annotations.csv --annotator a --only A
    B` prints it: docs/categories.md."""
    folder = enron[0]
    tree = source((folder / "categories.csv").read_bytes(), "categories.csv")
    campaign, rate = make(enron, "two", tree, str)
    two = ("Company business", "Purely personal")
    add_baseline(campaign=campaign, name="all", kind="words")
    add_baseline(campaign=campaign, name="two", kind="words", options={"only": two})
    pool_campaign(campaign=campaign)
    rate()
    campaign.refresh_from_db()
    release = freeze_gold(campaign=campaign, min_ratings=2)
    rescore(campaign=campaign)

    def scores_of(system, gold="first"):
        rows = Score.objects.filter(
            evaluation__release=release,
            evaluation__gold=gold,
            evaluation__system__name=system,
        )
        return {one.measure: one for one in rows}

    found = scores_of("two")
    keys = ("leaf.accuracy", *(f"leaf.{name}.recall" for name in two))
    assert [round(found[key].value, 4) for key in keys] == [0.9425, 0.9839, 0.1538]
    assert [found[key].n for key in keys] == [261, 248, 13]
    assert found["leaf.macro_f"].value is not None
    assert found["leaf.accuracy"].low < found["leaf.accuracy"].value
    # On other documents than the others are, it has no rank among them.
    assert (found["leaf.accuracy"].rank, found["leaf.accuracy"].p_next) == (None, None)
    whole = scores_of("all")
    assert (whole["leaf.accuracy"].n, whole["leaf.accuracy"].rank) == (524, 1)
    on_second = scores_of("two", "second")["leaf.accuracy"]
    assert 0 < on_second.n < 261
    [line] = [
        line
        for line in rankings_of(release, ["leaf.accuracy"])["leaf.accuracy"].lines
        if line.system == "two"
    ]
    assert line.first.rank is line.second.rank is None


def test_beside_it_annotators_agree_as_the_reference_says(enron, shared_data):
    import json

    folder, _chosen, _texts, _parents = enron
    tree = source((folder / "categories.csv").read_bytes(), "categories.csv")
    release, _labels, _stored = score(enron, "mail", tree, str)
    reference = json.loads((folder / "reference.json").read_text())
    beside = Evaluation.objects.get(release=release, gold="second").beside["annotators"]
    for level, of_it in (("leaf", "category"), ("top", "top")):
        figure = beside[f"{level}.accuracy"]
        assert figure["value"] == pytest.approx(reference[of_it]["pairwise_exact"], abs=1e-9)
        assert figure["low"] < figure["value"] < figure["high"]
