"""How measures and formats are called on a page, and how a rank's difference looks."""

from typing import Any

from django import template
from django.utils.translation import gettext_lazy as _

from regild.scoring.annotators import OverAnnotators
from regild.scoring.evaluation import Scored
from regild.scoring.subsets import NMWS, NMWT
from regild.scoring.two_golds import interval_shown
from regild.tables.printing import Estimate, shown

register = template.Library()

# By the key, or by how it begins.
DEFINITIONS = {
    "best.mode": _("Share of sentences whose single best substitute is the first answer."),
    "oot.mode": _(
        "Share of sentences whose single best substitute is in the first ten answers."
    ),
    "best": _(
        "SemEval-2007 best: the weights of all answers over the number of answers and the"
        " sentence's total weight. P is over answered sentences, R over all."
    ),
    "oot": _(
        "SemEval-2007 out of ten: the weights of the first ten answers over the sentence's"
        " total weight. P is over answered sentences, R over all."
    ),
    "semdis.best_norm": _("The first answer's weight over the highest weight there is."),
    "semdis.oot_norm": _(
        "The weights of the first ten answers over the ten highest weights there are."
    ),
    "semdis.best": _("The first answer's weight over the sentence's total weight."),
    "semdis.oot": _("The weights of the first ten answers over the sentence's total weight."),
    "jabbari.best1": _("Jabbari: the first answer's weight over the highest weight."),
    "jabbari.best": _(
        "Jabbari: the weights of all answers over their number and the highest weight."
    ),
    "jabbari.R": _("Jabbari: the weights of all answers over the sentence's total weight."),
    "jabbari.P": _("Jabbari: the weights of all answers over these plus 1 for each wrong one."),
    "jabbari.F": _("Jabbari: harmonic mean of the sentence's P and R."),
    "jabbari.optimal_F": _("Jabbari: the highest F of any cut-off of the answers."),
    "jabbari.top_": _("Jabbari: F of so many first answers."),
    "gap": _("Generalised average precision: the whole ranking against the ideal one."),
    "P@": _("Right answers among so many first ranks."),
    "R@10": _("Right answers among the first ten, over the number of substitutes."),
    "ndcg@10": _("Discounted gain of the first ten answers, over that of the ideal ones."),
    "judged@10": _("Share of the first ten answers that the gold judges, be it as bad."),
}
TITLES = {
    "semdis.best_norm": _("Normalised BEST"),
    "semdis.oot_norm": _("Normalised OOT"),
}
PARTS = {
    "": _("all sentences"),
    NMWS: _("NMWS: without substitutes of several words"),
    NMWT: _("NMWT: without targets in a multiword"),
}
FORMATS = {
    "lexsub": _("Gold lines with decimal weights"),
    "lexsub-int": _("Gold lines with whole weights, for score.pl and semdis_eval.py"),
    "swords": _("SWORDS JSON"),
    "csv": _("A row a candidate, for spreadsheets"),
    "jsonl": _("A row a candidate, as JSON lines"),
    "ratings": _("A row a rating, annotators pseudonymous"),
    "dataset": _("Everything, with a card, metadata and checksums, ready to publish"),
}
RULES = {
    "mean": _("mean of the ratings"),
    "median": _("median of the ratings"),
    "majority": _("verdict of the majority"),
    "dawid_skene": _("Dawid and Skene's model"),
}


@register.filter
def measure_title(key: str) -> Any:
    return TITLES.get(key, key)


@register.filter
def measure_definition(key: str) -> Any:
    definition = DEFINITIONS[max(filter(key.startswith, DEFINITIONS), key=len)]
    if key.endswith("_judged"):
        # Not within the f-string, where makemessages does not look.
        unjudged = _("Answers nobody judged are left out first.")
        return f"{definition} {unjudged}"
    return definition


@register.filter
def format_title(name: str) -> Any:
    return FORMATS[name]


@register.filter
def rule_title(name: str) -> Any:
    return RULES[name]


@register.filter(name="scored")
def scored_cell(scored: Scored) -> str:
    return shown(Estimate(scored.value, scored.low, scored.high))


@register.filter
def interval(over: OverAnnotators) -> str:
    """A dash where there is none."""
    return interval_shown(over)


@register.filter
def rank_range(over: OverAnnotators) -> str:
    """`2`, `1–3`; a dash where there is none."""
    return "–".join(dict.fromkeys(map(shown, (over.best_rank, over.worst_rank))))


@register.filter
def percent(share: float | None) -> str:
    """Without the sign, which languages set apart in ways of their own."""
    return "–" if share is None else f"{100 * share:.4g}"


@register.filter
def part_title(part: str) -> Any:
    """A part of speech is called as the campaign's files call it."""
    return PARTS[part] if part in PARTS else _("part of speech: %s") % part


@register.filter
def signed(difference: int | float | None) -> str:
    """With a real minus sign; a dash where there is none."""
    if difference is None:
        return "–"
    digits = 0 if isinstance(difference, int) else 3
    return f"{difference:+.{digits}f}".replace("-", "−") if difference else "0"
