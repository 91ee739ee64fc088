#!/usr/bin/env python3
"""Kills whorl registry at random moments: what it acknowledged is there, nothing is half there.

usage: kill_test.py WHORL ROUNDS
"""

import json
import pathlib
import random
import shutil
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


def seconds_of(*words: object) -> float:
    began = time.monotonic()
    run(*words)
    return time.monotonic() - began


def killed(words: list[object], after: float) -> bool:
    """Whether the command had already ended, successfully, when it was to be killed."""
    process = subprocess.Popen([str(word) for word in words], stdout=subprocess.DEVNULL,
                               stderr=subprocess.DEVNULL)
    time.sleep(after)
    process.send_signal(signal.SIGKILL)
    return process.wait() != 0


def kill_new_keys(whorl: str, place: pathlib.Path, chance: random.Random, rounds: int) -> None:
    """A killed change of key continues later. In between, both keys find every document."""
    old, new, registry, texts = place / "old", place / "new", place / "rekeyed", place / "texts"
    for key, digits in ((old, "cd"), (new, "ef")):
        key.write_text(digits * 32, encoding="ascii")
        key.chmod(0o600)
    run(whorl, "registry", "create", registry, "--key", old)
    run(whorl, "registry", "add", registry, texts, "--key", old)
    span = seconds_of(whorl, "registry", "refresh", registry, texts, "--key", old, "--new-key", new)
    for _ in range(rounds):
        old, new = new, old
        change = ["--key", old, "--new-key", new]
        killed([whorl, "registry", "refresh", registry, texts, *change], chance.random() * span)
        by_new = subprocess.run([whorl, "registry", "stats", registry, "--key", new], check=False,
                                capture_output=True).returncode == 0
        keys = ["--key", new] if by_new else change
        run(whorl, "registry", "check", registry, *keys)
        hits = json.loads(run(whorl, "registry", "search", registry, texts / "7.txt", *keys,
                              "--json").splitlines()[0])["hits"]
        assert hits[0]["name"] == "7.txt", hits
        assert hits[0]["contains"]["value"] == 1, hits[0]
        if not by_new:
            done = json.loads(run(whorl, "registry", "refresh", registry, texts, *change, "--json"))
            assert done["waiting"] == 0, done
        assert len(run(whorl, "registry", "list", registry, "--key", new).splitlines()) == DOCUMENTS


def kill_refreshes(whorl: str, place: pathlib.Path, chance: random.Random, rounds: int) -> None:
    """A killed refresh continues with the same draw and loses no document."""
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
        killed(refresh, chance.random() * span)
        run(whorl, "registry", "check", registry, "--key", key)
        assert len(run(whorl, "registry", "list", registry, "--key", key).splitlines()) == DOCUMENTS
        hits = json.loads(run(whorl, "registry", "search", registry, texts / "7.txt", "--key", key,
                              "--json").splitlines()[0])["hits"]
        assert hits[0]["name"] == "7.txt", hits
    done = json.loads(run(*refresh))
    assert draw < done["draw"] <= draw + rounds + 1 and done["waiting"] == 0, done


def kill_makers(whorl: str, place: pathlib.Path, chance: random.Random, rounds: int) -> None:
    """A command that was killed during create or restore may be run again."""
    source, copies, made = place / "registry", place / "copies", place / "made"
    run(whorl, "registry", "backup", source, copies)
    for command in (["create", made], ["restore", made, copies]):
        span = seconds_of(whorl, "registry", *command)
        shutil.rmtree(made)
        for _ in range(rounds):
            if killed([whorl, "registry", *command], chance.random() * span):
                again = subprocess.run([whorl, "registry", *command], check=False, capture_output=True, text=True)
                assert again.returncode == 0 or "is a registry already" in again.stderr, again.stderr
            run(whorl, "registry", "add", made, place / "texts" / "7.txt")
            run(whorl, "registry", "check", made)
            assert sorted(path.name for path in made.iterdir()) == ["db", "registry.json"], made
            shutil.rmtree(made)


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
        spans = {"add": seconds_of(whorl, "registry", "add", registry, texts, "--group", "timed"),
                 "compact": seconds_of(whorl, "registry", "compact", registry)}
        acknowledged |= {("timed", f"{i}.txt") for i in range(DOCUMENTS)}
        for number in range(rounds):
            group = f"round {number}"
            command = (["add", registry, texts, "--group", group] if number % 3 else
                       ["compact", registry])
            done = not killed([whorl, "registry", *command], chance.random() * spans[command[0]])
            if done and command[0] == "add":
                acknowledged |= {(group, f"{i}.txt") for i in range(DOCUMENTS)}
            run(whorl, "registry", "check", registry)  # fails if anything is incomplete
            there = documents_of(whorl, registry)
            assert acknowledged <= there, f"lost: {sorted(acknowledged - there)[:5]}"
            hits = json.loads(run(whorl, "registry", "search", registry, texts / "7.txt", "--json",
                                  "--top", "50").splitlines()[0])["hits"]
            found = {(hit["group"], hit["name"]) for hit in hits}
            assert ("first", "7.txt") in found, found
        kill_refreshes(whorl, place, chance, rounds)
        kill_new_keys(whorl, place, chance, max(rounds // 3, 2))
        kill_makers(whorl, place, chance, rounds)
    print(f"{rounds} kills: nothing acknowledged was lost, nothing is half there")


if __name__ == "__main__":
    main()
