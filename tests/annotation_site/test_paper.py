"""The whole paper from small files of our own; tests/reference/ runs it on real ones."""

import pytest
from django.conf import settings
from django.core.management import CommandError, call_command

from campaigns.models import Campaign
from tests.commands import printed_by
from tests.factories import ANSWERS, GOLD, SENTENCES

pytestmark = [pytest.mark.django_db, pytest.mark.sqlite]


@pytest.fixture
def folder(tmp_path):
    """Named as SemDis names its files."""
    data = tmp_path / "fast_boats"
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


@pytest.mark.long
def test_one_command_writes_tables_1_to_3_and_figure_1(folder, tmp_path):
    printed, told = paper(folder, tmp_path / "out")
    written = {path.name: path.read_bytes() for path in (tmp_path / "out").iterdir()}
    assert {line.rpartition("/")[2] for line in printed.split()} == written.keys()
    assert written.keys() >= {"index.html", "paper.tex"}
    assert written.keys() >= {"fast_boats-figure-1.svg", "fast_boats-figure-1.pdf"}
    for step in ("import", "pool", "subsets", "ratings", "agreement", "release", "scores"):
        assert f"fast_boats: {step} …" in told
    page, latex = written["index.html"].decode(), written["paper.tex"].decode()
    for table in ("Table 1", "Table 2", "Table 3", "Figure 1"):
        assert table in page
        assert table in latex
    assert "baseline_one" in page
    assert r"baseline\_one" in latex
    # Figures and tables are asked for in the preamble, and once.
    assert latex.count(r"\usepackage{booktabs,graphicx}") == 1
    # What a folder is called breaks no LaTeX; a file's name is no text.
    assert r"\section*{fast\_boats}" in latex
    assert r"\includegraphics{fast_boats-best.pdf}" in latex
    for name in written.keys() - {"index.html", "paper.tex"}:
        assert name.rpartition(".")[0] in page
    # The user's own database is left alone.
    assert not Campaign.objects.exists()

    paper(folder, tmp_path / "again")
    again = {path.name: path.read_bytes() for path in (tmp_path / "again").iterdir()}
    assert again == written


@pytest.mark.long
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


@pytest.mark.long
def test_plausible_utterances_stand_behind_it_where_a_corpus_is_given(folder, tmp_path):
    own = settings.BASE_DIR / "annotation_site" / "demo" / "utterances"
    printed_by(
        *("paper", "--data", folder, "--out", tmp_path / "out", "--subsets", 2),
        *("--annotators", 6, "--coconuts", own / "corpus.txt", "--train", own / "train.txt"),
    )
    page = (tmp_path / "out" / "index.html").read_text()
    assert "Table 1 of plausible utterances" in page
    # The paper's own figure for 2-grams, and that of a coin.
    assert "<td>5.15</td>" in page
    assert "A coin gets 4.5" in page
    assert "Table 1 of plausible utterances" in (tmp_path / "out" / "paper.tex").read_text()


@pytest.mark.parametrize(
    ("options", "told"),
    [
        (["--coconuts", "corpus.txt"], "--coconuts and --train go together"),
        (["--coconuts", "none.txt", "--train", "none.txt"], "none.txt: No such file"),
    ],
)
def test_a_corpus_that_cannot_be_read_is_told(folder, tmp_path, options, told):
    with pytest.raises(CommandError, match=told):
        call_command("paper", "--data", str(folder), "--out", str(tmp_path), *options)
