"""A network that loses, delays, repeats and reorders, between real browsers and a real server.

One call a connection: what a fault does to a call it does to that call alone.
"""

import asyncio
import random
import re
from collections import Counter, defaultdict
from collections.abc import AsyncIterator, Coroutine
from contextlib import asynccontextmanager, suppress
from enum import StrEnum
from typing import Any, NamedTuple

LENGTH = re.compile(rb"\r\ncontent-length: *(\d+)", re.IGNORECASE)
KEPT_OPEN = re.compile(rb"\r\n(?:connection|upgrade-insecure-requests): *[^\r]*", re.IGNORECASE)
WHO = re.compile(rb"annotator_[-\w]+=([^;\r]+)")
# Seconds.
LONGEST_DELAY = 2.0
OVERTAKEN_AFTER = 4.0


class Fault(StrEnum):
    REQUEST_LOST = "request lost"
    REPLY_LOST = "reply lost after the work was done"
    DELAYED = "delayed"
    REPEATED = "repeated"
    REQUEST_OVERTAKEN = "request arrived after a later one"
    REPLY_OVERTAKEN = "reply arrived after a later one"


# Of a hundred calls of each sort, how many meet which fault.
ON_ANSWERS = {
    Fault.REQUEST_LOST: 8,
    Fault.REPLY_LOST: 8,
    Fault.DELAYED: 6,
    Fault.REPEATED: 8,
    Fault.REQUEST_OVERTAKEN: 6,
    Fault.REPLY_OVERTAKEN: 6,
}
ON_FORMS = {Fault.REQUEST_LOST: 5, Fault.REPLY_LOST: 5, Fault.DELAYED: 3, Fault.REPEATED: 5}
ON_PAGES = {Fault.REQUEST_LOST: 4, Fault.REPLY_LOST: 3, Fault.DELAYED: 3, Fault.REPEATED: 2}


class Call(NamedTuple):
    method: str
    path: str
    head: bytes
    body: bytes
    # Whose it is, by their cookie.
    device: bytes

    @property
    def faults(self) -> dict[Fault, int]:
        if self.path.startswith("/api/"):
            return ON_ANSWERS
        return ON_FORMS if self.method == "POST" else ON_PAGES


class Proxy:
    """`calm` passes everything on as it is."""

    def __init__(self, *, server: int, rng: random.Random) -> None:
        self.server, self.rng = server, rng
        self.calm = True
        self.port = 0
        self.faults: Counter[Fault] = Counter()
        self.calls = 0
        self._asked: Counter[bytes] = Counter()
        self._told: Counter[bytes] = Counter()
        # The loop itself holds none of them.
        self._serving: set[asyncio.Task[Any] | None] = set()
        self._late: dict[bytes, set[asyncio.Task[None]]] = defaultdict(set)

    @asynccontextmanager
    async def running(self) -> AsyncIterator[None]:
        server = await asyncio.start_server(self._serve, "127.0.0.1", 0)
        self.port = server.sockets[0].getsockname()[1]
        async with server:
            yield

    async def settled(self, device: bytes) -> None:
        """Once nothing of that device is under way any more that it knows nothing of."""
        while self._late[device]:
            await asyncio.wait(self._late[device])

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._serving.add(asyncio.current_task())
        # A browser also opens connections for nothing.
        with suppress(OSError, asyncio.IncompleteReadError):
            call = await _read(reader)
            self.calls += 1
            await self._pass_on(call, writer)
        writer.close()
        self._serving.discard(asyncio.current_task())

    async def _pass_on(self, call: Call, writer: asyncio.StreamWriter) -> None:
        match self._draw(call):
            case Fault.REQUEST_LOST:
                self.faults[Fault.REQUEST_LOST] += 1
            case Fault.REPLY_LOST:
                if await self._ask(call):
                    self.faults[Fault.REPLY_LOST] += 1
            case Fault.REQUEST_OVERTAKEN:
                self._deliver_later(call)
            case Fault.REPEATED:
                await self._repeat(call, writer)
            case Fault.DELAYED:
                self.faults[Fault.DELAYED] += 1
                await asyncio.sleep(self.rng.uniform(0.1, LONGEST_DELAY))
                await self._tell(call, await self._ask(call), writer)
            case Fault.REPLY_OVERTAKEN:
                reply = await self._ask(call)
                if await _until_more(self._told, call.device):
                    self.faults[Fault.REPLY_OVERTAKEN] += 1
                await self._tell(call, reply, writer)
            case None:
                await self._tell(call, await self._ask(call), writer)

    def _draw(self, call: Call) -> Fault | None:
        if self.calm or not call.device:
            return None
        drawn = self.rng.randrange(100)
        for fault, share in call.faults.items():
            drawn -= share
            if drawn < 0:
                return fault
        return None

    async def _repeat(self, call: Call, writer: asyncio.StreamWriter) -> None:
        """Sent twice at once, as a phone does that changes from one network to another."""
        self.faults[Fault.REPEATED] += 1
        replies = await asyncio.gather(self._ask(call), self._ask(call))
        await self._tell(call, self.rng.choice(replies), writer)

    def _deliver_later(self, call: Call) -> None:
        """Its sender is hung up on, and sends it again; this one comes after that."""

        async def deliver() -> None:
            overtaken = await _until_more(self._asked, call.device)
            if await self._ask(call) and overtaken:
                self.faults[Fault.REQUEST_OVERTAKEN] += 1

        self._begin(call.device, deliver())

    def _begin(self, device: bytes, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(work)
        self._late[device].add(task)
        task.add_done_callback(self._late[device].discard)

    async def _ask(self, call: Call) -> bytes:
        """Empty where the server is dead, or dies over it."""
        try:
            reader, writer = await asyncio.open_connection("127.0.0.1", self.server)
        except OSError:
            return b""
        try:
            writer.write(call.head + call.body)
            await writer.drain()
            self._asked[call.device] += 1
            return await reader.read()
        except OSError:
            return b""
        finally:
            writer.close()

    async def _tell(self, call: Call, reply: bytes, writer: asyncio.StreamWriter) -> None:
        writer.write(reply)
        await writer.drain()
        self._told[call.device] += 1


async def _read(reader: asyncio.StreamReader) -> Call:
    head = await reader.readuntil(b"\r\n\r\n")
    method, path, _version = head.split(b"\r\n", 1)[0].decode().split(" ")
    length = LENGTH.search(head)
    body = await reader.readexactly(int(length[1])) if length else b""
    device = WHO.search(head)
    head = KEPT_OPEN.sub(b"", head).replace(b"\r\n", b"\r\nConnection: close\r\n", 1)
    return Call(method, path, head, body, device[1] if device else b"")


async def _until_more(counted: Counter[bytes], device: bytes) -> bool:
    """Whether another of the device's calls came by in time."""
    before = counted[device]
    for _look in range(int(OVERTAKEN_AFTER / 0.05)):
        if counted[device] > before:
            return True
        await asyncio.sleep(0.05)
    return False
