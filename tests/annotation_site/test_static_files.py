"""What collectstatic makes of our scripts and styles."""

import re

import pytest
from django.conf import settings
from django.core.management import call_command
from django.test import override_settings

from annotation_site.static_files import OURS, minified
from tests import ROOT

pytestmark = pytest.mark.sqlite

COMMENT = re.compile(r"/\*|^\s*//", re.MULTILINE)


@pytest.fixture(scope="module")
def collected(tmp_path_factory):
    folder = tmp_path_factory.mktemp("static")
    storage = {"BACKEND": "annotation_site.static_files.MinifiedFiles"}
    # Other packages' files are thrice as many, and stay as they are.
    ours = ["django.contrib.staticfiles.finders.FileSystemFinder"]
    with override_settings(
        STATIC_ROOT=str(folder),
        STATICFILES_FINDERS=ours,
        STORAGES={**settings.STORAGES, "staticfiles": storage},
    ):
        call_command("collectstatic", interactive=False, verbosity=0)
    return folder


def test_every_script_and_style_of_ours_is_served_without_comments(collected):
    names = {
        path.relative_to(ROOT / "static").as_posix()
        for place in OURS
        for path in (ROOT / "static" / place).rglob("*.*")
    }
    assert len(names) > 10
    for name in names:
        stem, suffix = name.rsplit(".", 1)
        [served] = [
            path
            for path in collected.glob(f"{stem}.*.{suffix}")
            if re.fullmatch(r"[0-9a-f]{12}", path.name.split(".")[-2])
        ]
        text = served.read_text()
        assert text == minified(name, (ROOT / "static" / name).read_text())
        assert not COMMENT.search(text), name


@pytest.mark.parametrize(
    ("name", "written", "served"),
    [
        (
            "a.js",
            "// why\nlet a = `x // y`; /* z */\nlet b = /[/*]/;",
            "let a=`x // y`;let b=/[/*]/;",
        ),
        ("a.css", "/* why */\n.a:is(.b, .c) {\n  width: calc(100% - 2rem);\n}\n", None),
    ],
)
def test_what_is_code_stays(name, written, served):
    if served is None:
        served = ".a:is(.b,.c){width:calc(100% - 2rem)}"
    assert minified(name, written) == served
