"""What pages of annotators say of sentences and their substitutes."""

from collections.abc import Mapping

from regild.tasks.task import N_, Plural, ngettext_noop

PHRASES: Mapping[str, str] = {
    "item of items": N_("Sentence %(number)s of %(total)s"),
    "previous item": N_("Previous sentence"),
    "next item": N_("Next sentence"),
    "remark on the item": N_("Something is wrong with this sentence"),
    "what is remarked": N_("What is wrong?"),
    "how to judge": N_("How to rate"),
    "instructions begin": N_(
        "You will read sentences in which one word is marked. Below it are words"
        " that might take its place. For each, ask yourself: does the sentence"
        " keep its meaning?"
    ),
    "instructions end": N_(
        "Judge the meaning and be lenient about grammar: an ending or a"
        " preposition that needs adjusting does not count. Your first impression"
        " is what we need; there is no trick, and you can change your mind."
    ),
    "question": N_("How well does each word fit?"),
    "how to practise": N_(
        "Nothing is kept here. Choose how well the word would fit in the sentence."
    ),
    "what it is for": N_(
        "Which words can take the place of another without changing what a"
        " sentence says? Computers are unsure. You are not: you speak the"
        " language."
    ),
    "what you will do": N_(
        "You will read sentences with one word marked, and say how well other"
        " words would fit in its place."
    ),
    "a goal": N_("%(number)s words"),
    "towards the goal": N_("Your goal: %(done)s of %(goal)s words"),
    "left alone and rated": N_(
        "You left your last turn %(time)s ago; others have given words of it all"
        " the ratings needed since."
    ),
    "it was left alone and rated": N_(
        "You were away too long; others have given words of it all the ratings needed since."
    ),
    "too much not judged": N_(
        "Your last turn does not count: too many of its words were answered with"
        " “I cannot judge this”. If you know the words after all, you are"
        " welcome to take another turn."
    ),
    "what is compared": N_(
        "This covers the words of your finished turns that at least two others"
        " rated too; each word counts the same. No percentage is right or wrong:"
        " people may well disagree about a word."
    ),
    "what divided people most": N_("The word that divided people most"),
    "nothing left here": N_(
        "There is nothing left to rate here: every word has enough ratings or is"
        " being rated. Thank you for wanting to help!"
    ),
}
PLURALS: Mapping[str, Plural] = {
    "rated so far": ngettext_noop(
        "You have rated %(count)s word of %(of)s in all. It counts.",
        "You have rated %(count)s words of %(of)s in all. Every one of them counts.",
    ),
    "rated by whom it remembers": ngettext_noop(
        "They have rated %(count)s word so far.",
        "They have rated %(count)s words so far.",
    ),
    "the same as yours": ngettext_noop(
        "%(share)s %% of the others’ answers to %(count)s word were the same as yours.",
        "%(share)s %% of the others’ answers to %(count)s words were the same as yours.",
    ),
}
