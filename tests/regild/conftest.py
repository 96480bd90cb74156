from tests.reference.conftest import shared_data as shared_data
