#!/usr/bin/env python3
"""Hands documents in to a folder that whorl watch looks at: each is looked up and added within a second,
whatever way it comes, and none is missed where the watch is killed and begun again.

usage: watch_test.py WHORL [KILLS]
"""

import json
import os
import pathlib
import queue
import random
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time

sys.path.insert(0, str(pathlib.Path(__file__).parent.parent))
from signal_when_caught import send_when_caught


def prose(seed: int, words: int = 600) -> str:
    letters = random.Random(seed)
    return "\n".join(" ".join("".join(letters.choices("abcdefghijklmnopqrstuvwxyz", k=6))
                              for _ in range(10)) for _ in range(words // 10))


class Watch:
    """A running whorl watch, and its output."""

    def __init__(self, whorl: str, folder: pathlib.Path, registry: pathlib.Path) -> None:
        self.process = subprocess.Popen([whorl, "watch", folder, "--registry", registry, "--json"],
                                        stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        self.answers: queue.Queue = queue.Queue()
        self.reader = threading.Thread(target=self.read)
        self.reader.start()

    def read(self) -> None:
        for line in self.process.stdout:
            self.answers.put(json.loads(line))

    def expect(self, *names: str, within: float = 1) -> list[dict]:
        """The answers about these documents, in any order."""
        answers = {}
        end = time.monotonic() + within * patience()
        while set(answers) != set(names):
            try:
                answer = self.answers.get(timeout=max(0.01, end - time.monotonic()))
            except queue.Empty:
                raise AssertionError(f"expected {names}, got {sorted(answers)}") from None
            assert answer["query"] in names, f"{answer['name']} was looked up, not one of {names}"
            answers[answer["query"]] = answer
        return [answers[name] for name in names]

    def end(self, by: signal.Signals) -> int:
        if by == signal.SIGKILL:
            self.process.kill()
        else:
            send_when_caught(self.process, by)
        status = self.process.wait(timeout=60)
        self.reader.join()
        self.process.stderr.close()
        return status


def patience() -> float:
    """How many times longer this machine may take than an idle one, with a reserve."""
    return 5 + os.getloadavg()[0]


def names_in(whorl: str, registry: pathlib.Path) -> list[str]:
    out = subprocess.run([whorl, "registry", "list", registry, "--json"], check=True, capture_output=True, text=True)
    return sorted(json.loads(line)["name"] for line in out.stdout.splitlines())


def each_way_in(whorl: str, place: pathlib.Path) -> None:
    folder, registry = place / "in", place / "registry"
    folder.mkdir()
    subprocess.run([whorl, "registry", "create", registry, "-q"], check=True)
    (folder / "before").write_text(prose(1), encoding="utf-8")
    watch = Watch(whorl, folder, registry)
    watch.expect("before", within=5)

    (folder / "closed").write_text(prose(1) + prose(2), encoding="utf-8")
    (answer,) = watch.expect("closed")
    assert [hit["name"] for hit in answer["hits"]] == ["before"], answer

    (place / "draft").write_text(prose(3), encoding="utf-8")
    (place / "draft").rename(folder / "moved")
    watch.expect("moved")

    shutil.copytree(folder, place / "copy")
    (place / "copy").rename(folder / "new")
    answers = watch.expect("new/before", "new/closed", "new/moved")
    assert answers[0]["hits"][0]["contained"]["value"] == 1, answers[0]

    # whorl watch may list a new folder before its first file is complete. The file is moved there
    # complete, so that it is answered once.
    (place / "draft").write_text(prose(4), encoding="utf-8")
    (folder / "new" / "deep").mkdir()
    (place / "draft").rename(folder / "new" / "deep" / "last")
    watch.expect("new/deep/last")

    # A file is not complete before it is closed.
    with open(folder / "slow", "w", encoding="utf-8") as slow:
        slow.write(prose(5))
        slow.flush()
        time.sleep(0.7)
        assert watch.answers.empty()
        slow.write(prose(6))
    watch.expect("slow")

    # A changed file counts as another one. A file that is written again unchanged is not reported.
    (folder / "closed").write_text(prose(7), encoding="utf-8")
    watch.expect("closed")
    (folder / "moved").write_text(prose(3), encoding="utf-8")
    (folder / "end").write_text(prose(8), encoding="utf-8")
    watch.expect("end")
    assert watch.end(signal.SIGINT) == 130
    expected = ["before", "closed", "end", "moved", "new/before", "new/closed", "new/deep/last", "new/moved", "slow"]
    assert names_in(whorl, registry) == expected, names_in(whorl, registry)


def killed(whorl: str, place: pathlib.Path, rounds: int) -> None:
    """Documents arrive all the time, and the watch is killed at any moment."""
    folder, registry = place / "many", place / "killed"
    folder.mkdir()
    subprocess.run([whorl, "registry", "create", registry, "-q"], check=True)
    chance = random.Random(20261123)
    told, count = set(), 0
    for _ in range(rounds):
        watch = Watch(whorl, folder, registry)
        end = time.monotonic() + chance.random()
        while time.monotonic() < end:
            (folder / f"{count}.txt").write_text(prose(count), encoding="utf-8")
            count += 1
            time.sleep(0.02)
        watch.end(signal.SIGKILL)
        told |= {answer["query"] for answer in watch.answers.queue}
    # Only the last watch can add this document. Once it is listed, that watch catches signals.
    (folder / f"{count}.txt").write_text(prose(count), encoding="utf-8")
    count += 1
    watch = Watch(whorl, folder, registry)
    names = {f"{i}.txt" for i in range(count)}
    while names - set(names_in(whorl, registry)):
        assert watch.process.poll() is None
        time.sleep(0.2)
    assert watch.end(signal.SIGTERM) == 143
    told |= {answer["query"] for answer in watch.answers.queue}
    assert told == names, sorted(names ^ told)
    subprocess.run([whorl, "registry", "check", registry], check=True, stdout=subprocess.DEVNULL)
    print(f"{count} documents, {rounds} kills: each was looked up and added")


def main() -> None:
    whorl = sys.argv[1]
    with tempfile.TemporaryDirectory() as place:
        each_way_in(whorl, pathlib.Path(place))
        killed(whorl, pathlib.Path(place), int(sys.argv[2]) if len(sys.argv) > 2 else 8)


if __name__ == "__main__":
    main()
