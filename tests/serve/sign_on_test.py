#!/usr/bin/env python3
"""Whom a web server names is believed by its socket or its secret alone; files of clients are read again at SIGHUP.

usage: sign_on_test.py WHORL
"""

import http.client
import json
import os
import pathlib
import secrets
import signal
import socket
import stat
import subprocess
import sys
import tempfile
import time

from service import Service, patience, prose

TOKEN, SECRET = secrets.token_hex(20), secrets.token_hex(20)
USERS = """# name  roles  owner
ann  search,submit,judge  cs101
boss admin                *
*    search,submit        =
"""


class ByUnixSocket(http.client.HTTPConnection):
    def __init__(self, path: pathlib.Path) -> None:
        super().__init__("localhost", timeout=60)
        self.path = path

    def connect(self) -> None:
        self.sock = socket.socket(socket.AF_UNIX)
        self.sock.connect(str(self.path))


def private(path: pathlib.Path, text: str) -> pathlib.Path:
    with open(os.open(path, os.O_CREAT | os.O_WRONLY | os.O_TRUNC, 0o600), "w", encoding="utf-8") as out:
        out.write(text)
    return path


def by_socket(path: pathlib.Path, method: str, url: str, body: str | None = None, **headers: str) -> tuple[int, dict]:
    connection = ByUnixSocket(path)
    connection.request(method, url, body, {name.replace("_", "-"): value for name, value in headers.items()})
    reply = connection.getresponse()
    answer = reply.status, json.loads(reply.read())
    connection.close()
    return answer


def believed(service: Service, proxy: pathlib.Path) -> None:
    assert stat.S_IMODE(proxy.stat().st_mode) == 0o660
    status, me = by_socket(proxy, "GET", "/api/me", X_Remote_User="ann")
    assert (status, me["name"], me["owner"], me["roles"]) == (200, "ann", "cs101", ["search", "submit", "judge"]), me
    status, me = by_socket(proxy, "GET", "/api/me", X_Remote_User="dörte@example.edu")
    assert (status, me["owner"], me["roles"]) == (200, me["name"], ["search", "submit"]), me
    status, me = by_socket(proxy, "GET", "/api/me", X_Remote_User="boss")
    assert status == 200 and me["owner"] == "*" and "admin" in me["roles"], me
    added = by_socket(proxy, "POST", "/api/documents?name=essay.txt", prose(1), X_Remote_User="ann")
    assert added[0] == 201, added
    for user, names in (("ann", ["essay.txt"]), ("cat", []), ("boss", ["essay.txt"])):
        documents = by_socket(proxy, "GET", "/api/documents", X_Remote_User=user)[1]["documents"]
        assert [one["name"] for one in documents] == names, (user, documents)
    by_secret = service.ask("GET", "/api/me", X_Remote_User="ann", X_Proxy_Secret=SECRET)
    assert by_secret.json()["owner"] == "cs101", by_secret
    # Programs show their tokens through the proxy, too.
    assert by_socket(proxy, "GET", "/api/me", Authorization=f"Bearer {TOKEN}")[1]["name"] == "robot"


def forged(service: Service, proxy: pathlib.Path) -> None:
    """No other client can name a user, even with a valid token."""
    for headers in ({}, {"X_Proxy_Secret": "x" * 40}, {"X_Proxy_Secret": ""}, {"X_Proxy_Secret": SECRET[:-1]},
                    {"X_Proxy_Secret": TOKEN}, {"Authorization": f"Bearer {TOKEN}"}):
        for user in ("boss", "ann", "cat"):
            for method, url in (("GET", "/api/documents"), ("GET", "/api/me"), ("DELETE", "/api/trash")):
                answer = service.ask(method, url, X_Remote_User=user, **headers)
                assert answer.status == 403 and "only the proxy" in answer.json()["detail"], (headers, answer)
    assert service.ask("GET", "/api/documents").status == 401
    assert service.ask("GET", "/api/documents", X_Proxy_Secret=SECRET).status == 401
    assert service.ask("GET", "/api/documents", token=SECRET).status == 401
    assert by_socket(proxy, "GET", "/api/documents")[0] == 401
    for user in ("*", "=", "a b", "", "x" * 300):
        assert by_socket(proxy, "GET", "/api/documents", X_Remote_User=user)[0] in (401, 403), user
    twice = service.raw(b"GET /api/documents HTTP/1.1\r\nHost: localhost\r\nX-Remote-User: ann\r\nx-remote-user: boss\r\n"
                        b"X-Proxy-Secret: " + SECRET.encode() + b"\r\nConnection: close\r\n\r\n")
    assert twice.startswith(b"HTTP/1.1 400 "), twice
    cross = by_socket(proxy, "DELETE", "/api/trash", X_Remote_User="boss", Origin="https://evil.example")
    assert cross[0] == 403, cross


def until(done) -> None:
    end = time.monotonic() + 10 * patience()
    while not done():
        assert time.monotonic() < end
        time.sleep(0.05)


def read_again(service: Service, place: pathlib.Path, proxy: pathlib.Path, errors: pathlib.Path) -> None:
    new = secrets.token_hex(20)
    private(place / "tokens", f"robot search cs101 {TOKEN}\nnew search cs102 {new}\n")
    assert service.ask("GET", "/api/me", token=new).status == 401
    service.process.send_signal(signal.SIGHUP)
    until(lambda: service.ask("GET", "/api/me", token=new).status == 200)
    private(place / "users", "ann search cs101\n")
    service.process.send_signal(signal.SIGHUP)
    until(lambda: by_socket(proxy, "GET", "/api/me", X_Remote_User="cat")[0] == 401
          and by_socket(proxy, "GET", "/api/documents", X_Remote_User="cat")[0] == 403)
    # A wrong file is reported, and changes nothing.
    private(place / "tokens", "robot search cs101 short\n")
    private(place / "users", "dan search cs101\n")
    service.process.send_signal(signal.SIGHUP)
    until(lambda: "under 32 characters" in errors.read_text(encoding="utf-8"))
    assert "the earlier content stays in use" in errors.read_text(encoding="utf-8")
    assert service.ask("GET", "/api/me", token=new).status == 200
    assert by_socket(proxy, "GET", "/api/documents", X_Remote_User="dan")[0] == 403
    private(place / "tokens", f"new search cs102 {new}\n")
    service.process.send_signal(signal.SIGHUP)
    until(lambda: service.ask("GET", "/api/me", token=TOKEN).status == 401)


def refused(whorl: str, place: pathlib.Path) -> None:
    users, secret = str(place / "users"), str(place / "secret")
    private(place / "short", "short\n")
    private(place / "wrong", "ann teacher cs101\n")
    private(place / "open", "ann search cs101\n").chmod(0o666)
    for flags, word in ((("--users", users), "--proxy-socket"), (("--proxy-secret", secret), "--users"),
                        (("--users", users, "--proxy-secret", str(place / "short")), "32 characters"),
                        (("--users", str(place / "wrong"), "--proxy-secret", secret), "not a role"),
                        (("--users", str(place / "open"), "--proxy-secret", secret), "chmod go-w"),
                        (("--users", users, "--proxy-socket", users), "a file with this name")):
        ended = subprocess.run([whorl, "serve", place / "registry", "--listen", "127.0.0.1:0", *flags],
                               capture_output=True, text=True, timeout=60, check=False)
        assert ended.returncode in (1, 3) and word in ended.stderr, (flags, ended)


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        place = pathlib.Path(folder)
        proxy, errors = place / "proxy.sock", place / "errors"
        private(place / "tokens", f"robot search cs101 {TOKEN}\n")
        private(place / "users", USERS)
        private(place / "secret", SECRET + "\n")
        flags = ["--tokens", str(place / "tokens"), "--users", str(place / "users"), "--proxy-socket", str(proxy),
                 "--proxy-secret", str(place / "secret")]
        with open(errors, "w", encoding="utf-8") as told, \
                Service(sys.argv[1], place / "registry", *flags, errors=told) as service:
            believed(service, proxy)
            forged(service, proxy)
            read_again(service, place, proxy, errors)
            service.stop(signal.SIGKILL)
            assert proxy.is_socket()  # a kill leaves it, and the next one takes its place
            service.start()
            assert by_socket(proxy, "GET", "/health")[0] == 200
            assert service.stop() == 0 and not proxy.exists()
        refused(sys.argv[1], place)


if __name__ == "__main__":
    main()
