#!/usr/bin/env python3
"""The commands of docs/service.md against a service, and the flags that examples/deploy gives.

usage: docs_test.py WHORL
"""

import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

from service import Service, prose, submissions, zipped

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
SERVICE = re.compile(r"<!-- service -->\n\n((?:    .*\n)+)")


def commands(page: str) -> list[str]:
    return ["\n".join(line[4:] for line in block.splitlines()) for block in SERVICE.findall(page)]


def curl_examples(whorl: str, place: pathlib.Path) -> None:
    """Runs each block from its first line to its last; none may fail."""
    (place / "thesis.txt").write_text(prose(1))
    (place / "essay.txt").write_text(prose(2) + prose(1))
    (place / "hand-ins.zip").write_bytes(zipped(submissions(4)))
    (place / "given.txt").write_text(prose(1000))
    (place / "last-year.zip").write_bytes(zipped(submissions(2, seed=70)))
    (place / "info.csv").write_text("filename,label,full_name,created_at\ns0/essay.txt,lab,Ann,2026-01-01\n")
    blocks = commands((ROOT / "docs/service.md").read_text())
    assert len(blocks) == 7, blocks
    with Service(whorl, place / "archive") as service:
        here = f"127.0.0.1:{service.port}"
        for block in blocks:
            script = "set -e\n" + block.replace("127.0.0.1:8080", here)
            done = subprocess.run(["sh", "-c", script], cwd=place, capture_output=True, text=True,
                                  check=False)
            assert done.returncode == 0, (block, done.stdout, done.stderr)
            print(done.stdout)
        assert b'"pairs"' in (place / "report.json").read_bytes()
        jobs = service.ask("GET", "/api/jobs").json()["jobs"]
        assert sorted(job["kind"] for job in jobs) == ["pairs", "register", "search"], jobs
        assert all(service.ended(job["id"])["state"] == "done" for job in jobs), jobs
        found = service.ask("POST", "/api/search", prose(1)).json()["hits"]
        assert found[0]["name"] == "thesis.txt", found


def deployed_flags(whorl: str) -> None:
    """Every option that the examples give to `whorl serve` is one of its flags."""
    told = subprocess.run([whorl, "help", "serve"], capture_output=True, text=True, check=True).stdout
    known = set(re.findall(r"--[a-z-]+", told))
    for name in ("whorl.service", "Containerfile"):
        text = (ROOT / "examples/deploy" / name).read_text().replace("\\\n", " ")
        given = re.findall(r"--[a-z-]+", " ".join(re.findall(r"whorl serve .*", text)))
        assert given and set(given) <= known, (name, set(given) - known)
    unit = ROOT / "examples/deploy/whorl.service"
    listened = re.search(r"--listen (\S+)", unit.read_text()).group(1)
    assert f"proxy_pass http://{listened};" in (ROOT / "examples/deploy/nginx.conf").read_text()


def main() -> None:
    whorl = os.path.abspath(sys.argv[1])
    deployed_flags(whorl)
    if not shutil.which("curl"):
        print("no curl here: its examples are not run")
        return
    with tempfile.TemporaryDirectory() as folder:
        curl_examples(whorl, pathlib.Path(folder))


if __name__ == "__main__":
    main()
