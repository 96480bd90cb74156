"""What an annotator proposes, stored once and whole."""

import uuid

import pytest

from annotators.services.turns import TurnGone
from proposing.models import Proposal
from proposing.selectors.turns import missing_sentences, shown_in
from proposing.services.storing import BadProposals
from rating.services.hiding import hide_sentence
from tests.proposing.turn import answer_all, first_stage, join, propose, saying, take

pytestmark = pytest.mark.django_db


@pytest.fixture
def turn():
    return take(join(first_stage(per_subset=5)))


def current():
    rows = Proposal.objects.filter(superseded_at=None).order_by("item__position")
    return list(rows.values_list("answers", "mark", "phrase"))


def problems(turn, *proposals):
    with pytest.raises(BadProposals) as bad:
        propose(turn, *proposals)
    assert not Proposal.objects.exists()
    return [(one.index, one.field, one.code) for one in bad.value.problems]


def test_each_kind_of_answer_is_stored_as_it_was_given(turn):
    one, two, three, four, five = (item.id for item in shown_in(turn))
    room = next(item for item in shown_in(turn) if item.key == "3")
    others = [id for id in (one, two, three, four, five) if id != room.id]
    stored = propose(
        turn,
        saying(room.id, "space", mark="phrase", phrase="no room left"),
        saying(others[0], "Happy", "so glad"),
        saying(others[1], mark="nil"),
        saying(others[2], mark="name"),
        saying(others[3]),
    )
    assert (stored.stored, stored.remaining) == (5, 0)
    assert (["space"], "phrase", "no room left") in current()
    assert (["Happy", "so glad"], "", "") in current()
    assert ([], "nil", "") in current()
    assert ([], "name", "") in current()
    assert ([], "", "") in current()
    turn.refresh_from_db()
    assert turn.state == "complete"


def test_sending_the_same_again_changes_nothing(turn):
    first = missing_sentences(turn)[0]
    said = saying(first, "happy")
    for _ in range(2):
        assert propose(turn, said) == (1, 4)
    assert propose(turn, said, said) == (2, 4)
    assert Proposal.objects.count() == 1


def test_a_changed_mind_keeps_the_earlier_row_stamped(turn):
    first = missing_sentences(turn)[0]
    propose(turn, saying(first, "happy"))
    assert propose(turn, saying(first, "glad enough")).remaining == 4
    old, new = Proposal.objects.order_by("id")
    assert (old.answers, bool(old.superseded_at)) == (["happy"], True)
    assert (new.answers, new.superseded_at) == (["glad enough"], None)


def test_of_two_answers_in_one_batch_the_last_is_current(turn):
    first = missing_sentences(turn)[0]
    propose(turn, saying(first, "happy"), saying(first, "pleased"))
    assert Proposal.objects.count() == 2
    assert current() == [(["pleased"], "", "")]


def test_one_bad_entry_stores_none_and_every_problem_is_told(turn):
    first, second, *_others = missing_sentences(turn)
    assert problems(
        turn,
        saying(first, "happy"),
        saying(second, "a", "b", "c", "d"),
        saying(0, "stranger"),
        saying(second, "x;y", mark="nil"),
        saying(first, mark="phrase", phrase="no such words"),
    ) == [
        (1, "answers", "too_many_answers"),
        (2, "sentence", "sentence_not_in_assignment"),
        (3, "answers", "answer_invalid"),
        (3, "mark", "mark_with_answers"),
        (4, "phrase", "phrase_not_in_sentence"),
    ]


def test_a_key_stands_for_one_proposal(turn):
    first, second, *_others = missing_sentences(turn)
    key = uuid.uuid4()
    assert problems(turn, saying(first, "a", key=key), saying(second, "a", key=key)) == [
        (1, "key", "key_used_twice")
    ]
    propose(turn, saying(first, "a", key=key))
    for other in (saying(first, "b", key=key), saying(second, "a", key=key)):
        with pytest.raises(BadProposals) as bad:
            propose(turn, other)
        assert [one.code for one in bad.value.problems] == ["key_used_twice"]
    assert Proposal.objects.count() == 1


def test_the_campaign_says_how_many_may_be_proposed():
    campaign = first_stage(per_subset=5, most_proposals=1)
    turn = take(join(campaign))
    first = missing_sentences(turn)[0]
    assert problems(turn, saying(first, "a", "b")) == [(0, "answers", "too_many_answers")]


def test_nobody_answers_in_the_turn_of_another(turn):
    other = join(turn.annotator.campaign)
    stolen = take(other)
    stolen.annotator = turn.annotator
    with pytest.raises(TurnGone) as gone:
        propose(stolen, saying(missing_sentences(turn)[0], "mine"))
    assert gone.value.code == "assignment_not_found"


def test_a_sentence_hidden_meanwhile_is_missed_by_nobody(turn):
    answer_all(turn, but=1)
    last = missing_sentences(turn)[0]
    hide_sentence(sentence_id=last)
    turn.refresh_from_db()
    assert (turn.state, turn.remaining) == ("complete", 0)


def test_a_turn_of_which_all_is_hidden_gives_its_seat_back(turn):
    for sentence in missing_sentences(turn):
        hide_sentence(sentence_id=sentence)
    turn.refresh_from_db()
    assert (turn.state, turn.seat) == ("expired", None)


def test_a_sentence_shown_again_belongs_to_an_open_turn_again(turn):
    first = missing_sentences(turn)[0]
    hide_sentence(sentence_id=first)
    # What was on its way is kept, and finishes nothing.
    assert propose(turn, saying(first, "unseen")).remaining == 4
    hide_sentence(sentence_id=first, hide=False)
    turn.refresh_from_db()
    assert turn.remaining == 4
