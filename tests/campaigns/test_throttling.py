"""Counting tries in windows, and whose tries they are."""

import uuid

import pytest
from django.test import RequestFactory

from core import throttling
from core.throttling import Limit, Try, address_of, claim, count, release, seconds_to_wait

THREE = Limit("three", 3)


@pytest.fixture
def clock(monkeypatch):
    """A clock at the start of a window, moved by hand."""
    now = [throttling.WINDOW_SECONDS * 1000]
    monkeypatch.setattr(throttling.time, "time", lambda: now[0])
    return now


def tries(who="ada"):
    return [Try(THREE, who)]


def test_who_has_used_up_their_tries_waits_until_the_window_ends(clock):
    for _try in range(3):
        assert seconds_to_wait(tries()) == 0
        count(tries())
    assert seconds_to_wait(tries()) == 300
    clock[0] += 299
    assert seconds_to_wait(tries()) == 1
    clock[0] += 1
    assert seconds_to_wait(tries()) == 0


def test_one_used_up_limit_is_enough_and_others_are_not_touched_by_it(clock):
    for _try in range(3):
        count(tries("ada"))
    assert seconds_to_wait([*tries("ben"), *tries("ada")]) == 300
    assert seconds_to_wait(tries("ben")) == 0
    assert seconds_to_wait([Try(Limit("other", 3), "ada")]) == 0


@pytest.mark.parametrize(
    "backend",
    [
        {
            "BACKEND": "core.file_cache.CountingFiles",
            "LOCATION": "/dev/null/cache",  # as a full or broken disk answers
        },
        {
            "BACKEND": "django.core.cache.backends.redis.RedisCache",
            "LOCATION": "redis://127.0.0.1:1",  # nobody listens there
        },
    ],
)
def test_without_its_cache_the_site_works_on_without_limits(settings, backend):
    settings.CACHES = {"default": backend}
    for _try in range(4):
        count(tries())
        release(claimed := claim(tries()))
        assert claimed.seconds == 0
    assert seconds_to_wait(tries()) == 0


def test_the_file_cache_of_one_machine_counts_as_well(settings, tmp_path, clock):
    settings.CACHES = {
        "default": {
            "BACKEND": "core.file_cache.CountingFiles",
            "LOCATION": str(tmp_path),
        }
    }
    for _try in range(3):
        count(tries())
    assert seconds_to_wait(tries()) == 300


def test_who_is_refused_uses_up_nothing_and_what_was_no_try_is_given_back(clock):
    wide = Try(Limit("wide", 4), "everybody")
    claims = [claim([*tries(), wide]) for _try in range(9)]
    assert [one.seconds for one in claims] == [0] * 3 + [300] * 6
    assert claim([wide]).seconds == 0
    assert claim([wide]).seconds == 300
    # One that was no try after all makes room for one, in its own window alone.
    release(claims[0])
    assert [claim([wide]).seconds for _try in range(2)] == [0, 300]
    clock[0] += 300
    assert claim(tries()).seconds == 0
    release(claims[1])
    assert [claim(tries()).seconds for _try in range(3)] == [0, 0, 300]


@pytest.mark.redis
def test_the_redis_of_many_machines_counts_as_well(settings):
    settings.CACHES = {
        "default": {
            "BACKEND": "django.core.cache.backends.redis.RedisCache",
            "LOCATION": settings.REDIS_URL,
        }
    }
    who = tries(f"ada {uuid.uuid4()}")
    for _try in range(3):
        count(who)
    assert 0 < seconds_to_wait(who) <= 300


@pytest.mark.parametrize(
    ("proxies", "forwarded", "expected"),
    [
        (0, "", "10.0.0.1/32"),
        # Nobody of ours wrote this header: whoever sent it may claim any address.
        (0, "203.0.113.9", "10.0.0.1/32"),
        (1, "198.51.100.7, 203.0.113.9", "203.0.113.9/32"),
        (2, "198.51.100.7, 203.0.113.9", "198.51.100.7/32"),
        (1, "2001:db8:1:2:aaaa::1", "2001:db8:1:2::/64"),
        (1, "unknown", "unknown"),
    ],
)
def test_an_address_is_the_one_our_own_proxies_saw(settings, proxies, forwarded, expected):
    settings.REST_FRAMEWORK = {**settings.REST_FRAMEWORK, "NUM_PROXIES": proxies}
    headers = {"HTTP_X_FORWARDED_FOR": forwarded} if forwarded else {}
    request = RequestFactory().get("/", REMOTE_ADDR="10.0.0.1", **headers)
    assert address_of(request) == expected
