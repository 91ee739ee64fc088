#!/usr/bin/env python3
"""Commands that write to a registry which a service has: they go through it, and the service shows it.

usage: local_test.py WHORL
"""

import json
import pathlib
import signal
import subprocess
import sys
import tempfile
import time

from service import Service, patience, prose, zipped


def run(*words: object, status: int = 0) -> subprocess.CompletedProcess:
    ended = subprocess.run([str(word) for word in words], capture_output=True, text=True, timeout=120, check=False)
    assert ended.returncode == status, ended
    return ended


def added(service: Service, place: pathlib.Path) -> None:
    folder = place / "theses"
    folder.mkdir()
    for i in range(300):
        (folder / f"{i}.txt").write_text(prose(i), encoding="utf-8")
    (folder / "archive.zip").write_bytes(zipped({"inside.txt": prose(1000), "broken.pdf": b"%PDF-1.4 \xff no more"}))
    words = [service.whorl, "registry", "add", service.registry, folder, "--owner", "cs", "--date", "2026-01-01", "--json"]
    told = json.loads(run(*words, status=2).stdout)
    assert told["added"] == 301 and len(told["skipped"]) == 1, told
    again = json.loads(run(*words, status=2).stdout)
    assert again["added"] == 0 and again["unchanged"] == 301, again
    listed = service.ask("GET", "/api/documents", query={"owner": "cs", "limit": 1000}).json()["documents"]
    assert len(listed) == 301 and listed[0]["date"] == "2026-01-01"
    found = service.ask("POST", "/api/search", prose(7)).json()["hits"]
    assert [hit["name"] for hit in found] == ["7.txt"], found
    lines = json.dumps({"id": "line", "url": "http://x/?a=b&c", "text": prose(2000)}) + "\n"
    file = place / "lines.jsonl"
    file.write_text(lines + json.dumps({"id": "large", "text": "x y " * (5 << 20)}) + "\n", encoding="utf-8")
    told = json.loads(run(service.whorl, "registry", "add", service.registry, file, "--json", status=2).stdout)
    assert told["added"] == 1 and told["skipped"][0]["path"] == "large", told
    found = service.ask("POST", "/api/search", prose(2000)).json()["hits"]
    assert found[0]["url"] == "http://x/?a=b&c", found


def watched(service: Service, place: pathlib.Path) -> None:
    folder = place / "incoming"
    folder.mkdir()
    (folder / "first.txt").write_text(prose(7), encoding="utf-8")
    words = [service.whorl, "watch", folder, "--registry", service.registry, "--json"]
    with subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as watch:
        answer = json.loads(watch.stdout.readline())
        assert answer["query"] == "first.txt" and answer["hits"][0]["name"] == "7.txt", answer
        time.sleep(3.5)  # the service closes idle connections
        (folder / "second.txt").write_text(prose(7), encoding="utf-8")
        answer = json.loads(watch.stdout.readline())
        assert {hit["name"] for hit in answer["hits"]} == {"7.txt", "first.txt"}, answer
        end = time.monotonic() + patience()
        while "second.txt" not in [h["name"] for h in service.ask("POST", "/api/search", prose(7)).json()["hits"]]:
            assert time.monotonic() < end
            time.sleep(0.05)
        watch.send_signal(signal.SIGINT)
        assert watch.wait(timeout=60) == 128 + signal.SIGINT
    # Files are read in the order of their names, so the last one is answered after all others.
    (folder / "then.txt").write_text(prose(9), encoding="utf-8")
    with subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as watch:
        first = watch.stdout.readline()
        assert json.loads(first)["query"] == "then.txt", first
        watch.send_signal(signal.SIGINT)
        assert watch.communicate(timeout=60)[0] == "", "what is registered as it is was told again"
    text = subprocess.Popen(words[:-1], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    (folder / "third.txt").write_text(prose(7) + prose(8), encoding="utf-8")
    assert text.stdout.readline() == "third.txt\n"
    text.send_signal(signal.SIGINT)
    text.communicate(timeout=60)


def stopped(service: Service, place: pathlib.Path) -> None:
    """If the service does not answer, the command prints a helpful message, and SIGTERM ends it
    while it waits."""
    file = place / "late.txt"
    file.write_text(prose(3000), encoding="utf-8")
    words = [service.whorl, "registry", "add", service.registry, file, "-q"]
    service.process.send_signal(signal.SIGSTOP)
    with subprocess.Popen(words, stderr=subprocess.PIPE, text=True) as waiting, \
            subprocess.Popen(words, stderr=subprocess.PIPE, text=True) as patient:
        time.sleep(1)
        waiting.send_signal(signal.SIGTERM)
        assert waiting.wait(timeout=2 * patience()) == 128 + signal.SIGTERM
        told = patient.communicate(timeout=30 + patience())[1]
        assert patient.returncode == 3 and f"kill -CONT {service.process.pid}" in told, told
    service.process.send_signal(signal.SIGCONT)
    run(*words)


def socket_file(service: Service, whorl: str) -> None:
    socket = service.registry / "serve.sock"
    assert socket.is_socket() and oct(socket.stat().st_mode & 0o777) == "0o600"
    service.stop(signal.SIGKILL)
    run(whorl, "registry", "add", service.registry, service.registry.parent / "theses", "-q", status=2)
    service.start()
    assert service.ask("GET", "/health").status == 200
    assert service.stop() == 0
    assert not socket.exists()
    run(whorl, "registry", "check", service.registry)


def main() -> None:
    whorl = sys.argv[1]
    with tempfile.TemporaryDirectory() as folder:
        place = pathlib.Path(folder) / ("long " * 30).replace(" ", "-")  # longer than the path of a socket may be
        place.mkdir()
        with Service(whorl, place / "registry", "--limit", "seconds=2") as service:
            added(service, place)
            watched(service, place)
            stopped(service, place)
            socket_file(service, whorl)


if __name__ == "__main__":
    main()
