"""The outputs of a run of a case, and the differences between two runs.

Compared byte for byte: every file, the output of each step, and its exit status. Only seconds and the times of files
are ignored, the parts of a report's page that are no data, and the positions of a store's files on the disk.
"""

import base64
import gzip
import json
import pathlib
import re
import shlex
import subprocess
import sys

sys.path.insert(0, str(pathlib.Path(__file__).parents[2] / "tests/store"))
from stored_files import MANIFESTS, names_on_disk, stored_files  # noqa: E402

JSON_SECONDS = re.compile(rb'("seconds":\s*)[0-9.eE+-]+')
RECORD = ".whorl-output"  # ends the names of records of outputs: bytes, and the time in seconds and nanoseconds
RECORDED_TIME = re.compile(rb"(?m)^([0-9]+) [0-9]+ [0-9]+$")
PRINTED_SECONDS = re.compile(rb" +[0-9]+\.[0-9]+ s\b")
PAGE_DATA = re.compile(rb'<script type="text/plain" id="(whorl-[a-z0-9-]+)">([^<]*)</script>')
DONE = (0, 2)  # 2: inputs were skipped


def run_case(program, case, links, folder):
    """Runs the steps in `folder`, which is made; returns what went wrong, or None."""
    folder.mkdir(parents=True)
    for name, target in links.items():
        (folder / name).symlink_to(target)
    statuses = [run_step(program, step, f"step {number}", folder) for number, step in enumerate(case.steps, 1)]
    for step, status in zip(case.steps, statuses):
        if status not in DONE:
            return f"status {status} of whorl {step}"
    return None


def run_step(program, step, name, folder):
    with open(folder / f"{name} stdout", "wb") as out, open(folder / f"{name} stderr", "wb") as errors:
        status = subprocess.run([program, *shlex.split(step)], cwd=folder, stdin=subprocess.DEVNULL, stdout=out,
                                stderr=errors, check=False).returncode
    (folder / f"{name} status").write_text(f"{status}\n")
    return status


def first_difference(a, b):
    """Names the first file that the folders do not have in common, or says None."""
    one, other = left_files(a), left_files(b)
    for name in sorted(one.keys() | other.keys()):
        if name not in one or name not in other:
            return f"{name}: only in {a.name if name in one else b.name}"
        x, y = one[name](), other[name]()
        if x != y:
            return f"{name}: byte {common_bytes(x, y)}"
    return None


def left_files(folder):
    """How to get the bytes that are compared of each file, by its path, or by its name in a store."""
    found = {}
    for store in [folder, *(path for path in folder.rglob("*") if path.is_dir() and not path.is_symlink())]:
        on_disk = names_on_disk(store)
        inside = {path.name: path for path in store.iterdir() if path.name not in on_disk}
        for name, data in stored_files(store).items():
            found[(store / name).relative_to(folder).as_posix()] = lambda data=data: data
        for name, path in inside.items():
            if path.is_file() or path.is_symlink():
                found[path.relative_to(folder).as_posix()] = lambda path=path: compared_bytes(path)
    return {name: data for name, data in found.items() if name not in ("data", "project")}


def compared_bytes(path):
    if not path.is_file():
        return b""
    data = path.read_bytes()
    if path.name.endswith(RECORD):
        return RECORDED_TIME.sub(rb"\1", data)
    if path.suffix == ".html":
        return page_data(data)
    if path.name in (*MANIFESTS, "times.json"):
        return JSON_SECONDS.sub(rb"\g<1>0", manifest_bytes(data))
    if path.name.endswith((" stdout", " stderr")):
        return PRINTED_SECONDS.sub(b" 0 s", JSON_SECONDS.sub(rb"\g<1>0", data))
    return data


def manifest_bytes(data):
    """Without the table of files, which names the store, and what was computed over it."""
    try:
        manifest = json.loads(data)
    except ValueError:
        return data
    if isinstance(manifest.get("files"), dict):
        del manifest["files"]
        manifest.pop("checksum", None)
    return json.dumps(manifest).encode()


def page_data(page):
    """The report and the texts in a page, unpacked. A page without them is compared as it is."""
    parts = [name + b"\n" + gzip.decompress(base64.b64decode(data)) for name, data in PAGE_DATA.findall(page)]
    return b"\n".join(parts) or page


def common_bytes(one, other):
    return next((i for i, (x, y) in enumerate(zip(one, other)) if x != y), min(len(one), len(other)))
