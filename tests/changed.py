"""The tests of the folders in which files have changed since `main`.

On `main` itself, since what its clone came from.
"""

import subprocess
from pathlib import Path

from tests import OUR_APPS, ROOT


def tests_of_changes() -> list[str]:
    folders = {folder for file in changed_files() for folder in tests_of(file)}
    # Of two nested folders the outer one has everything.
    return sorted(
        folder
        for folder in folders
        if not any(folder != other and folder.startswith(f"{other}/") for other in folders)
    )


def tests_of(file: str) -> set[str]:
    first, *rest = Path(file).parts
    if first == "tests":
        return {file} if Path(file).name.startswith("test_") else {str(Path(file).parent)}
    if first == "regild":
        folder = f"tests/regild/{rest[0]}"
        return {folder if (ROOT / folder).is_dir() else "tests/regild"}
    if file.endswith(".md"):
        return {"tests/docs"}
    looked_at = {"tests/annotation_site/test_templates.py"} if first == "templates" else set()
    app = rest[0] if first == "templates" else first
    if app == "core":
        return {"tests/core", "tests/campaigns"} | looked_at
    if app in OUR_APPS:
        return {f"tests/{app}"} | looked_at
    return {"tests/annotation_site"}


def changed_files() -> set[str]:
    on_main = _git("branch", "--show-current") == "main"
    base = _git("merge-base", "HEAD", "origin/main" if on_main else "main") or "HEAD"
    names = _git("diff", "--name-only", "--diff-filter=d", base).splitlines()
    return {*names, *_git("ls-files", "--others", "--exclude-standard").splitlines()}


def _git(*arguments: str) -> str:
    """What git prints; nothing where it fails, as without an `origin`."""
    ended = subprocess.run(["git", *arguments], cwd=ROOT, capture_output=True, text=True)
    return ended.stdout.strip() if ended.returncode == 0 else ""
