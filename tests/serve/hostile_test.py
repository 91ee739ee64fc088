#!/usr/bin/env python3
"""Requests that mean harm: each is refused with a problem document or the connection is closed; memory
stays bounded, nothing is left on disk, and others are answered meanwhile.

usage: hostile_test.py WHORL
"""

import concurrent.futures
import io
import pathlib
import re
import socket
import sys
import tempfile
import threading
import time
import zipfile

from service import Service, patience, submissions, zipped

LIMITS = "body=64K,upload=1M,header=8K,seconds=2,upload-seconds=4,connections=300,job-seconds=60,job-memory=2G"
HOST = b"Host: localhost\r\n"


def request(head: bytes, rest: bytes = b"", method: bytes = b"POST /api/search") -> bytes:
    return method + b" HTTP/1.1\r\n" + HOST + head + b"\r\n" + rest


REFUSED = {
    # Heads.
    "no request": (b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03" * 20, 400),
    "no version": (b"GET /health\r\n\r\n", 400),
    "HTTP/2.0": (b"GET /health HTTP/2.0\r\nHost: localhost\r\n\r\n", 400),
    "a header without an end": (b"GET /health HTTP/1.1\r\nHost: localhost\r\nX: " + b"a" * 100_000, 431),
    "a flood of headers": (b"GET /health HTTP/1.1\r\n" + b"".join(b"X-%d: y\r\n" % i for i in range(20_000)), 431),
    "a long address": (b"GET /" + b"a" * 100_000 + b" HTTP/1.1\r\n" + HOST + b"\r\n", 431),
    "no host": (b"GET /health HTTP/1.1\r\n\r\n", 400),
    "two hosts": (b"GET /health HTTP/1.1\r\nHost: localhost\r\nHost: elsewhere\r\n\r\n", 400),
    "another's host": (b"GET /health HTTP/1.1\r\nHost: elsewhere.example\r\n\r\n", 403),
    "a blank before the colon": (request(b"Content-Length : 5\r\n", b"hello"), 400),
    "a NUL in a header": (request(b"X: a\0b\r\nContent-Length: 0\r\n"), 400),
    "a bare line feed": (b"GET /health HTTP/1.1\nHost: localhost\n\n", 400),
    "an absolute address": (request(b"", method=b"GET http://localhost/health"), 400),
    "a NUL in the address": (request(b"", method=b"GET /health%00"), 400),
    "dots in the address": (request(b"", method=b"GET /../../etc/passwd"), 400),
    "hidden dots": (request(b"", method=b"GET /api/%2e%2e/health"), 400),
    "CONNECT": (b"CONNECT elsewhere:443 HTTP/1.1\r\n" + HOST + b"\r\n", 400),
    # What two programs in a row may read in two ways.
    "length and chunks": (request(b"Content-Length: 5\r\nTransfer-Encoding: chunked\r\n", b"0\r\n\r\nGET /health"), 400),
    "chunks and length": (request(b"Transfer-Encoding: chunked\r\nContent-Length: 5\r\n", b"0\r\n\r\nGET /health"), 400),
    "two lengths": (request(b"Content-Length: 5\r\nContent-Length: 6\r\n", b"helloX"), 400),
    "two equal lengths": (request(b"Content-Length: 5\r\nContent-Length: 5\r\n", b"hello"), 400),
    "a list of lengths": (request(b"Content-Length: 5, 5\r\n", b"hello"), 400),
    "a signed length": (request(b"Content-Length: +5\r\n", b"hello"), 400),
    "a negative length": (request(b"Content-Length: -5\r\n", b"hello"), 400),
    "a length beyond numbers": (request(b"Content-Length: 99999999999999999999\r\n", b"hello"), 400),
    "a coding twice": (request(b"Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked\r\n", b"0\r\n\r\n"), (400, 501)),
    "a coding that is not chunked": (request(b"Transfer-Encoding: gzip, chunked\r\n", b"0\r\n\r\n"), (400, 501)),
    "a hidden coding": (request(b"Transfer-Encoding: xchunked\r\n", b"0\r\n\r\n"), (400, 501)),
    "chunks of HTTP/1.0": (b"POST /api/search HTTP/1.0\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n", 400),
    "a body where none is": (request(b"Content-Length: 40\r\n", b"GET /x HTTP/1.1\r\n", method=b"GET /health"), 400),
    "another expectation": (request(b"Expect: gold\r\nContent-Length: 5\r\n", b"hello"), 417),
    "a packed body": (request(b"Content-Encoding: gzip\r\nContent-Length: 5\r\n", b"hello"), 415),
    # Bodies.
    "a body of 8 GB": (request(b"Content-Length: 8589934592\r\n", b"x" * 1000), 413),
    "an archive of 8 GB": (request(b"Content-Length: 8589934592\r\n", b"PK", method=b"POST /api/compare"), 413),
    "chunks without end": (request(b"Transfer-Encoding: chunked\r\n", b"1000\r\n" + b"x" * 4096 + b"\r\n" * 1
                                   + (b"1000\r\n" + b"x" * 4096 + b"\r\n") * 40), 413),
    "one huge chunk": (request(b"Transfer-Encoding: chunked\r\n", b"fffffffffffffff\r\n" + b"x" * 1000), 413),
    "a chunk beyond numbers": (request(b"Transfer-Encoding: chunked\r\n", b"1ffffffffffffffff\r\nx"), 400),
    "a chunk that is none": (request(b"Transfer-Encoding: chunked\r\n", b"zz\r\nhello\r\n0\r\n\r\n"), 400),
    "a chunk longer than told": (request(b"Transfer-Encoding: chunked\r\n", b"2\r\nhello\r\n0\r\n\r\n"), 400),
    "an extension without end": (request(b"Transfer-Encoding: chunked\r\n", b"1;" + b"a" * 500_000), (400, 413, 431)),
    "trailers without end": (request(b"Transfer-Encoding: chunked\r\n", b"1\r\nx\r\n0\r\n" + b"X: y\r\n" * 100_000), (400, 413, 431)),
}


def status_of(answer: bytes) -> int:
    return int(answer.split(b" ", 2)[1]) if answer.startswith(b"HTTP/1.1 ") else 0


def is_refused(service: Service, name: str) -> None:
    data, expected = REFUSED[name]
    answer = service.raw(data)
    status = status_of(answer)
    wanted = expected if isinstance(expected, tuple) else (expected,)
    # Where the client still sends when it is closed, its system may drop the answer.
    assert status in wanted or (status == 0 and len(data) > 50_000), (name, answer[:400])
    if status:
        assert b"application/problem+json" in answer, (name, answer[:400])
        assert answer.count(b"HTTP/1.1 ") == 1, (name, answer)
    assert service.ask("GET", "/health").status == 200, name


def each_is_refused(service: Service) -> None:
    """Some at a time: a connection that stays open after its answer is closed only after 2 seconds."""
    with concurrent.futures.ThreadPoolExecutor(8) as pool:
        for _ in pool.map(lambda name: is_refused(service, name), REFUSED):
            pass
    print(f"{len(REFUSED)} hostile requests")


def connections_are_closed(service: Service) -> None:
    """Waits until only the connection that asks is open."""
    end = time.monotonic() + 6 * patience()
    while True:
        metrics = service.ask("GET", "/metrics").body.decode()
        (count,) = re.findall(r"^whorl_connections (\d+)$", metrics, re.MULTILINE)
        if int(count) == 1:
            return
        assert time.monotonic() < end, f"{count} connections are still open"
        time.sleep(0.05)


def slow_clients(service: Service, count: int) -> None:
    """A byte now and then: cut in time, and health answers meanwhile."""
    clients = [socket.create_connection(("127.0.0.1", service.port), timeout=60) for _ in range(count)]
    begin = time.monotonic()
    slowest, ended = 0.0, 0
    for i, client in enumerate(clients):
        client.sendall((b"GET /health HTTP/1.1\r\nX: ", b"POST /api/search HTTP/1.1\r\nHost: localhost\r\nContent-Length: 99\r\n\r\n",
                        b"POST /api/compare HTTP/1.1\r\nHost: localhost\r\nContent-Length: 99\r\n\r\nPK")[i % 3])
    while ended < count:
        assert time.monotonic() - begin < 6 * patience(), f"{count - ended} slow clients are still there"
        asked = time.monotonic()
        assert service.ask("GET", "/health").status == 200
        slowest = max(slowest, time.monotonic() - asked)
        ended = 0
        for client in clients:
            client.setblocking(False)
            try:
                client.sendall(b"a")
                ended += client.recv(10, socket.MSG_PEEK) is not None
            except BlockingIOError:
                pass
            except OSError:
                ended += 1
        time.sleep(0.1)
    for client in clients:
        client.close()
    print(f"{count} slow clients were cut after {time.monotonic() - begin:.1f} s; "
          f"health answered within {slowest * 1000:.0f} ms")


def too_many(service: Service) -> None:
    """Connections beyond the limit are closed, those within it are answered."""
    clients = [socket.create_connection(("127.0.0.1", service.port), timeout=60) for _ in range(350)]
    closed = 0
    for client in clients[300:]:
        client.settimeout(30)
        try:
            closed += client.recv(1) == b""
        except ConnectionError:
            closed += 1
    assert closed == 50, closed
    clients[0].sendall(b"GET /health HTTP/1.1\r\nHost: localhost\r\n\r\n")
    assert clients[0].recv(100).startswith(b"HTTP/1.1 200")
    for client in clients:
        client.close()


def half_uploads(service: Service) -> None:
    """Clients that go in the middle leave nothing."""
    for _ in range(20):
        with socket.create_connection(("127.0.0.1", service.port), timeout=60) as client:
            client.sendall(request(b"Content-Length: 900000\r\n", b"PK" + b"x" * 100_000, method=b"POST /api/compare"))
        while service.ask("GET", "/health").status == 200 and any(f.startswith("uploads") for f in service.files()):
            time.sleep(0.01)


def archives(service: Service) -> None:
    """Bombs, names that lead elsewhere, archives in archives: the job says so, or passes over them."""
    bomb = io.BytesIO()
    with zipfile.ZipFile(bomb, "w", zipfile.ZIP_DEFLATED) as archive:
        for i in range(3):  # the first alone is more than the service may grow by
            archive.writestr(f"s{i}/a.txt", b"\0" * (3_000_000 if i else 300_000_000))
    outside = zipped({"../../../../tmp/whorl-was-here": "x" * 5000, "/tmp/whorl-was-here": "y" * 5000,
                      **submissions(2)})
    nested = zipped(submissions(2))
    for _ in range(30):
        nested = zipped({"inner.zip": nested})
    for name, data in {"bomb": bomb.getvalue(), "outside": outside, "nested": nested, "torn": outside[:-200]}.items():
        upload = service.ask("POST", "/api/compare", data)
        assert upload.status == 202, (name, upload)
        state = service.ended(upload.json()["id"])
        print(f"{name}: {state['state']}, {state.get('message', 'nothing to say')}")
        assert state["state"] in ("done", "failed")
        assert service.ask("DELETE", f"/api/jobs/{state['id']}?now=true").status == 200
    assert not pathlib.Path("/tmp/whorl-was-here").exists()


def idle_streams(service: Service, count: int) -> None:
    """Readers of events that read nothing do not block other requests, and end with their job."""
    job = service.ask("POST", "/api/compare", zipped(submissions(2))).json()["id"]
    threads = [threading.Thread(target=service.ask, args=("GET", f"/api/jobs/{job}/events")) for _ in range(count)]
    for thread in threads:
        thread.start()
    asked = time.monotonic()
    assert service.ask("GET", "/health").status == 200
    assert time.monotonic() - asked < patience()
    for thread in threads:
        thread.join(60)
        assert not thread.is_alive()
    service.ask("DELETE", f"/api/jobs/{job}?now=true")


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        with Service(sys.argv[1], pathlib.Path(folder) / "registry", "--limit", LIMITS) as service:
            service.ask("GET", "/openapi.json")
            before = service.resident()
            for _ in range(3):
                each_is_refused(service)
            half_uploads(service)
            idle_streams(service, 50)
            slow_clients(service, 240)
            connections_are_closed(service)
            too_many(service)
            connections_are_closed(service)
            archives(service)
            grown = service.resident() - before
            print(f"memory grew by {grown >> 20} MB")
            assert grown < 200 << 20
            assert service.files() == ["lock"], service.files()
            assert service.stop() == 0


if __name__ == "__main__":
    main()
