"""The whole paper on SemDis 2014's own files, by the command that `make paper` runs."""

import html
import re

import pytest

from tests.commands import printed_by

pytestmark = [pytest.mark.django_db, pytest.mark.sqlite, pytest.mark.long]


@pytest.fixture(scope="module")
def page(shared_data, tmp_path_factory, django_db_setup, django_db_blocker):
    out = tmp_path_factory.mktemp("paper")
    with django_db_blocker.unblock():
        printed_by(
            *("paper", "--data", shared_data / "semdis2014", "--language", "fr"),
            *("--subsets", 90, "--annotators", 60, "--out", out),
            # As the paper describes its own gold.
            *("--exclude-target", "compris.a", "--multiwords", "drop"),
        )
    assert {path.suffix for path in out.iterdir()} == {".html", ".tex", ".svg", ".pdf"}
    return html.unescape((out / "index.html").read_text())


def cells(page, caption, head):
    """The row that begins with `head` in the table of that caption."""
    [table] = re.findall(rf"<caption>{caption}.*?</table>", page, re.S)
    [row] = re.findall(rf'<th scope="row">{re.escape(head)}</th>(.*?)</tr>', table)
    return re.findall("<td>(.*?)</td>", row)


def test_the_campaign_is_brought_in_and_cut_into_90_subsets(page):
    # 300 sentences, 2,152 gold substitutes, 11 outputs: the README beside the files.
    assert "300 sentences, 2152 first-gold substitutes, 11 systems." in page
    assert "90 subsets" in page
    assert "60 synthetic annotators" in page


def test_the_baseline_scores_on_the_first_gold_as_published(page):
    # The post hoc paper's Tables 2 and 3: .13 and .33; its README to more digits.
    best, *_ = cells(page, "Table 2", "baseline_dicosyn")
    oot, *_ = cells(page, "Table 3", "baseline_dicosyn")
    assert best.startswith("0.132 [")
    assert oot.startswith("0.331 [")


def test_every_system_has_a_rank_on_both_golds(page):
    for caption in ("Table 2", "Table 3"):
        [table] = re.findall(rf"<caption>{caption}.*?</table>", page, re.S)
        names = re.findall(r'<th scope="row">(.*?)</th>', table)
        assert len(names) == 11
        ranks = [[int(cells(page, caption, name)[place]) for place in (1, 4)] for name in names]
        assert {rank for pair in ranks for rank in pair} <= set(range(1, 12))
        assert [second for _first, second in ranks] == sorted(second for _, second in ranks)


def test_table_1_counts_every_candidate_once(page):
    [pool] = re.findall(r"Pool: (.*?)\.</li>", page)
    pooled = [int(count) for count in re.findall(r"(\d+) (?:annotators|systems|both)", pool)]
    bands = ["[0, 1[", "[1, 2[", "[2, 3[", "[3]"]
    counted = [
        [int(cell.split()[0]) for cell in cells(page, "Table 1", band)] for band in bands
    ]
    assert [sum(column) for column in zip(*counted, strict=True)] == pooled
