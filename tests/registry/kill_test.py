#!/usr/bin/env python3
"""Kills whorl registry at random moments: what it acknowledged is there, nothing is half there.

usage: kill_test.py WHORL ROUNDS
"""

import json
import pathlib
import random
import signal
import subprocess
import sys
import tempfile
import time

DOCUMENTS = 400


def run(*words: object) -> str:
    return subprocess.run([str(word) for word in words], check=True, text=True,
                          capture_output=True).stdout


def prose(seed: int) -> str:
    words = random.Random(seed)
    return "\n".join(" ".join("".join(words.choices("abcdefghijklmnopqrstuvwxyz", k=6))
                              for _ in range(10)) for _ in range(60))


def documents_of(whorl: str, registry: pathlib.Path) -> set[tuple[str, str]]:
    lines = run(whorl, "registry", "list", registry, "--json").splitlines()
    return {(d["group"], d["name"]) for d in map(json.loads, lines)}


def kill_refreshes(whorl: str, place: pathlib.Path, chance: random.Random, rounds: int) -> None:
    """A killed refresh goes on with the same draw, and loses no document."""
    key, registry, texts = place / "key", place / "drawn", place / "texts"
    key.write_text("ab" * 32, encoding="ascii")
    key.chmod(0o600)
    run(whorl, "registry", "create", registry, "--scheme", "koala", "--key", key)
    run(whorl, "registry", "add", registry, texts, "--key", key)
    refresh = [whorl, "registry", "refresh", registry, texts, "--key", key, "--json"]
    began = time.monotonic()
    draw = json.loads(run(*refresh))["draw"]
    span = time.monotonic() - began
    for _ in range(rounds):
        process = subprocess.Popen([*map(str, refresh)], stdout=subprocess.DEVNULL,
                                   stderr=subprocess.DEVNULL)
        time.sleep(chance.random() * span)
        process.send_signal(signal.SIGKILL)
        process.wait()
        run(whorl, "registry", "check", registry, "--key", key)
        assert len(run(whorl, "registry", "list", registry, "--key", key).splitlines()) == DOCUMENTS
        hits = json.loads(run(whorl, "registry", "search", registry, texts / "7.txt", "--key", key,
                              "--json").splitlines()[0])["hits"]
        assert hits[0]["name"] == "7.txt", hits
    done = json.loads(run(*refresh))
    assert draw < done["draw"] <= draw + rounds + 1 and done["waiting"] == 0, done


def main() -> None:
    whorl, rounds = sys.argv[1], int(sys.argv[2])
    chance = random.Random(20261123)
    with tempfile.TemporaryDirectory() as folder:
        place = pathlib.Path(folder)
        texts = place / "texts"
        texts.mkdir()
        for i in range(DOCUMENTS):
            (texts / f"{i}.txt").write_text(prose(i), encoding="utf-8")
        registry = place / "registry"
        run(whorl, "registry", "create", registry)
        run(whorl, "registry", "add", registry, texts, "--group", "first")
        acknowledged = {("first", f"{i}.txt") for i in range(DOCUMENTS)}
        began = time.monotonic()
        run(whorl, "registry", "add", registry, texts, "--group", "timed")
        acknowledged |= {("timed", f"{i}.txt") for i in range(DOCUMENTS)}
        span = time.monotonic() - began
        for number in range(rounds):
            group = f"round {number}"
            command = (["add", registry, texts, "--group", group] if number % 3 else
                       ["compact", registry])
            process = subprocess.Popen([whorl, "registry", *map(str, command)],
                                       stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
            time.sleep(chance.random() * span)
            process.send_signal(signal.SIGKILL)
            done = process.wait() == 0
            if done and command[0] == "add":
                acknowledged |= {(group, f"{i}.txt") for i in range(DOCUMENTS)}
            run(whorl, "registry", "check", registry)  # fails where anything is half there
            there = documents_of(whorl, registry)
            assert acknowledged <= there, f"lost: {sorted(acknowledged - there)[:5]}"
            hits = json.loads(run(whorl, "registry", "search", registry, texts / "7.txt", "--json",
                                  "--top", "50").splitlines()[0])["hits"]
            found = {(hit["group"], hit["name"]) for hit in hits}
            assert ("first", "7.txt") in found, found
        kill_refreshes(whorl, place, chance, rounds)
    print(f"{rounds} kills: nothing acknowledged was lost, nothing is half there")


if __name__ == "__main__":
    main()
