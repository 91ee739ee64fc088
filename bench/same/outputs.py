"""What one run of a case left, and where two runs differ.

Compared byte for byte: every file, what each step printed, and its exit status. Only seconds are put
aside, and of the report's page what is not data.
"""

import base64
import gzip
import re
import shlex
import subprocess

JSON_SECONDS = re.compile(rb'("seconds":\s*)[0-9.eE+-]+')
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
    names = sorted(found_files(a) | found_files(b))
    for name in names:
        if not (a / name).is_file() or not (b / name).is_file():
            return f"{name}: only in {a.name if (a / name).is_file() else b.name}"
        one, other = compared_bytes(a / name), compared_bytes(b / name)
        if one != other:
            return f"{name}: byte {common_bytes(one, other)}"
    return None


def found_files(folder):
    return {path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file() or path.is_symlink()} - {"data", "project"}


def compared_bytes(path):
    data = path.read_bytes()
    if path.suffix == ".html":
        return page_data(data)
    if path.name in ("stats.json", "store.json"):
        return JSON_SECONDS.sub(rb"\g<1>0", data)
    if path.name.endswith((" stdout", " stderr")):
        return PRINTED_SECONDS.sub(b" 0 s", JSON_SECONDS.sub(rb"\g<1>0", data))
    return data


def page_data(page):
    """The report and the texts in a page, unpacked. A page without them is compared as it is."""
    parts = [name + b"\n" + gzip.decompress(base64.b64decode(data)) for name, data in PAGE_DATA.findall(page)]
    return b"\n".join(parts) or page


def common_bytes(one, other):
    return next((i for i, (x, y) in enumerate(zip(one, other)) if x != y), min(len(one), len(other)))
