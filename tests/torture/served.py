"""The part of `./dev torture` that disturbs a service: what it acknowledged is there."""

import dataclasses
import http.client
import json
import os
import pathlib
import queue
import random
import shutil
import signal
import subprocess
import threading
from collections.abc import Callable

from disturbances import failing_environment, may_mount, small_disk, used_bytes
from jobs import Workshop
from outcomes import FAILED, Tally

CALLS = {"read": 60, "write": 300, "sync": 60, "rename": 20}  # how many of each a run makes, about
REQUESTS = 60  # of one life, at most
MOST_DOCUMENTS = 2000  # of one registry
PATIENCE = 60  # seconds


def text_of(number: int) -> str:
    words = random.Random(number)
    return " ".join(f"{words.randrange(1 << 20):x}" for _ in range(60))


class Ended(Exception):
    """The service ended, or did not begin."""


class Server:
    """A running whorl serve; what it complains of goes to a file."""

    def __init__(self, whorl: pathlib.Path, folder: pathlib.Path, said: pathlib.Path, environment: dict[str, str]) -> None:
        self.said = said
        words = [whorl, "serve", "r", "--listen", "127.0.0.1:0", "--limit", "minute=1000000"]
        with said.open("wb") as complaints:
            self.process = subprocess.Popen(words, cwd=folder, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=complaints, env=environment)
        told: queue.Queue = queue.Queue()
        threading.Thread(target=lambda: told.put(self.process.stdout.readline()), daemon=True).start()
        try:
            line = told.get(timeout=PATIENCE).decode()
        except queue.Empty:
            line = ""
        self.port = int(line.rsplit(":", 1)[1]) if "http://127.0.0.1:" in line else None

    def ask(self, method: str, path: str, body: str | None = None) -> tuple[int, dict]:
        if self.port is None:
            raise Ended
        try:
            connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE)
            connection.request(method, path, body)
            reply = connection.getresponse()
            return reply.status, json.loads(reply.read() or b"{}")
        except TimeoutError:
            return 0, {}
        except (ConnectionError, http.client.HTTPException) as error:
            raise Ended from error

    def end(self, by: signal.Signals | None) -> str:
        """A way to fail, `refused` for an end with a sentence, or nothing."""
        if by:
            self.process.send_signal(by)
        try:
            status = self.process.wait(PATIENCE)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
            return "hung"
        finally:
            self.process.stdout.close()
        if status == FAILED and self.port is None:
            return "refused" if self.complaint().strip() else "wrong"
        if by is None:
            return "wrong" if status in (0, FAILED) else "crashed"  # no disk may end a service
        return "" if status in (0, -by) else "crashed"

    def complaint(self) -> str:
        return self.said.read_text(encoding="utf-8", errors="replace")[-200:]


class Known:
    """What was acknowledged, and what may be as it was asked for or not."""

    def __init__(self) -> None:
        self.names: set[str] = set()
        self.open: set[str] = set()
        self.identifiers: dict[str, str] = {}
        self.number = 0

    def contradiction(self, listed: set[str]) -> str:
        lost, surplus = self.names - self.open - listed, listed - self.names - self.open
        return f"lost {sorted(lost)}; not registered {sorted(surplus)}" if lost or surplus else ""


def is_right(status: int, answer: dict, good: int) -> bool:
    """Done, or refused with a sentence."""
    return status == good or (status >= 500 and bool(answer.get("detail")))


def one_request(server: Server, known: Known, rng: random.Random) -> str:
    """Asks for something; what is wrong with the answer, if anything."""
    what = rng.random()
    if known.names and what < 0.2:
        name = rng.choice(sorted(known.names))
        status, answer = server.ask("POST", "/api/search", text_of(int(name)))
        hits = [hit["name"] for hit in answer.get("hits", [])]
        good = name in hits or name in known.open or status != 200
        return "" if is_right(status, answer, 200) and good else f"search of {name}: {status} {answer}"
    if known.identifiers and what < 0.35:
        name = rng.choice(sorted(known.identifiers))
        identifier = known.identifiers.pop(name)
        known.open.add(name)
        status, answer = server.ask("DELETE", f"/api/documents/{identifier}")
        if status == 200:
            known.names.discard(name)
            known.open.discard(name)
        return "" if is_right(status, answer, 200) or status == 404 else f"removal: {status} {answer}"
    if what < 0.4:
        status, answer = server.ask("POST", "/api/compaction")
        return "" if is_right(status, answer, 200) else f"compaction: {status} {answer}"
    status, answer = register(server, known)
    return "" if is_right(status, answer, 201) else f"registration: {status} {answer}"


def register(server: Server, known: Known) -> tuple[int, dict]:
    known.number += 1
    name = str(known.number)
    known.open.add(name)
    status, answer = server.ask("POST", f"/api/documents?name={name}", text_of(known.number))
    if status == 201:
        known.names.add(name)
        known.open.discard(name)
        known.identifiers[name] = answer["id"]
    return status, answer


def settle(whorl: pathlib.Path, folder: pathlib.Path, known: Known) -> str:
    """After the server ended: the registry is sound, and has what it acknowledged."""
    checked = subprocess.run([whorl, "registry", "check", "r"], cwd=folder, capture_output=True, text=True,
                             timeout=PATIENCE, check=False)
    if checked.returncode != 0:
        return f"check: {checked.returncode} {checked.stderr[-200:]}"
    listed = subprocess.run([whorl, "registry", "list", "r", "--json"], cwd=folder, capture_output=True, text=True, timeout=PATIENCE, check=False)
    names = {json.loads(line)["name"] for line in listed.stdout.splitlines()}
    if listed.returncode != 0 or (said := known.contradiction(names)):
        return f"list: {listed.returncode} {listed.stderr[-200:]} {said}"
    known.names, known.open = names, set()
    known.identifiers = {name: value for name, value in known.identifiers.items() if name in names}
    return ""


@dataclasses.dataclass
class Life:
    """One life of a service: what it is asked while something is in its way."""
    shop: Workshop
    folder: pathlib.Path
    known: Known
    rng: random.Random
    make_room: Callable[[], None] = lambda: None

    def live(self, tally: Tally, environment: dict[str, str], what: str) -> None:
        server = Server(self.shop.whorl, self.folder, self.shop.folder / "said", environment)
        try:
            wrong = self.ask_things(server)
            verdict = server.end(self.rng.choice((signal.SIGKILL, signal.SIGTERM)))
        except Ended:
            wrong, verdict = "", server.end(None)
        self.make_room()
        if wrong:
            verdict = "wrong"
        elif verdict in ("", "refused") and (wrong := settle(self.shop.whorl, self.folder, self.known)):
            verdict = "lost"
        tally.add(verdict or "right", f"serve, {what}: {wrong or server.complaint()}")

    def ask_things(self, server: Server) -> str:
        """What is wrong with the first answer that is not right."""
        for _ in range(self.rng.randrange(REQUESTS)):
            if wrong := one_request(server, self.known, self.rng):
                return wrong
        return ""


@dataclasses.dataclass
class LifeOnSmallDisk(Life):
    def ask_things(self, server: Server) -> str:
        wrong = super().ask_things(server)
        if wrong:
            return wrong
        self.make_room()
        status, answer = register(server, self.known)
        return "" if status == 201 else f"there is room again: {status} {answer}"


def new_registry(shop: Workshop, folder: pathlib.Path) -> Known:
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir()
    shop.must(folder, ["registry", "create", "r", "-q"])
    return Known()


def served(shop: Workshop, tally: Tally, rng: random.Random, library: pathlib.Path) -> None:
    """A service is killed, its calls fail, its disk gets full: what it acknowledged is there."""
    disk = shop.folder / "disk of a service"
    disk.mkdir(exist_ok=True)
    folder, known = shop.folder / "served", None
    while tally.goes_on():
        if known is None or known.number > MOST_DOCUMENTS or tally.accounts:
            known = new_registry(shop, folder)
        life = Life(shop, folder, known, rng)
        way = rng.choice(("kill", "call", "disk"))
        if way == "kill":
            life.live(tally, dict(os.environ), "killed or ended")
        elif way == "call":
            call = rng.choice(list(CALLS))
            number, stays = rng.randrange(1, CALLS[call]), rng.random() < 0.3
            life.live(tally, failing_environment(library, call, number, stays),
                      f"{call} {number}{' and all after it' * stays} fails")
        elif may_mount(disk):
            live_on_small_disk(shop, disk, tally, rng)


def live_on_small_disk(shop: Workshop, disk: pathlib.Path, tally: Tally, rng: random.Random) -> None:
    with small_disk(disk) as resize:
        known = new_registry(shop, disk / "run")
        room = int(1.5 ** rng.uniform(18, 36))
        resize(used_bytes(disk) + room)
        life = LifeOnSmallDisk(shop, disk / "run", known, rng, lambda: resize(512 << 20))
        life.live(tally, {**os.environ, "TMPDIR": str(disk)}, f"{room} bytes of room")
