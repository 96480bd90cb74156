"""What pages of annotators say while they propose, where it is not what raters are told."""

from collections.abc import Mapping

from regild.tasks.task import N_, Plural, ngettext_noop

PHRASES: Mapping[str, str] = {
    "a sitting": N_("Propose words"),
    "start": N_("Start"),
    "go on": N_("Go on"),
    "none left": N_("There is nothing left for you here: every sentence is taken care of."),
    "none left in this turn": N_("No sentence is left in this turn."),
    "left alone and taken": N_(
        "Your last turn was left alone for %(time)s; others have its sentences meanwhile."
    ),
    "it was left alone and taken": N_(
        "It was left alone; others have its sentences meanwhile."
    ),
    "share of the campaign": N_(
        "All annotators together have given %(share)s %% of the answers that are wanted."
    ),
    "keep the link": N_(
        "Open it on any device to go on as yourself. Keep it to yourself: whoever has it"
        " answers in your name."
    ),
    "what is withdrawn": N_(
        "Everything you proposed leaves every later statistic and everything published later."
        " You need give no reason. It cannot be undone."
    ),
    "not understood": N_(
        "You did not answer the questions about the instructions correctly in two tries, so you"
        " cannot take part in this campaign. Thank you for your time!"
    ),
    "another's link": N_(
        "This personal link is not that of the person whom this browser remembers. If you go on"
        " with it, you answer in the name of whom the link belongs to."
    ),
    "somebody before": N_(
        "This browser remembers somebody who took part before. If that is not you, begin as"
        " yourself: nobody should answer in another's name."
    ),
    "natives alone": N_(
        "Only native speakers can take part. Thank you for wanting to help all the same!"
    ),
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
        "There is nothing left to do here: every sentence has its answers, or is being"
        " answered. Thank you for wanting to help!"
    ),
}
PLURALS: Mapping[str, Plural] = {
    "rated so far": ngettext_noop(
        "You have answered %(count)s sentence of %(of)s in all. It counts.",
        "You have answered %(count)s sentences of %(of)s in all. Every one of them counts.",
    ),
    "rated by whom it remembers": ngettext_noop(
        "Whom it remembers has answered %(count)s sentence.",
        "Whom it remembers has answered %(count)s sentences.",
    ),
}
