"""The whole paper from small files of our own; tests/reference/ runs it on real ones."""

import pytest
from django.core.management import CommandError, call_command

from campaigns.models import Campaign
from tests.commands import printed_by
from tests.factories import ANSWERS, GOLD, SENTENCES

pytestmark = [pytest.mark.django_db, pytest.mark.sqlite]


@pytest.fixture
def folder(tmp_path):
    """Named as SemDis names its files."""
    data = tmp_path / "boats"
    (data / "systems").mkdir(parents=True)
    (data / "sentences.csv").write_text(SENTENCES)
    (data / "gold1.txt").write_text(GOLD)
    (data / "mapping.txt").write_text("gleeful(glad.a)-->happy\n")
    (data / "systems" / "baseline_one.txt").write_text(ANSWERS)
    (data / "systems" / "two.txt").write_text("glad.a 1 :: gleeful\nroom.n 3 :: leeway\n")
    return data


def paper(folder, out):
    return printed_by(
        "paper", "--data", folder, "--out", out, "--subsets", 2, "--annotators", 6
    )


def test_one_command_writes_tables_1_to_3_and_figure_1(folder, tmp_path):
    printed, told = paper(folder, tmp_path / "out")
    written = {path.name for path in (tmp_path / "out").iterdir()}
    assert {line.rpartition("/")[2] for line in printed.split()} == written
    assert {"index.html", "paper.tex", "boats-figure-1.svg", "boats-figure-1.pdf"} <= written
    for step in ("import", "pool", "subsets", "ratings", "agreement", "release", "scores"):
        assert f"boats: {step} …" in told
    page = (tmp_path / "out" / "index.html").read_text()
    latex = (tmp_path / "out" / "paper.tex").read_text()
    for table in ("Table 1", "Table 2", "Table 3", "Figure 1"):
        assert table in page
        assert table in latex
    assert "baseline_one" in page
    assert r"baseline\_one" in latex
    # Figures and tables are asked for in the preamble, and once.
    assert latex.count(r"\usepackage{booktabs,graphicx}") == 1
    for name in written - {"index.html", "paper.tex"}:
        assert name.rpartition(".")[0] in page


def test_a_folders_name_does_not_break_the_latex(folder, tmp_path):
    named = folder.rename(tmp_path / "semdis_2014")
    paper(named, tmp_path / "out")
    latex = (tmp_path / "out" / "paper.tex").read_text()
    assert r"\section*{semdis\_2014}" in latex
    # A file's name is no text.
    assert r"\includegraphics{semdis_2014-best.pdf}" in latex


def test_the_same_files_give_the_same_report(folder, tmp_path):
    for name in ("one", "two"):
        paper(folder, tmp_path / name)
    one, two = (
        {path.name: path.read_bytes() for path in (tmp_path / name).iterdir()}
        for name in ("one", "two")
    )
    assert one == two


def test_the_users_database_is_left_alone(folder, tmp_path):
    paper(folder, tmp_path / "out")
    assert not Campaign.objects.exists()


def test_a_malformed_file_is_told_with_its_lines_and_nothing_is_written(folder, tmp_path):
    (folder / "gold1.txt").write_text("glad.a 1 happy 4\n")
    (folder / "sentences.csv").write_text("sentence,lexelt\n1,glad.a\n")
    with pytest.raises(CommandError, match=r"gold1\.txt, line 1") as refused:
        call_command("paper", "--data", str(folder), "--out", str(tmp_path / "out"))
    assert refused.value.returncode == 2
    assert "sentences.csv, line 1" in str(refused.value)
    assert not (tmp_path / "out").exists()
    assert not Campaign.objects.exists()


@pytest.mark.parametrize("name", ["gold1.txt", "sentences.csv", "systems"])
def test_a_folder_that_lacks_something_is_told_what(folder, tmp_path, name):
    (folder / name).rename(tmp_path / "elsewhere")
    with pytest.raises(CommandError, match="there is no") as refused:
        call_command("paper", "--data", str(folder), "--out", str(tmp_path / "out"))
    assert refused.value.returncode == 2
