"""The notebook of docs/ runs as it stands, cell after cell, without Jupyter."""

import json

import pytest

from tests import ROOT
from tests.regild.running import python

NOTEBOOK = ROOT / "docs" / "scoring.ipynb"
CELLS = json.loads(NOTEBOOK.read_text("utf-8"))["cells"]


def code_cells():
    return ["".join(cell["source"]) for cell in CELLS if cell["cell_type"] == "code"]


@pytest.mark.parametrize("pandas", ["there", "absent"])
def test_every_cell_runs_from_the_projects_folder(tmp_path, pandas):
    script = tmp_path / "cells.py"
    absent = "import sys\nsys.modules['pandas'] = None\n" if pandas == "absent" else ""
    script.write_text(absent + "\n\n".join(code_cells()))
    ended = python(script)
    assert (ended.returncode, ended.stderr) == (0, "")
    for said in ("semdis.best_norm", "regild|", "p 0.", "soft_pairwise_accuracy"):
        assert said in ended.stdout, said
    assert ("pip install pandas" in ended.stdout) is (pandas == "absent")


def test_is_one_that_jupyter_opens_without_old_results():
    """As nbformat 4.5 has it: every cell has an id of its own."""
    said = json.loads(NOTEBOOK.read_text("utf-8"))
    assert (said["nbformat"], said["nbformat_minor"]) == (4, 5)
    assert len({cell["id"] for cell in CELLS}) == len(CELLS)
    for cell in CELLS:
        assert isinstance(cell["source"], list)
        if cell["cell_type"] == "code":
            assert (cell["outputs"], cell["execution_count"]) == ([], None)
            compile("".join(cell["source"]), "cell", "exec")
    assert said["metadata"]["language_info"]["name"] == "python"


def test_two_lines_are_enough_for_a_frame():
    frame = python(
        "-c",
        "import regild\n"
        "print(regild.score('annotation_site/demo/en/gold.txt',"
        " 'annotation_site/demo/en/careful.txt').to_frame().columns.tolist())",
    )
    assert frame.returncode == 0, frame.stderr
    assert frame.stdout.startswith(
        "['system', 'measure', 'value', 'low', 'high', 'rank', 'p', 'n'"
    )
