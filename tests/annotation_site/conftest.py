from tests.regild.running import run as run
from tests.regild.running import write as write
