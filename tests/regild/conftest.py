"""The method's tests: no Django, no database. pytest.ini makes them a run of their own."""

from tests.reference.conftest import shared_data as shared_data
from tests.regild.running import run as run
from tests.regild.running import write as write
from tests.reporting import pytest_runtest_makereport as pytest_runtest_makereport
from tests.reporting import pytest_terminal_summary as pytest_terminal_summary
