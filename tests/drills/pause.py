"""Where a worker waits in the middle of its work, until a test has done what it does to it."""

import time
from pathlib import Path


class Pause:
    """Told to both by a folder: what happened is a file in it."""

    def __init__(self, folder: Path) -> None:
        self.begun, self.over = folder / "begun", folder / "over"
        self.left = folder / "left"

    def wait(self) -> None:
        """Only the first time: who takes the work up again is not kept waiting."""
        if not self.begun.exists():
            self.begun.touch()
            while not self.over.exists():
                time.sleep(0.05)
