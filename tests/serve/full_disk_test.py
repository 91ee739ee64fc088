#!/usr/bin/env python3
"""The service on a disk that gets full: it refuses to write, answers searches, and writes again once there is room.

usage: full_disk_test.py WHORL

Ends with 77, not tried, where no file system of 64 MB can be mounted.
"""

import contextlib
import pathlib
import subprocess
import sys
import tempfile

from service import Answer, Service, prose

NOT_TRIED = 77
LEFT = [pages << 12 for pages in (0, 1, 2, 5, 13, 34, 89)]  # free bytes on the full disk


@contextlib.contextmanager
def small_disk(folder: pathlib.Path):
    made = subprocess.run(["mount", "-t", "tmpfs", "-o", "size=64m", "tmpfs", folder], capture_output=True, check=False)
    if made.returncode != 0:
        print("no file system can be mounted here")
        sys.exit(NOT_TRIED)
    try:
        yield
    finally:
        subprocess.run(["umount", folder], check=True)


def fill(path: pathlib.Path, left: int) -> None:
    with path.open("wb", buffering=0) as file, contextlib.suppress(OSError):
        while True:
            file.write(bytes(4096))
    with path.open("r+b") as file:
        file.truncate(max(0, path.stat().st_size - left))


class Registered:
    """The acknowledged documents."""

    def __init__(self, service: Service) -> None:
        self.service, self.count, self.tried = service, 0, 0
        self.known: list[int] = []

    def add(self) -> Answer:
        self.tried += 1
        answer = self.service.ask("POST", "/api/documents", prose(self.tried, 4000), query={"name": f"{self.tried}.txt"})
        if answer.status == 201:
            self.known.append(self.tried)
        return answer

    def check_found(self) -> None:
        for number in (self.known[0], self.known[len(self.known) // 2], self.known[-1]):
            found = self.service.ask("POST", "/api/search", prose(number, 4000))
            assert found.status == 200 and f"{number}.txt" in [hit["name"] for hit in found.json()["hits"]], found


def is_refusal(answer: Answer) -> bool:
    return answer.status == 507 and "the disk is full" in answer.json()["detail"]


def get_full(service: Service, registered: Registered, filler: pathlib.Path, left: int) -> None:
    fill(filler, left)
    refused = 0
    while refused < 3:
        answer = registered.add()
        assert answer.status == 201 or is_refusal(answer), answer
        refused += is_refusal(answer)
    compacted = service.ask("POST", "/api/compaction")
    assert compacted.status == 200 or is_refusal(compacted), compacted
    registered.check_found()
    assert service.ask("GET", "/health").status == 200
    filler.unlink()
    assert registered.add().status == 201
    assert service.ask("POST", "/api/compaction").status == 200
    registered.check_found()


def main() -> None:
    with tempfile.TemporaryDirectory() as name:
        disk = pathlib.Path(name)
        with small_disk(disk):
            with Service(sys.argv[1], disk / "registry") as service:
                registered = Registered(service)
                assert registered.add().status == 201
                for left in LEFT:
                    get_full(service, registered, disk / "filler", left)
                assert service.stop() == 0
            checked = subprocess.run([sys.argv[1], "registry", "check", disk / "registry"], check=False)
            assert checked.returncode == 0


if __name__ == "__main__":
    main()
