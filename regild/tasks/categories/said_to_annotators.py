"""What pages of annotators say of documents and their categories."""

from collections.abc import Mapping

from regild.tasks.task import N_, Plural, ngettext_noop

PHRASES: Mapping[str, str] = {
    "item of items": N_("Document %(number)s of %(total)s"),
    "previous item": N_("Previous document"),
    "next item": N_("Next document"),
    "remark on the item": N_("Say why, or what is wrong with this document"),
    "what is remarked": N_("In a few words"),
    "how to judge": N_("How to choose a category"),
    "instructions begin": N_(
        "You will read documents, one after another. For each, choose the"
        " category where it belongs. Those that can be chosen are listed here"
        " with what they mean."
    ),
    "instructions end": N_(
        "Where several seem right, choose the one that fits best; the meaning of"
        " each stands beside it while you choose. You can change your mind, and"
        " a few words of yours on why you chose so are welcome."
    ),
    "question": N_("Where does this document belong?"),
    "how to practise": N_(
        "Nothing is kept here. Choose the category where the document belongs."
    ),
    "what it is for": N_(
        "Where does a document belong? Computers are unsure. You are not: you"
        " understand what you read."
    ),
    "what you will do": N_(
        "You will read documents and choose for each the category where it belongs."
    ),
    "a goal": N_("%(number)s documents"),
    "towards the goal": N_("Your goal: %(done)s of %(goal)s documents"),
    "left alone and rated": N_(
        "You left your last turn %(time)s ago; others have given documents of it"
        " all the answers needed since."
    ),
    "it was left alone and rated": N_(
        "You were away too long; others have given documents of it all the answers"
        " needed since."
    ),
    "too much not judged": N_(
        "Your last turn does not count: too many of its documents were answered"
        " with “I cannot judge this”. If you can judge them after all, you are"
        " welcome to take another turn."
    ),
    "what is compared": N_(
        "This covers the documents of your finished turns that at least two others"
        " judged too; each document counts the same. No percentage is right or"
        " wrong: people may well disagree about a document."
    ),
    "what divided people most": N_("The document that divided people most"),
    "nothing left here": N_(
        "There is nothing left to do here: every document has enough answers or is"
        " being judged. Thank you for wanting to help!"
    ),
}
PLURALS: Mapping[str, Plural] = {
    "rated so far": ngettext_noop(
        "You have sorted %(count)s document of %(of)s in all. It counts.",
        "You have sorted %(count)s documents of %(of)s in all. Every one of them counts.",
    ),
    "rated by whom it remembers": ngettext_noop(
        "They have sorted %(count)s document so far.",
        "They have sorted %(count)s documents so far.",
    ),
    "the same as yours": ngettext_noop(
        "%(share)s %% of the others’ answers to %(count)s document were the same as yours.",
        "%(share)s %% of the others’ answers to %(count)s documents were the same as yours.",
    ),
}
