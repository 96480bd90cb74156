"""What pages of annotators say while they propose, where it is not what raters are told."""

from collections.abc import Mapping

from regild.tasks.task import N_, Plural, ngettext_noop

PHRASES: Mapping[str, str] = {
    "a sitting": N_("Propose words"),
    "start": N_("Start"),
    "go on": N_("Continue"),
    "none left": N_("There are no sentences left for you at the moment."),
    "none left in this turn": N_("No sentence is left in this turn."),
    "left alone and taken": N_(
        "You left your last turn %(time)s ago; others have been given its sentences since."
    ),
    "it was left alone and taken": N_(
        "You were away too long; others have been given its sentences since."
    ),
    "share of the campaign": N_(
        "Together, all annotators have given %(share)s %% of the answers needed."
    ),
    "keep the link": N_(
        "Open this link on any device to continue there. Do not share it: anyone"
        " who has it can answer in your name."
    ),
    "what is withdrawn": N_(
        "Your proposals will be left out of all statistics and publications from"
        " now on. You do not have to give a reason. This cannot be undone."
    ),
    "not understood": N_(
        "You did not answer the questions about the instructions correctly in two tries, so you"
        " cannot take part in this campaign. Thank you for your time!"
    ),
    "another's link": N_(
        "This personal link belongs to someone other than the person this browser"
        " remembers. If you continue with it, your answers will count as theirs."
    ),
    "somebody before": N_(
        "Someone has already taken part in this browser. If that was not you,"
        " start as yourself, so that nobody answers in another person’s name."
    ),
    "natives alone": N_("Only native speakers can take part. Thank you for offering to help!"),
    "how far": N_("%(done)s of %(total)s sentences · %(minutes)s min left"),
    "half-way": N_("%(done)s of %(total)s sentences, half-way · %(minutes)s min left"),
    "all answered": N_("%(done)s of %(total)s sentences · all answered"),
    "how to judge": N_("How to propose words"),
    "instructions begin": N_(
        "You will read sentences in which one word is marked. Which other words could stand"
        " there, so that the sentence still says the same? Write what comes to mind."
    ),
    "instructions end": N_(
        "There is no right answer to find: we need the words that you would use yourself."
        " Please look nothing up. You can go back and change what you wrote."
    ),
    "question": N_("Which words could stand there instead?"),
    "how to practise": N_("Nothing is kept here. Write what could stand in the sentence."),
    "what you will do": N_(
        "You will read sentences with one word marked, and write other words that could stand"
        " in its place."
    ),
    "nothing left here": N_(
        "There is nothing left to do here: every sentence has enough answers or is"
        " being answered. Thank you for wanting to help!"
    ),
}
PLURALS: Mapping[str, Plural] = {
    "rated so far": ngettext_noop(
        "You have answered %(count)s sentence of %(of)s in all. It counts.",
        "You have answered %(count)s sentences of %(of)s in all. Every one of them counts.",
    ),
    "rated by whom it remembers": ngettext_noop(
        "They have answered %(count)s sentence so far.",
        "They have answered %(count)s sentences so far.",
    ),
}
