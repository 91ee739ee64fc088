"""Whether whorl keeps to --memory on inputs that are made to need far more.

    python3 peak_memory.py WHORL [--only NAME] [--memory 256M] [--keep DIR]

Each input is made here, from a few kilobytes of code. The peak is the greatest sum of what the
program and its children hold in memory, sampled every few milliseconds, and no less than the most
that the system saw the program itself hold. It may be 1.15 times --memory and 64 MB.
"""
import argparse
import gzip
import io
import os
import pathlib
import random
import resource
import shutil
import subprocess
import sys
import tempfile
import time
import zipfile

MEBIBYTE = 1 << 20
SKIPPED = 2  # the status of a run that lists what it could not read
PAGE = os.sysconf("SC_PAGE_SIZE")


def resident(pid):
    """Bytes that a process and its children hold, those shared with others counted in full."""
    try:
        with open(f"/proc/{pid}/statm") as file:
            total = int(file.read().split()[1]) * PAGE
        children = []
        for task in os.listdir(f"/proc/{pid}/task"):
            with open(f"/proc/{pid}/task/{task}/children") as file:
                children += file.read().split()
    except (OSError, IndexError):
        return 0
    return total + sum(resident(child) for child in children)


def most_resident(pid):
    """The peak memory of a process in bytes, without its children."""
    try:
        with open(f"/proc/{pid}/status") as file:
            lines = [line.split() for line in file if line.startswith("VmHWM:")]
    except OSError:
        return 0
    return int(lines[0][1]) * 1024 if lines else 0


def peak_of(command, folder, seconds):
    """(bytes, status, messages) of a command."""
    with open(folder / "messages", "w+") as messages:
        process = subprocess.Popen(command, cwd=folder, stdout=subprocess.DEVNULL, stderr=messages)
        peak, deadline = 0, time.monotonic() + seconds
        while True:
            peak = max(peak, resident(process.pid), most_resident(process.pid))
            if process.poll() is not None:
                break
            if time.monotonic() > deadline:
                process.kill()
            time.sleep(0.005)
        messages.seek(0)
        return peak, process.returncode, messages.read()


def write_zip(path, members):
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, text in members:
            archive.writestr(name, text)


def write_odt(path, body):
    head = '<office:document-content><office:body><office:text><text:p>'
    tail = '</text:p></office:text></office:body></office:document-content>'
    write_zip(path, [("mimetype", "application/vnd.oasis.opendocument.text"),
                     ("content.xml", head + body + tail)])


def spaces(folder):
    """An element of a few bytes that means a thousand spaces."""
    write_odt(folder / "spaces.odt", 'a<text:s text:c="1000"/>' * 2_000_000)


def six_spaces(folder):
    spaces(folder)
    for number in range(5):
        shutil.copy(folder / "spaces.odt", folder / f"spaces{number}.odt")


def elements(folder):
    """XML of which a tree takes sixteen times its size."""
    write_zip(folder / "elements.docx",
              [("[Content_Types].xml", "<Types/>"),
               ("word/document.xml",
                "<w:document><w:p>" + "<a/>" * (15 * MEBIBYTE) + "</w:p></w:document>")])


def small_members(folder):
    write_zip(folder / "many.zip",
              ((f"s{i % 200}/f{i}.py", f"x = {i}\n") for i in range(20_000)))


def empty_members(folder):
    write_zip(folder / "empty.zip", ((f"e{i}", "") for i in range(200_000)))


def warc_record(body, headers, number):
    message = b"HTTP/1.1 200 OK\r\n" + headers + b"\r\n" + body
    head = (f"WARC/1.0\r\nWARC-Type: response\r\nWARC-Target-URI: http://a/{number}\r\n"
            f"Content-Type: application/http\r\nContent-Length: {len(message)}\r\n\r\n")
    return head.encode() + message + b"\r\n\r\n"


def packed_twice(folder):
    """Records that gzip twice to 64 MiB of text each."""
    with open(folder / "bomb.warc", "wb") as file:
        inner = io.BytesIO()
        with gzip.GzipFile(fileobj=inner, mode="wb", mtime=0) as packer:
            for word in range(64):
                packer.write(f"w{word} ".encode() * (MEBIBYTE // 4))
        packed = gzip.compress(inner.getvalue(), mtime=0)
        headers = b"Content-Type: text/plain\r\nContent-Encoding: gzip, gzip\r\n"
        for number in range(12):
            file.write(warc_record(packed, headers, number))


def words(folder):
    """Records just under what one may hold, all words different: their shingles wait together."""
    source = random.Random(7)
    numbers = [f"{number} " for number in range(1000)]
    with open(folder / "words.warc", "wb") as file:
        for number in range(16):
            text = "".join(source.choices(numbers, k=1_800_000)).encode()
            packed = gzip.compress(text, 1, mtime=0)
            file.write(warc_record(packed, b"Content-Encoding: gzip\r\n", number))


def long_lines(folder):
    with open(folder / "lines.jsonl", "w") as file:
        for number in range(6):
            file.write('{"id":"%d","text":"%s"}\n' % (number, "a b c d " * (7 * MEBIBYTE)))


def accents(folder):
    """A charset in which every other character changes its length: offsets of sixteen bytes."""
    for number in range(4):
        (folder / f"accents{number}.txt").write_bytes(b"a\xe9 " * (5 * MEBIBYTE // 3))


def ligatures(folder):
    """A letter that folds to eighteen."""
    (folder / "ligatures.txt").write_text("\ufdfa" * (2 * MEBIBYTE))


def program(folder):
    (folder / "program.ps").write_text(
        "%!PS\n/a 100000 array def 0 1 99999 { a exch 10000 string put } for\n"
        "/Helvetica findfont 12 scalefont setfont 10 10 moveto (some words) show showpage\n")


def periods(folder):
    """Six million symbols of a period of three, and a text that shares them all."""
    (folder / "long.c").write_text("??/\n" * 2_000_000)
    (folder / "short.c").write_text("??/\n" * 250)


INPUTS = [spaces, six_spaces, elements, small_members, empty_members, packed_twice, words,
          long_lines, accents, ligatures, periods, program]

ORDINARY = "int main(void) {\n  return 0;\n}\n"


def commands(whorl, memory):
    return {"cluster": [whorl, "cluster", "../in", "-o", "store", "--memory", memory, "--quiet"],
            "compare": [whorl, "compare", "../in", "-o", "report", "--memory", memory, "--quiet"],
            "fingerprint": [whorl, "fingerprint", "../in", "--memory", memory, "--quiet"]}


def bytes_of(memory):
    return int(memory[:-1]) << {"M": 20, "G": 30}[memory[-1]]


def check(whorl, make, memory, seconds):
    """Prints the memory of each command; returns the number of those that failed."""
    failures = 0
    limit = 1.15 * bytes_of(memory) + 64 * MEBIBYTE
    with tempfile.TemporaryDirectory() as place:
        inputs = pathlib.Path(place) / "in"
        inputs.mkdir()
        make(inputs)
        (inputs / "ordinary.c").write_text(ORDINARY)
        (inputs / "ordinary2.c").write_text(ORDINARY)
        for name, command in commands(whorl, memory).items():
            folder = pathlib.Path(place) / name
            folder.mkdir()
            peak, status, messages = peak_of(command, folder, seconds)
            held = peak <= limit and status in (0, SKIPPED)
            failures += not held
            print(f"{'ok    ' if held else 'FAILED'} {make.__name__:14} {name:12} {memory:>5} "
                  f"{peak / MEBIBYTE:7.0f} of {limit / MEBIBYTE:5.0f} MiB, status {status}",
                  messages.strip()[-300:], flush=True)
    return failures


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("whorl")
    parser.add_argument("--only", action="append", default=[], metavar="NAME")
    parser.add_argument("--memory", default="256M")
    parser.add_argument("--seconds", type=int, default=300, help="that a command may take")
    arguments = parser.parse_args()
    # A failing command must not exhaust the machine.
    resource.setrlimit(resource.RLIMIT_AS, (16 << 30, 16 << 30))
    whorl = str(pathlib.Path(arguments.whorl).resolve())
    chosen = [make for make in INPUTS if not arguments.only or make.__name__ in arguments.only]
    failures = sum(check(whorl, make, arguments.memory, arguments.seconds) for make in chosen)
    sys.exit(1 if failures else 0)


if __name__ == "__main__":
    main()
