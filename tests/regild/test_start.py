"""What is heavy is loaded by what needs it, so that asking for help is answered at once."""

from resource import RUSAGE_CHILDREN, getrusage
from statistics import median
from time import perf_counter

import pytest

from tests import ROOT
from tests.regild.running import COMMAND, loaded_by, python, regild

DEMO = ROOT / "annotation_site" / "demo" / "en"
HEAVY = {"numpy", "scipy", "matplotlib", "django", "pandas", "sklearn"}
SCORE = "import regild.cli; regild.cli.main(sys.argv[1:])"


def run_seconds(*arguments):
    began = perf_counter()
    assert python(*arguments).returncode == 0
    return perf_counter() - began


def test_the_commands_help_takes_at_most_five_times_an_empty_python():
    # Side by side, so that a busy machine slows both.
    pairs = [
        (run_seconds("-c", "pass"), run_seconds("-c", COMMAND, "--help")) for _time in range(7)
    ]
    empty, help_ = (median(column) for column in zip(*pairs, strict=True))
    assert help_ <= 5 * empty, (help_, empty)


def processor_seconds(*arguments):
    """What a Python of its own worked, whatever else the machine does."""
    began = getrusage(RUSAGE_CHILDREN)
    assert python(*arguments).returncode == 0
    ended = getrusage(RUSAGE_CHILDREN)
    return sum(ended[:2]) - sum(began[:2])


def test_scoring_a_system_takes_at_most_twice_what_loading_numpy_does():
    files = str(DEMO / "gold.txt"), str(DEMO / "careful.txt")
    pairs = [
        (
            processor_seconds("-c", "import numpy"),
            processor_seconds("-c", COMMAND, "score", *files),
        )
        for _time in range(7)
    ]
    numpy, score = (median(column) for column in zip(*pairs, strict=True))
    assert score <= 2 * numpy, (numpy, score)


def test_scoring_a_gold_of_lines_loads_no_parser_of_xml():
    loaded = loaded_by(
        f"import sys\n{SCORE}", "score", str(DEMO / "gold.txt"), str(DEMO / "careful.txt")
    )
    assert loaded & {"xml", "xml.sax", "http", "http.client", "email", "ssl"} == set()


@pytest.mark.parametrize(
    "code",
    [
        "import regild; dir(regild)",
        "import regild.agreement; dir(regild.agreement)",
        "import regild; regild.read_gold('annotation_site/demo/en/gold.txt')",
        "import regild; regild.read_sentences('annotation_site/demo/en/sentences.xml')",
        "import regild; regild.pool",
        "import regild.scoring; dir(regild.scoring)",
        "import regild.scoring; [m.definition for m in regild.scoring.MEASURES]",
    ],
)
def test_names_and_files_load_no_arrays(code):
    assert loaded_by(code) & HEAVY == set()


def test_scoring_loads_numpy_and_nothing_of_scipy():
    loaded = loaded_by(
        f"import sys\n{SCORE}", "score", str(DEMO / "gold.txt"), str(DEMO / "careful.txt")
    )
    assert loaded & (HEAVY | {"scipy.stats", "scipy.sparse"}) == {"numpy"}


def test_measuring_agreement_loads_no_statistics_of_scipy():
    rows = "[('a', '1', 'x', 0), ('b', '1', 'x', 1)]"
    loaded = loaded_by(f"import regild; regild.measure_agreement({rows})")
    assert "scipy.sparse" in loaded
    assert loaded & {"scipy.stats", "matplotlib", "django", "pandas"} == set()


def test_help_names_every_command_and_loads_none():
    ended = regild("--help")
    assert (ended.returncode, ended.stderr) == (0, "")
    assert {"score", "agreement"} <= set(ended.stdout.split())
    loaded = loaded_by("import regild.cli; regild.cli._parser(['--help']).format_help()")
    assert loaded & HEAVY == set()
