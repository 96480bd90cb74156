"""A name server that knows one name: where Docker's would stand between nginx and the webs."""

import socket
import struct
import threading
from collections.abc import Iterator
from contextlib import contextmanager

A = 1
ANSWER, NAME_OF_THE_QUESTION, INTERNET, SECONDS = 0x8180, 0xC00C, 1, 1


class Names(threading.Thread):
    """Every name asked for is at all of `addresses`; taking one out is taking a machine out."""

    def __init__(self) -> None:
        super().__init__(daemon=True)
        self.addresses: list[str] = []
        self.socket = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
        self.socket.bind(("127.0.0.1", 0))
        self.port: int = self.socket.getsockname()[1]

    def run(self) -> None:
        while True:
            question, asker = self.socket.recvfrom(512)
            if not question:
                return
            self.socket.sendto(self.answer(question), asker)

    def answer(self, question: bytes) -> bytes:
        """RFC 1035, section 4: a header, the question again, and an A record an address."""
        end = question.index(b"\0", 12) + 5
        (kind,) = struct.unpack_from("!H", question, end - 4)
        addresses = [socket.inet_aton(name) for name in self.addresses] if kind == A else []
        head = struct.pack("!HHHHHH", *question_id(question), ANSWER, 1, len(addresses), 0, 0)
        records = b"".join(
            struct.pack("!HHHIH", NAME_OF_THE_QUESTION, A, INTERNET, SECONDS, 4) + address
            for address in addresses
        )
        return head + question[12:end] + records


def question_id(question: bytes) -> tuple[int]:
    return struct.unpack_from("!H", question)


@contextmanager
def name_server() -> Iterator[Names]:
    names = Names()
    names.start()
    try:
        yield names
    finally:
        # Closing alone would not wake who waits for a question.
        names.socket.sendto(b"", names.socket.getsockname())
        names.join()
        names.socket.close()
