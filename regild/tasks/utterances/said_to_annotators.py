"""What pages of annotators say of sets and their utterances."""

from collections.abc import Mapping

from regild.tasks.task import N_, Plural, ngettext_noop

PHRASES: Mapping[str, str] = {
    "item of items": N_("Set %(number)s of %(total)s"),
    "previous item": N_("Previous set"),
    "next item": N_("Next set"),
    "remark on the item": N_("Something is wrong with these sentences"),
    "what is remarked": N_("What is wrong?"),
    "how to judge": N_("How to rate"),
    "instructions begin": N_(
        "You will read sets of sentences. For each sentence, ask yourself: how"
        " natural does it sound? Could somebody really have said it?"
    ),
    "instructions end": N_(
        "Judge each sentence by itself: in a set several may sound natural, or"
        " only one. Your first impression is what we need; there is no trick,"
        " and you can change your mind."
    ),
    "question": N_("How natural does each of these sound?"),
    "how to practise": N_("Nothing is kept here. Choose how natural the sentence sounds."),
    "what it is for": N_(
        "Which sentences could somebody really have said? Computers are unsure."
        " You are not: you speak the language."
    ),
    "what you will do": N_("You will read sentences and say how natural each of them sounds."),
    "a goal": N_("%(number)s sentences"),
    "towards the goal": N_("Your goal: %(done)s of %(goal)s sentences"),
    "left alone and rated": N_(
        "You left your last turn %(time)s ago; others have given sentences of it"
        " all the ratings needed since."
    ),
    "it was left alone and rated": N_(
        "You were away too long; others have given sentences of it all the ratings"
        " needed since."
    ),
    "too much not judged": N_(
        "Your last turn does not count: too many of its sentences were answered"
        " with “I cannot judge this”. If you can judge them after all, you are"
        " welcome to take another turn."
    ),
    "what is compared": N_(
        "This covers the sentences of your finished turns that at least two others"
        " rated too; each sentence counts the same. No percentage is right or"
        " wrong: people may well disagree about a sentence."
    ),
    "what divided people most": N_("The sentence that divided people most"),
    "nothing left here": N_(
        "There is nothing left to rate here: every sentence has enough ratings or"
        " is being rated. Thank you for wanting to help!"
    ),
}
PLURALS: Mapping[str, Plural] = {
    "rated so far": ngettext_noop(
        "You have rated %(count)s sentence of %(of)s in all. It counts.",
        "You have rated %(count)s sentences of %(of)s in all. Every one of them counts.",
    ),
    "rated by whom it remembers": ngettext_noop(
        "They have rated %(count)s sentence so far.",
        "They have rated %(count)s sentences so far.",
    ),
    "the same as yours": ngettext_noop(
        "%(share)s %% of the others’ answers to %(count)s sentence were the same as yours.",
        "%(share)s %% of the others’ answers to %(count)s sentences were the same as yours.",
    ),
}
