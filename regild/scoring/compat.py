"""The official programs by the names that `--compat` takes, loaded when one is asked for."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:
    from regild.scoring.official.printed import Printed

CompatTask = Literal["best", "oot", "mw"]

SEMEVAL_2007, SEMEVAL_2007_TRIAL = "semeval2007", "semeval2007-trial"
SCORE_PL = (SEMEVAL_2007, SEMEVAL_2007_TRIAL)
SEMDIS_EVAL = "semdis2014"
TSAR_EVAL = "tsar2022"
LST_GAP = "lst_gap"
SWORDS_EVAL = "swords"
PROGRAMS = (*SCORE_PL, SEMDIS_EVAL, TSAR_EVAL, LST_GAP, SWORDS_EVAL)
# Those that tell each sentence's value too.
BY_SENTENCE = (LST_GAP,)


def print_official(
    program: str,
    *,
    gold_data: bytes,
    answer_data: bytes,
    task: CompatTask = "best",
    mapping_data: bytes | None = None,
) -> Printed:
    """`task` is for `score.pl`, the mapping for `semdis_eval.py`; the others ignore both.

    Raises ProgramStops for a file that the program cannot read; `score.pl` reads any.
    """
    from regild.scoring.official import (
        lst_gap,
        score_pl,
        score_pl_multiwords,
        semdis_eval,
        swords_eval,
        tsar_eval,
    )

    if program == SEMDIS_EVAL:
        return semdis_eval.print_scores(
            gold_data=gold_data, answer_data=answer_data, mapping_data=mapping_data
        )
    if program == TSAR_EVAL:
        return tsar_eval.print_scores(gold_data=gold_data, answer_data=answer_data)
    if program == LST_GAP:
        return lst_gap.print_scores(gold_data=gold_data, answer_data=answer_data)
    if program == SWORDS_EVAL:
        return swords_eval.print_scores(gold_data=gold_data, answer_data=answer_data)
    release = {
        SEMEVAL_2007: score_pl.RELEASE_2007,
        SEMEVAL_2007_TRIAL: score_pl.RELEASE_TRIAL,
    }[program]
    if task == "mw":
        return score_pl_multiwords.print_multiword_scores(
            gold_data=gold_data, answer_data=answer_data, release=release
        )
    return score_pl.print_scores(
        gold_data=gold_data, answer_data=answer_data, task=task, release=release
    )
