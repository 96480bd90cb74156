"""What pages of annotators say in every task, while they rate."""

from collections.abc import Mapping

from regild.tasks.task import N_

PHRASES: Mapping[str, str] = {
    "a sitting": N_("Rate"),
    "start": N_("Start rating"),
    "go on": N_("Go on rating"),
    "none left": N_("There is nothing left for you to rate: everything is taken care of."),
    "none left in this turn": N_("Nothing is left to rate in this turn."),
    "left alone and taken": N_(
        "Your last turn was left alone for %(time)s; others have rated all of it meanwhile, or"
        " are rating it."
    ),
    "it was left alone and taken": N_(
        "It was left alone; others have rated all of it meanwhile, or are rating it."
    ),
    "share of the campaign": N_(
        "All annotators together have given %(share)s %% of the ratings that are wanted."
    ),
    "keep the link": N_(
        "Open it on any device to go on as yourself. Keep it to yourself: whoever has it rates"
        " in your name."
    ),
    "what is withdrawn": N_(
        "Everything you rated leaves every later statistic and everything published later. You"
        " need give no reason. It cannot be undone."
    ),
    "not understood": N_(
        "You did not answer the questions about the instructions correctly in two tries, so you"
        " cannot rate in this campaign. Thank you for your time!"
    ),
    "another's link": N_(
        "This personal link is not that of the person whom this browser remembers. If you go on"
        " with it, you rate in the name of whom the link belongs to."
    ),
    "somebody before": N_(
        "This browser remembers somebody who took part before. If that is not you, begin as"
        " yourself: nobody should rate in another's name."
    ),
    "natives alone": N_(
        "Only native speakers can rate here. Thank you for wanting to help all the same!"
    ),
    "how far": N_("%(done)s of %(total)s · %(minutes)s min left"),
    "half-way": N_("%(done)s of %(total)s, half-way · %(minutes)s min left"),
    "all answered": N_("%(done)s of %(total)s · all answered"),
}
