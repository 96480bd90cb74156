"""A state machine that does what annotators and leads may do, in any order, and a model beside
it that says what must come of it.

    model.py        what a campaign is after every call, in plain Python
    invariants.py   what must hold between the model and what the database holds
    world.py        a small campaign, and its calls over HTTP
    stored.py       what the database holds, as plain values
    annotating.py   the steps of annotators
    leading.py      the steps of leads, and time
    running.py      one seed after another until the time is over

`python -m tests.machine --seconds 600` runs it for longer than the suite does.
"""
