"""A running whorl serve, and helpers to send it requests."""

import http.client
import io
import json
import os
import pathlib
import random
import signal
import socket
import subprocess
import tarfile
import time
import urllib.parse
import zipfile


def prose(seed: int, words: int = 600) -> str:
    letters = random.Random(seed)
    return "\n".join(" ".join("".join(letters.choices("abcdefghijklmnopqrstuvwxyz", k=6))
                              for _ in range(10)) for _ in range(words // 10))


def zipped(files: dict[str, str | bytes]) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, text in files.items():
            archive.writestr(name, text)
    return out.getvalue()


def tarred(files: dict[str, str]) -> bytes:
    out = io.BytesIO()
    with tarfile.open(fileobj=out, mode="w:gz") as archive:
        for name, text in files.items():
            entry = tarfile.TarInfo(name)
            entry.size = len(text.encode())
            archive.addfile(entry, io.BytesIO(text.encode()))
    return out.getvalue()


def submissions(count: int, seed: int = 0) -> dict[str, str]:
    """Submissions, of which the first two share half of their text."""
    shared = prose(seed + 1000)
    return {f"s{i}/essay.txt": (shared if i < 2 else "") + prose(seed + i) for i in range(count)}


def patience() -> float:
    """How many times longer this machine may take than an idle one, with a reserve."""
    return 5 + os.getloadavg()[0]


class Answer:
    def __init__(self, status: int, headers: dict[str, str], body: bytes) -> None:
        self.status, self.headers, self.body = status, headers, body

    def json(self):
        return json.loads(self.body)

    def __repr__(self) -> str:
        return f"{self.status} {self.body[:300]!r}"


class Service:
    def __init__(self, whorl: str, registry: pathlib.Path, *flags: str, errors=None) -> None:
        self.whorl, self.registry, self.flags, self.errors = whorl, registry, flags, errors
        if not registry.exists():
            subprocess.run([whorl, "registry", "create", registry, "-q"], check=True)
        self.start()

    @property
    def jobs(self) -> pathlib.Path:
        return self.registry.with_name(self.registry.name + "-jobs")

    def start(self) -> None:
        self.process = subprocess.Popen(
            [self.whorl, "serve", self.registry, "--listen", "127.0.0.1:0", *self.flags],
            stdout=subprocess.PIPE, stderr=self.errors, text=True)
        line = self.process.stdout.readline()
        assert "http://127.0.0.1:" in line, line
        self.port = int(line.rsplit(":", 1)[1])

    def stop(self, by: int = signal.SIGTERM) -> int:
        self.process.send_signal(by)
        status = self.process.wait(timeout=60)
        self.process.stdout.close()
        return status

    def __enter__(self):
        return self

    def __exit__(self, *_) -> None:
        if self.process.poll() is None:
            self.stop(signal.SIGKILL)

    def ask(self, method: str, path: str, body: bytes | str | None = None, token: str = "",
            query: dict | None = None, **headers: str) -> Answer:
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=60)
        if query:
            path += "?" + urllib.parse.urlencode(query)
        if token:
            headers["Authorization"] = "Bearer " + token
        headers = {name.replace("_", "-"): value for name, value in headers.items()}
        connection.request(method, path, body.encode() if isinstance(body, str) else body, headers)
        reply = connection.getresponse()
        answer = Answer(reply.status, {n.lower(): v for n, v in reply.getheaders()}, reply.read())
        connection.close()
        if answer.status >= 400:
            self.check_problem(answer)
        return answer

    @staticmethod
    def check_problem(answer: Answer) -> None:
        assert answer.headers["content-type"] == "application/problem+json", answer
        problem = answer.json()
        assert problem["status"] == answer.status and problem["title"] and problem["detail"], answer

    def add(self, name: str, text: str, token: str = "", **codes: str) -> str:
        answer = self.ask("POST", "/api/documents", text, token, {"name": name, **codes})
        assert answer.status == 201, answer
        return answer.json()["id"]

    def names(self, token: str = "") -> list[str]:
        return [d["name"] for d in self.ask("GET", "/api/documents", token=token).json()["documents"]]

    def ended(self, job: str, token: str = "") -> dict:
        end = time.monotonic() + 20 * patience()
        while time.monotonic() < end:
            state = self.ask("GET", f"/api/jobs/{job}", token=token).json()
            if state["state"] not in ("waiting", "running"):
                return state
            time.sleep(0.05)
        raise AssertionError(f"{state} did not end")

    def raw(self, data: bytes, seconds: float = 30) -> bytes:
        """Everything that comes back for these bytes until the server closes the connection or
        stops sending."""
        with socket.create_connection(("127.0.0.1", self.port), timeout=seconds) as client:
            out = b""
            try:
                client.sendall(data)
                while piece := client.recv(65536):
                    out += piece
            except (ConnectionError, TimeoutError):
                pass
            return out

    def resident(self) -> int:
        """The memory of the service without pages of files, which the system can reclaim."""
        _, resident, mapped, *_ = pathlib.Path(f"/proc/{self.process.pid}/statm").read_text().split()
        return (int(resident) - int(mapped)) * os.sysconf("SC_PAGESIZE")

    def files(self) -> list[str]:
        return sorted(str(p.relative_to(self.jobs)) for p in self.jobs.rglob("*") if p.is_file())
