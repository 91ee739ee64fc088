"""The part of `./dev torture` that disturbs a service: everything that it acknowledged must be
present."""

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
import sys
import threading
from collections.abc import Callable

from disturbances import failing_environment, may_mount, small_disk, used_bytes
from jobs import Job, Workshop
from outcomes import FAILED, Tally

sys.path.insert(0, str(pathlib.Path(__file__).parent.parent / "serve"))
from service import Answer, Service  # noqa: E402

CALLS = {"read": 60, "write": 300, "sync": 60, "rename": 20}  # about how many of each call a run makes
REQUESTS = 60  # the most requests to one service
MOST_DOCUMENTS = 2000  # the most documents in one registry
PATIENCE = 60  # seconds


def text_of(number: int) -> str:
    words = random.Random(number)
    return " ".join(f"{words.randrange(1 << 20):x}" for _ in range(60))


class Ended(Exception):
    """The service ended, or did not start."""


class Server(Service):
    """A whorl serve that may be unable to begin: then it has no port. Its complaints go to a file."""

    def __init__(self, whorl: pathlib.Path, registry: pathlib.Path, said: pathlib.Path, environment: dict[str, str]) -> None:
        self.said, self.environment = said, environment
        super().__init__(str(whorl), registry, "--limit", "minute=1000000")

    def start(self) -> None:
        with self.said.open("wb") as complaints:
            self.process = subprocess.Popen(
                [self.whorl, "serve", self.registry, "--listen", "127.0.0.1:0", *self.flags], text=True,
                stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=complaints, env=self.environment)
        told: queue.Queue = queue.Queue()
        threading.Thread(target=lambda: told.put(self.process.stdout.readline()), daemon=True).start()
        try:
            line = told.get(timeout=PATIENCE)
        except queue.Empty:
            line = ""
        self.port = int(line.rsplit(":", 1)[1]) if "http://127.0.0.1:" in line else None

    def ask(self, *request, **more) -> Answer:
        if self.port is None:
            raise Ended
        try:
            return super().ask(*request, **more)
        except (ConnectionError, http.client.HTTPException) as error:
            raise Ended from error

    def end(self, by: signal.Signals | None) -> str:
        """A failure, `refused` if it ended with a message, or nothing."""
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
            return "wrong" if status in (0, FAILED) else "crashed"  # a disk error must not end a service
        return "" if status in (0, -by) else "crashed"

    def complaint(self) -> str:
        return self.said.read_text(encoding="utf-8", errors="replace")[-200:]


class Known:
    """The documents that were acknowledged; `open` are those whose last request was not answered with success: each may be
    registered or not."""

    def __init__(self) -> None:
        self.names: set[str] = set()
        self.open: set[str] = set()
        self.identifiers: dict[str, str] = {}
        self.number = 0

    def contradiction(self, listed: set[str]) -> str:
        lost, surplus = self.names - self.open - listed, listed - self.names - self.open
        return f"lost {sorted(lost)}; not registered {sorted(surplus)}" if lost or surplus else ""


def is_right(answer: Answer, good: int) -> bool:
    """Done or refused. Service asserts that a refusal has a message."""
    return answer.status == good or answer.status >= 500


def one_request(server: Server, known: Known, rng: random.Random) -> str:
    """Sends a request and returns what is wrong with the answer, if anything."""
    what = rng.random()
    if known.names and what < 0.2:
        return search(server, known, rng.choice(sorted(known.names)))
    if known.identifiers and what < 0.35:
        return remove(server, known, rng.choice(sorted(known.identifiers)))
    if what < 0.4:
        answer = server.ask("POST", "/api/compaction")
        return "" if is_right(answer, 200) else f"compaction: {answer}"
    answer = register(server, known)
    return "" if is_right(answer, 201) else f"registration: {answer}"


def search(server: Server, known: Known, name: str) -> str:
    answer = server.ask("POST", "/api/search", text_of(int(name)))
    found = answer.status != 200 or name in [hit["name"] for hit in answer.json()["hits"]]
    return "" if is_right(answer, 200) and (found or name in known.open) else f"search of {name}: {answer}"


def remove(server: Server, known: Known, name: str) -> str:
    identifier = known.identifiers.pop(name)
    known.open.add(name)
    answer = server.ask("DELETE", f"/api/documents/{identifier}")
    if answer.status == 200:
        known.names.discard(name)
        known.open.discard(name)
    return "" if is_right(answer, 200) or answer.status == 404 else f"removal: {answer}"


def register(server: Server, known: Known) -> Answer:
    known.number += 1
    name = str(known.number)
    known.open.add(name)
    answer = server.ask("POST", "/api/documents", text_of(known.number), query={"name": name})
    if answer.status == 201:
        known.names.add(name)
        known.open.discard(name)
        known.identifiers[name] = answer.json()["id"]
    return answer


def registered(shop: Workshop, folder: pathlib.Path) -> set[str]:
    """The names of the documents; none if the registry cannot be read."""
    listed = shop.run(folder, ["registry", "list", "r", "--json"])
    return {json.loads(line)["name"] for line in listed.output.splitlines()}


def settle(shop: Workshop, folder: pathlib.Path, known: Known) -> str:
    """After the server ended: the registry is sound and has what was acknowledged."""
    checked = shop.run(folder, ["registry", "check", "r"])
    if checked.status != 0:
        return f"check: {checked.status} {checked.complaint[-200:]}"
    names = registered(shop, folder)
    if contradiction := known.contradiction(names):
        return contradiction
    known.names, known.open = names, set()
    known.identifiers = {name: value for name, value in known.identifiers.items() if name in names}
    return ""


@dataclasses.dataclass
class Life:
    """Starts a service once and sends requests while something disturbs it."""
    shop: Workshop
    folder: pathlib.Path
    known: Known
    rng: random.Random
    make_room: Callable[[], None] = lambda: None

    def live(self, tally: Tally, environment: dict[str, str], what: str) -> bool:
        """Whether all went well, so that the registry may be used again."""
        server = Server(self.shop.whorl, self.folder / "r", self.shop.folder / "said", environment)
        wrong = ""
        try:
            wrong = self.ask_things(server)
            verdict = server.end(self.rng.choice((signal.SIGKILL, signal.SIGTERM)))
        except Ended:
            verdict = server.end(None)
        except (AssertionError, TimeoutError) as error:
            wrong = repr(error)
            server.end(signal.SIGKILL)
        self.make_room()
        if wrong:
            verdict = "wrong"
        elif verdict in ("", "refused") and (wrong := settle(self.shop, self.folder, self.known)):
            verdict = "lost"
        tally.add(verdict or "right", f"serve, {what}: {wrong or server.complaint()}")
        return verdict in ("", "refused")

    def ask_things(self, server: Server) -> str:
        """What is wrong with the first bad answer."""
        for _ in range(self.rng.randrange(REQUESTS)):
            if wrong := one_request(server, self.known, self.rng):
                return wrong
        return ""


class LifeOnSmallDisk(Life):
    def ask_things(self, server: Server) -> str:
        if wrong := super().ask_things(server):
            return wrong
        self.make_room()
        answer = register(server, self.known)
        return "" if answer.status == 201 else f"there is room again: {answer}"


def new_registry(shop: Workshop, folder: pathlib.Path) -> Known:
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir()
    shop.must(folder, ["registry", "create", "r", "-q"])
    return Known()


def served(shop: Workshop, _jobs: list[Job], tally: Tally, rng: random.Random, library: pathlib.Path) -> None:
    """A service is killed, its system calls fail, or its disk gets full. Everything that it
    acknowledged must be present."""
    disk, folder = shop.folder / "disk of a service", shop.folder / "served"
    disk.mkdir(exist_ok=True)
    known = new_registry(shop, folder)
    while tally.goes_on():
        way = rng.choice(("kill", "call", "disk"))
        environment, what = dict(os.environ), "killed or ended"
        if way == "disk":
            if may_mount(disk):
                live_on_small_disk(shop, disk, tally, rng)
            continue
        if way == "call":
            call = rng.choice(list(CALLS))
            number, stays = rng.randrange(1, CALLS[call]), rng.random() < 0.3
            environment, what = failing_environment(library, call, number, stays), f"{call} {number}{' and all after it' * stays} fails"
        if not Life(shop, folder, known, rng).live(tally, environment, what) or known.number > MOST_DOCUMENTS:
            known = new_registry(shop, folder)


def live_on_small_disk(shop: Workshop, disk: pathlib.Path, tally: Tally, rng: random.Random) -> None:
    with small_disk(disk) as resize:
        known = new_registry(shop, disk / "run")
        room = int(1.5 ** rng.uniform(18, 36))
        resize(used_bytes(disk) + room)
        life = LifeOnSmallDisk(shop, disk / "run", known, rng, lambda: resize(512 << 20))
        life.live(tally, {**os.environ, "TMPDIR": str(disk)}, f"{room} bytes of room")
