#!/usr/bin/env python3
"""examples/deploy as it is written: systemd's own check of the unit, and the commands of the unit and of the image,
run as they are in folders of this test.

usage: deploy_test.py WHORL SOURCE
"""

import http.client
import json
import os
import pathlib
import re
import shlex
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time

import yaml

WHORL, SOURCE = (pathlib.Path(argument).resolve() for argument in sys.argv[1:])
DEPLOY = SOURCE / "examples/deploy"


def free_port() -> int:
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        return one.getsockname()[1]


def ask(port: int, method: str, path: str, token: str, body: str | None = None) -> tuple[int, dict]:
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
    connection.request(method, path, body, {"Authorization": f"Bearer {token}"})
    reply = connection.getresponse()
    answer = reply.status, json.loads(reply.read())
    connection.close()
    return answer


class Machine:
    """The folders that the package makes, and its program, below a folder of this test."""

    def __init__(self, root: pathlib.Path) -> None:
        self.root, self.port = root, free_port()
        for folder in ("usr/bin", "usr/lib/whorl", "var/lib/whorl", "var/log/whorl"):
            (root / folder).mkdir(parents=True)
        (root / "usr/bin/whorl").symlink_to(WHORL)
        shutil.copy(DEPLOY / "first-run", root / "usr/lib/whorl/first-run")
        self.environment = {"PATH": f"{root}/usr/bin:/usr/bin:/bin"}

    def here(self, command: str) -> str:
        command = re.sub(r"(?<![\w.])/(usr/bin/whorl|usr/lib/whorl|var/lib|var/log)", rf"{self.root}/\1", command)
        return re.sub(r"(127\.0\.0\.1|0\.0\.0\.0):8080", f"127.0.0.1:{self.port}", command)

    def token(self) -> str:
        return (self.root / "var/lib/whorl/tokens").read_text(encoding="utf-8").split()[-1]

    def runs(self, command: list[str], reload: str = "") -> None:
        """The service answers from its first start to its end, and keeps its registry and its token."""
        with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=self.environment) as service:
            assert "answers at" in service.stdout.readline()
            token = self.token()
            assert len(token) == 32
            text = " ".join(f"word{i * 7}" for i in range(200))
            found = ask(self.port, "POST", "/api/search", token, text)[1]["hits"]
            assert ask(self.port, "POST", "/api/documents?name=a.txt", token, text)[0] == 201
            hits = ask(self.port, "POST", "/api/search", token, text)[1]["hits"]
            assert [hit["name"] for hit in hits] == ["a.txt"] and found in ([], hits), hits
            if reload:
                subprocess.run(reload.replace("$MAINPID", str(service.pid)), shell=True, check=True)
                time.sleep(0.2)
            assert ask(self.port, "GET", "/health", token)[0] == 200
            service.send_signal(signal.SIGTERM)
            assert service.wait(timeout=60) == 0


def settings(unit: str) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for line in unit.replace("\\\n", " ").splitlines():
        name, equals, value = line.partition("=")
        if equals:
            found.setdefault(name, []).append(value)
    return found


def unit(root: pathlib.Path) -> None:
    machine = Machine(root)
    text = (DEPLOY / "whorl.service").read_text(encoding="utf-8")
    told = settings(text)
    for kind in ("State", "Logs", "Runtime"):
        assert told[f"{kind}Directory"] == ["whorl"], told
    (before,), (start,), (reload,) = told["ExecStartPre"], told["ExecStart"], told["ExecReload"]
    token = ""
    for _ in range(2):  # the second start finds what the first one made
        subprocess.run(shlex.split(machine.here(before)), check=True, env=machine.environment)
        assert token in ("", machine.token())
        token = machine.token()
        machine.runs(shlex.split(machine.here(start)), reload)
    lines = (root / "var/log/whorl/audit.jsonl").read_text(encoding="utf-8").splitlines()
    assert len(lines) >= 6 and all(json.loads(line)["caller"] == "admin" for line in lines), lines
    if not shutil.which("systemd-analyze"):
        print("systemd-analyze is missing: the unit is not verified")
        return
    here = root / "whorl.service"
    here.write_text(machine.here(text).replace("Documentation=man:whorl(1)\n", ""), encoding="utf-8")
    checked = subprocess.run(["systemd-analyze", "verify", "--man=no", here], capture_output=True, text=True, check=False)
    ours = [line for line in (checked.stdout + checked.stderr).splitlines() if "whorl.service" in line]
    assert checked.returncode == 0 and not ours, checked


def users_and_folders(root: pathlib.Path) -> None:
    (root / "etc").mkdir(parents=True)
    for kind in ("sysusers", "tmpfiles"):
        (root / f"usr/lib/{kind}.d").mkdir(parents=True)
        shutil.copy(DEPLOY / f"whorl.{kind}", root / f"usr/lib/{kind}.d/whorl.conf")
    if os.geteuid() != 0 or not shutil.which("systemd-sysusers"):
        print("not root, or without systemd: the user and the folders are not made")
        return
    subprocess.run(["systemd-sysusers", f"--root={root}", "whorl.conf"], check=True, capture_output=True)
    subprocess.run(["systemd-tmpfiles", f"--root={root}", "--create", "whorl.conf"], check=True, capture_output=True)
    (user,) = re.findall(r"^whorl:x:(\d+):", (root / "etc/passwd").read_text(encoding="utf-8"), re.M)
    for folder, mode in (("lib", 0o700), ("log", 0o750)):
        made = (root / "var" / folder / "whorl").stat()
        assert (made.st_uid, made.st_mode & 0o777) == (int(user), mode), (folder, made)


def image(root: pathlib.Path) -> None:
    """The command of the image, and the words in the image and in the compose file."""
    text = (DEPLOY / "Containerfile").read_text(encoding="utf-8").replace("\\\n", "")
    (command,) = re.findall(r"^CMD (.*)$", text, re.M)
    (volume,), (port,) = re.findall(r"^VOLUME (.*)$", text, re.M), re.findall(r"^EXPOSE (.*)$", text, re.M)
    machine = Machine(root)
    machine.runs([machine.here(word) for word in json.loads(command)])

    compose = yaml.safe_load((DEPLOY / "compose.yaml").read_text(encoding="utf-8"))
    (service,) = compose["services"].values()
    assert (DEPLOY / service["build"]["context"]).resolve() == SOURCE
    assert (SOURCE / service["build"]["dockerfile"]).resolve() == DEPLOY / "Containerfile"
    (mounted,) = service["volumes"]
    name, path = mounted.split(":")
    assert path == volume and name in compose["volumes"], (mounted, volume)
    assert service["ports"] == [f"127.0.0.1:8080:{port}"], service["ports"]


def context() -> None:
    """What a build or a demo leaves in the sources does not go into the image."""
    told = (SOURCE / ".dockerignore").read_text(encoding="utf-8")
    assert (SOURCE / ".containerignore").read_text(encoding="utf-8") == told
    left_out = [line for line in told.splitlines() if line and not line.startswith("#")]
    ignored = [(SOURCE / name).read_text(encoding="utf-8") for name in (".gitignore", "web/.gitignore")]
    for line in "".join(ignored).split():
        name = line.strip("/")
        assert name in left_out or f"**/{name}" in left_out, f".dockerignore does not leave {name} out"


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        place = pathlib.Path(folder)
        unit(place / "unit")
        users_and_folders(place / "folders")
        image(place / "image")
    context()


if __name__ == "__main__":
    main()
