"""Models as judges, beside people: may one stand in for an annotator, how it agrees with them,
and what its judgements add to theirs. docs/judging.md defines every number.

A name is loaded when it is first asked for, as in `regild` itself.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from regild.first_use import at_first_use

if TYPE_CHECKING:
    from regild.judging.alternative import AlternativeTest, alternative_test
    from regild.judging.among_people import AmongPeople, model_among_people
    from regild.judging.favour import FavouredSystems, favoured_systems
    from regild.judging.powered import PoweredScores, powered_scores

__all__ = [
    "AlternativeTest",
    "AmongPeople",
    "FavouredSystems",
    "PoweredScores",
    "alternative_test",
    "favoured_systems",
    "model_among_people",
    "powered_scores",
]

_HOMES = {
    "regild.judging.alternative": ("AlternativeTest", "alternative_test"),
    "regild.judging.among_people": ("AmongPeople", "model_among_people"),
    "regild.judging.favour": ("FavouredSystems", "favoured_systems"),
    "regild.judging.powered": ("PoweredScores", "powered_scores"),
}
_HOME_OF = {name: home for home, names in _HOMES.items() for name in names}
__getattr__, __dir__ = at_first_use(__name__, _HOME_OF)
