"""numpy, and the types of its arrays, as every module of the tree imports them.

numpy is loaded when something is first asked of it. A module that computes is also loaded for
a measure's name or a type, as when a site starts or a command is asked for help; and most
requests compute nothing.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    Array = npt.NDArray[Any]
    FloatArray = npt.NDArray[np.float64]
    BoolArray = npt.NDArray[np.bool_]
    IntArray = npt.NDArray[np.int64]
else:

    class _AtFirstUse:
        def __getattr__(self, name: str) -> Any:
            import numpy

            # Kept, so that it is looked up here once.
            value = self.__dict__[name] = getattr(numpy, name)
            return value

    np = _AtFirstUse()
    Array = FloatArray = BoolArray = IntArray = Any

__all__ = ["Array", "BoolArray", "FloatArray", "IntArray", "np"]
