"""What nobody means well with: bodies, addresses and headers, for every call there is.

A request names its actor and route by the words of the permission table, so a new route is
called with all of it from the day it has its row.
"""

import uuid
from collections.abc import Iterator
from itertools import cycle
from typing import NamedTuple

from tests.annotation_site.permission_table import (
    ANNOTATORS,
    API,
    API_CAMPAIGN,
    ASSIGNMENT,
    RATE,
    ROWS,
    SITTING,
    TOKENS,
    Actor,
    Outcome,
    Row,
)

JSON = "application/json"
FORM = "application/x-www-form-urlencoded"
DEEP = "[" * 100_000 + "]" * 100_000
KEY = str(uuid.UUID(int=7))


class Hostile(NamedTuple):
    """`statuses` are those it may be answered with; without any, whatever is no accident.

    SHOWN in a body is a candidate of the annotator's sitting.
    """

    actor: Actor
    method: str
    route: str
    things: dict[str, str]
    body: str | bytes = ""
    kind: str = JSON
    query: str = ""
    statuses: tuple[int, ...] = ()


# Of any JSON body, whatever it is meant to say.
UNREADABLE: dict[str, str | bytes] = {
    "deep lists": DEEP,
    "deep lists in a field": '{"a": ' + DEEP + "}",
    "deep objects": '{"a":' * 5_000 + "1" + "}" * 5_000,
    "a NUL in a key": r'{"a\u0000b": "x"}',
    "a NUL in a value": r'{"title": "a\u0000b", "name": "a\u0000b"}',
    "half a pair in a key": r'{"a\ud800": "x"}',
    "half a pair in a value": r'{"title": "\udfff", "reason": "a\ud800b"}',
    "half a pair far inside": r'{"a": [{"b": ["\uDC00"]}]}',
    "no UTF-8": b'{"a": "\xff\xfe"}',
    "half a pair as bytes": b'{"a": "\xed\xa0\x80"}',
    "an endless number": '{"a": ' + "9" * 5_000 + "}",
    "no number": '{"a": NaN}',
}
SENSELESS = {"a list": "[1]", "a text": '"x"', "null": "null", "true": "true", "a number": "1"}
TRIED = [
    UNREADABLE["deep lists in a field"],
    UNREADABLE["a NUL in a key"],
    UNREADABLE["half a pair in a key"],
    SENSELESS["a list"],
    SENSELESS["null"],
]
QUERIES = {
    "a NUL": "text=%00&after=%00",
    "half a pair": "text=%ED%A0%80&state=%ED%A0%80",
    "huge numbers": "page={0}&block={0}&value={0}&given={0}".format("9" * 5_000),
    "wrong words": "after=x&before=%C3%A9&sort=constructor&target=%22%27--&number=-1",
}
CHARSETS = ("hex", "rot13", "zlib", "idna", "undefined", "unicode_escape", "utf-7", "utf-16")


def _speaker(row: Row) -> Actor:
    if row.audience[Actor.STRANGER] == Outcome.IN:
        return Actor.STRANGER
    return Actor.ANNOTATOR if row.audience in (TOKENS, ANNOTATORS) else Actor.OWNER


def _any_call() -> Iterator[Hostile]:
    """Anybody's calls with all of it; those that need a lead's token with two of it in turn."""
    tried = cycle(TRIED)
    for row in ROWS:
        if row.route.startswith(API) and row.method != "GET":
            speaker = _speaker(row)
            everything = speaker != Actor.OWNER
            bodies = (
                [*UNREADABLE.values(), *SENSELESS.values()]
                if everything
                else [next(tried), next(tried)]
            )
            for body in bodies:
                yield Hostile(speaker, row.method, row.route, row.things, body)
            yield Hostile(speaker, "OPTIONS", row.route, row.things)


def _any_address() -> Iterator[Hostile]:
    """One question each, in turn: all of them everywhere would take minutes."""
    asked = cycle(QUERIES.values())
    for row in ROWS:
        if row.method == "GET":
            yield Hostile(_speaker(row), "GET", row.route, row.things, query=next(asked))
    for method in ("OPTIONS", "TRACE", "PROPFIND"):
        for route in ("", "sign-in/", RATE, "api/schema/", "api/docs/", f"{API}me/", "healthz"):
            yield Hostile(Actor.ANNOTATOR, method, route, {})


def _any_charset() -> Iterator[Hostile]:
    for charset in CHARSETS:
        kind = f"{FORM}; charset={charset}"
        for route, actor, things in (
            ("sign-in/", Actor.STRANGER, {}),
            (RATE, Actor.STRANGER, {}),
            (f"{SITTING}remark/", Actor.ANNOTATOR, {"id": "assignment"}),
        ):
            body = "username=%5Cud800&password=x&comment=%5Cud800&sentence=1&block=1"
            yield Hostile(actor, "POST", route, things, body, kind, statuses=(400,))
            yield Hostile(actor, "GET", route.removesuffix("remark/"), things, "", kind)


CONSENT = '"consent": true, "native_speaker": true'
JOINS = [
    CONSENT + r', "answers": {"a\u0000b": "x"}',
    CONSENT + r', "answers": {"a\ud800": "x"}',
    CONSENT + r', "answers": {"a": "x\ud800"}',
    CONSENT + r', "answers": {"a": "x\u0000"}',
    CONSENT + r', "recruited": {"PROLIFIC_PID\u0000": "x"}',
    CONSENT + r', "recruited": {"PROLIFIC_PID": "\udfff"}',
    CONSENT + ', "answers": {"nobody asked": "x"}',
    CONSENT + ', "answers": {"": "x"}',
    CONSENT + ', "answers": [1]',
    CONSENT + ', "answers": "x"',
    CONSENT + ', "answers": ' + DEEP,
    CONSENT + ', "recruited": {"PROLIFIC_PID": "' + "x" * 101 + '"}',
    CONSENT + ', "recruited": {"PROLIFIC_PID": {"a": 1}}',
    CONSENT + ', "recruited": {"x": "y"}',
    '"consent": [], "native_speaker": {}',
    '"consent": {"a": 1}, "native_speaker": true',
]
BATCHES = [
    f'{{"candidate": {2**63 - 1}, "value": 1, "key": "{KEY}"}}',
    f'{{"candidate": {2**63}, "value": 1, "key": "{KEY}"}}',
    f'{{"candidate": -1, "value": 1, "key": "{KEY}"}}',
    f'{{"candidate": 1.5, "value": 1, "key": "{KEY}"}}',
    f'{{"candidate": SHOWN, "value": 32768, "key": "{KEY}"}}',
    f'{{"candidate": SHOWN, "value": 32767, "key": "{KEY}"}}',
    f'{{"candidate": SHOWN, "value": 1e400, "key": "{KEY}"}}',
    f'{{"candidate": SHOWN, "value": -1, "key": "{KEY}"}}',
    f'{{"candidate": SHOWN, "value": true, "key": "{KEY}"}}',
    f'{{"candidate": [1], "value": 1, "key": "{KEY}"}}',
    f'{{"candidate": SHOWN, "value": 1, "key": "{KEY}", "elapsed_ms": {2**31}}}',
    r'{"candidate": SHOWN, "value": 1, "key": "\u0000"}',
    r'{"candidate": SHOWN, "value": 1, "key": "\ud800"}',
    '{"candidate": SHOWN, "value": 1, "key": "' + "9" * 10_000 + '"}',
    '{"candidate": SHOWN, "value": 1, "key": 5}',
    "[]",
    "null",
    DEEP,
]
REMARKS = [
    r'{"sentence": 1, "comment": "a\u0000"}',
    r'{"sentence": 1, "comment": "a\ud800"}',
    f'{{"sentence": {2**63}, "comment": "x"}}',
    f'{{"sentence": {2**63 - 1}, "comment": "x"}}',
    '{"sentence": "x", "comment": "x"}',
    '{"sentence": 1, "comment": "' + "x" * 1001 + '"}',
    '{"sentence": 1, "comment": ["x"]}',
    '{"sentence": 1, "comment": ' + DEEP + "}",
]
# As the radio buttons of a page would send them.
BLOCKS = [
    f"candidate-{2**63}=1",
    f"candidate-{2**63 - 1}=1",
    f"candidate-{'9' * 30}=1",
    f"candidate-{'9' * 5_000}=1",
    "candidate--5=1",
    "candidate-=1",
    "candidate-%00=1",
    "candidate-%ED%A0%80=1",
    "candidate-%D9%A2=1",
    "candidate-SHOWN=32768",
    "candidate-SHOWN=40000",
    "candidate-SHOWN=-1",
    "candidate-SHOWN=" + "9" * 30,
    "candidate-SHOWN=" + "9" * 5_000,
    "candidate-SHOWN=%D9%A2",
    "candidate-SHOWN=%00",
    "candidate-SHOWN=1_0",
    "candidate-SHOWN=+1",
    "&".join(f"candidate-{number}=1" for number in range(1, 2_000)),
]
PAGE_REMARKS = [
    f"sentence={'9' * 30}&block=1&comment=x",
    f"sentence={2**63}&block=1&comment=x",
    f"sentence=1&block={'9' * 300}&comment=x",
    "sentence=1&block=1&comment=%00",
    "sentence=%00&block=%00&comment=x",
    "sentence=1&block=1&comment=" + "x" * 100_000,
]


def _sittings() -> Iterator[Hostile]:
    mine = {"id": "assignment"}
    for body in JOINS:
        route = f"{API}campaigns/<slug:slug>/join/"
        yield Hostile(Actor.STRANGER, "POST", route, {}, f"{{{body}}}", statuses=(400,))
    for body in BATCHES:
        yield Hostile(
            *(Actor.ANNOTATOR, "PUT", f"{ASSIGNMENT}ratings/", mine),
            f'{{"ratings": [{body}]}}',
            statuses=(400,),
        )
    for body in REMARKS:
        yield Hostile(
            *(Actor.ANNOTATOR, "POST", f"{ASSIGNMENT}remarks/", mine, body),
            statuses=(400, 404),
        )
    for body in BLOCKS:
        yield Hostile(Actor.ANNOTATOR, "POST", f"{SITTING}block/", mine, body, FORM, "", (400,))
    for body in PAGE_REMARKS:
        yield Hostile(
            *(Actor.ANNOTATOR, "POST", f"{SITTING}remark/", mine, body, FORM),
            statuses=(400, 404),
        )


SETTINGS = [
    '{"min_ratings": 9, "max_ratings": 3}',
    '{"min_ratings": ' + "9" * 400 + "}",
    '{"min_ratings": 1e400}',
    '{"hold_minutes": 9223372036854775808}',
    '{"retention_days": -9223372036854775809}',
    '{"pool_depth": 2147483648}',
    '{"repeat_share": 1e400}',
    '{"flag_correlation": -1e308}',
    '{"scale": [{"label": "a", "weight": 1e400}, {"label": "b", "weight": 1}]}',
    '{"scale": [{"label": "a", "weight": 1e308}, {"label": "b", "weight": -1e308}]}',
    '{"scale": ' + "[[[[]]]]" + "}",
    '{"examples": [{"left": "", "target": "a", "right": "", "substitute": "b", "why": "c",'
    ' "value": 99999999999999999999}]}',
    '{"questions": [{"label": "a", "choices": [1, [2]]}]}',
    '{"questions": [{"key": "é/;\\u202e", "label": "a"}]}',
    '{"mapping": [["a", "b"]]}',
    '{"mapping": [["(", ")-->", "x"]]}',
    '{"excluded_targets": {"a": 1}}',
    '{"language": "' + "x" * 10_000 + '"}',
    '{"language": "../../etc"}',
    '{"completion_url": "javascript:alert(1)"}',
    '{"completion_url": "http://[::1"}',
]


def _settings() -> Iterator[Hostile]:
    for body in SETTINGS:
        yield Hostile(Actor.OWNER, "PATCH", API_CAMPAIGN, {}, body)


def _all() -> Iterator[Hostile]:
    yield from _any_call()
    yield from _any_address()
    yield from _any_charset()
    yield from _sittings()
    yield from _settings()


# One route may have a row for each method.
REQUESTS = [*{repr(hostile): hostile for hostile in _all()}.values()]
