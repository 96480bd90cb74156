"""How far annotators agree: the measures, what they are measured on, and their intervals.

Every measure is declared once; `MEASURES` has them in the order of every table, and
docs/measures-agreement.md defines them.

>>> import numpy as np
>>> from regild.agreement import MEASURES, Scale, campaign_measures, pack_counts
>>> [measure.title for measure in MEASURES if measure.key == "gwet_ac1"]
["Gwet's AC1"]

Ratings are counted candidate by candidate, how often each value of the scale was given:

>>> packed = pack_counts(np.array([[3, 0, 0, 0], [0, 1, 2, 0]]))
>>> found = campaign_measures(packed.patterns, Scale((0, 1, 2, 3)))
>>> found["unanimity"].value, found["unanimity"].n, found["unanimity"].n_ratings
(0.5, 2, 6)

A name is loaded when it is first asked for, as in `regild`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from regild.first_use import at_first_use

if TYPE_CHECKING:
    from regild.agreement.declaration import AgreementMeasure, Measurement, RatingMeasure
    from regild.agreement.intervals import bootstrap_candidates
    from regild.agreement.measuring import campaign_measures
    from regild.agreement.patterns import Patterns, pack_counts
    from regild.agreement.ratings import Agreement, measure_agreement
    from regild.agreement.registry import MEASURES
    from regild.agreement.scale import Scale
    from regild.agreement.severity import Severity, measure_severity
    from regild.resampling import Interval

__all__ = [
    "MEASURES",
    "Agreement",
    "AgreementMeasure",
    "Interval",
    "Measurement",
    "Patterns",
    "RatingMeasure",
    "Scale",
    "Severity",
    "bootstrap_candidates",
    "campaign_measures",
    "measure_agreement",
    "measure_severity",
    "pack_counts",
]

_HOMES = {
    "regild.agreement.declaration": ("AgreementMeasure", "Measurement", "RatingMeasure"),
    "regild.agreement.intervals": ("bootstrap_candidates",),
    "regild.resampling": ("Interval",),
    "regild.agreement.measuring": ("campaign_measures",),
    "regild.agreement.patterns": ("Patterns", "pack_counts"),
    "regild.agreement.ratings": ("Agreement", "measure_agreement"),
    "regild.agreement.registry": ("MEASURES",),
    "regild.agreement.scale": ("Scale",),
    "regild.agreement.severity": ("Severity", "measure_severity"),
}
_HOME_OF = {name: home for home, names in _HOMES.items() for name in names}
__getattr__, __dir__ = at_first_use(__name__, _HOME_OF)
