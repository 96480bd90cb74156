"""Proposals as short as a test can say them."""

from regild.formats.records import ProposalRecord


def proposal(sentence, annotator, *answers, mark="", phrase="", ms=None, group="happy.a"):
    return ProposalRecord(sentence, group, annotator, answers, mark, phrase, ms, 1)


# McCarthy & Navigli (2007), section 3: the item 9999 of happy;a.
HAPPY = [
    proposal("9999", "1", "glad", "merry"),
    proposal("9999", "2", "glad"),
    proposal("9999", "3", "cheerful", "glad"),
    proposal("9999", "4", "merry"),
    proposal("9999", "5", "jovial"),
]
