"""The kernels of OpenBLAS: what is multiplied by one differs from another's in the last digit.

A fresh process computes with the kernel that its environment names, as if it ran on a processor
of that kind. Whatever it decides has to be the same under each of them, and every other number
the same to 12 significant digits.
"""

import json
import math
import os
import subprocess
import sys
import warnings
from collections.abc import Iterator, Mapping
from typing import Any

from tests import PATIENCE, ROOT

# Each with what a processor must have to run it, as numpy names that.
KINDS = {
    "Prescott": "SSE3",
    "Sandybridge": "AVX",
    "Haswell": "AVX2",
    "SkylakeX": "AVX512_SKX",
}
NEAR = 1e-12
# What is left where two numbers cancel has fewer digits to agree in.
LAST_DIGITS = 1e-13


def kinds_here() -> list[str]:
    """Those that this processor can run. A warning, which pytest repeats in its summary, names
    what is left out."""
    from numpy._core._multiarray_umath import __cpu_features__

    kinds = [kind for kind, feature in KINDS.items() if __cpu_features__.get(feature)]
    if left_out := [kind for kind in KINDS if kind not in kinds]:
        warnings.warn(f"this processor cannot run {', '.join(left_out)}", stacklevel=2)
    return kinds


def under_each(code: str, *words: str, **environment: str) -> dict[str, Any]:
    """What `code` leaves in FOUND in a Python of its own, by kind; all run at once. `{}` in a
    word or a variable is the kind."""
    started = {
        kind: subprocess.Popen(
            [sys.executable, "-c", f"{code}\n{_TELL}", *(word.format(kind) for word in words)],
            cwd=ROOT,
            env=_environment(kind, **environment),
            stdout=subprocess.PIPE,
            text=True,
        )
        for kind in kinds_here()
    }
    used, found = set(), {}
    try:
        for kind, process in started.items():
            out, _err = process.communicate(timeout=PATIENCE)
            assert process.returncode == 0, f"{kind}: exit code {process.returncode}"
            kernels, found[kind] = json.loads(out.splitlines()[-1])
            used |= {*kernels}
    finally:
        for process in started.values():
            process.kill()
            process.wait()
    # Else nothing was compared: this numpy multiplies without OpenBLAS.
    assert len(used) == len(started), used
    return found


def unlike_the_first(found: Mapping[str, Any]) -> list[str]:
    """Where any other kind found something else."""
    expected = next(iter(found.values()), None)
    return [
        f"{kind}{line}" for kind, given in found.items() for line in unlike(expected, given)
    ]


# After the imports that load numpy, and scipy with a library of its own.
_TELL = """
import json, threadpoolctl
blas = [one for one in threadpoolctl.threadpool_info() if one["internal_api"] == "openblas"]
print(json.dumps([sorted({one["architecture"] for one in blas}), FOUND]))
"""


def _environment(kind: str, **more: str) -> dict[str, str]:
    return {
        "PATH": os.environ["PATH"],
        "PYTHONPATH": str(ROOT),
        "OPENBLAS_CORETYPE": kind,
        "OMP_NUM_THREADS": "1",
        **{name: value.format(kind) for name, value in more.items()},
    }


def unlike(one: Any, other: Any, place: str = "") -> Iterator[str]:
    """Where two results differ by more than the last digits of a number, and how."""
    if isinstance(one, Mapping) and isinstance(other, Mapping) and [*one] == [*other]:
        for key in one:
            yield from unlike(one[key], other[key], f"{place}/{key}")
    elif isinstance(one, list) and isinstance(other, list) and len(one) == len(other):
        for number, pair in enumerate(zip(one, other, strict=True)):
            yield from unlike(*pair, f"{place}/{number}")
    elif isinstance(one, float) and isinstance(other, float):
        if not math.isclose(one, other, rel_tol=NEAR, abs_tol=LAST_DIGITS):
            yield f"{place}: {one!r} and {other!r}"
    elif one != other or type(one) is not type(other):
        yield f"{place}: {one!r} and {other!r}"
