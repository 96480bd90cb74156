"""From bare documents, or a corpus, to scores: by commands, and by programs alone."""

import pytest

from tests.people import make_lead, program_of
from tests.ways import by_command, by_program
from tests.ways.files import PEOPLE, THEME, THEMED, write_coin, write_mail
from tests.ways.stored import stored

pytestmark = pytest.mark.django_db


@pytest.fixture
def program(settings, tmp_path):
    settings.STATE_DIR = tmp_path
    return program_of(make_lead("lead"))


def test_documents_by_commands_and_by_programs_come_to_the_same(program, tmp_path):
    folder = write_mail(tmp_path)
    by_command.mail("command", folder)
    by_program.mail(program, "program", folder)
    found = stored("command")
    assert found == stored("program")
    # Of eight documents four are doubles.
    assert len(found["ratings"]) == 12
    assert found["themes"] == [(THEME, THEMED)]
    assert found["revisions"]
    assert found["agreement"][2].keys() >= {"leaf", "top"}
    assert {row[0] for row in found["scores"]} >= {"careful", "words"}


def test_utterances_by_commands_and_by_programs_come_to_the_same(program, tmp_path):
    folder = write_coin(tmp_path)
    by_command.utterances("command", folder)
    by_program.utterances(program, "program", folder)
    found = stored("command")
    assert found == stored("program")
    assert len(found["ratings"]) == PEOPLE * 12
    assert {row[0] for row in found["scores"]} >= {"coin", "2-grams", "3-grams"}
