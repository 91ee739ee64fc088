"""The labelled sets, unpacked once, and inputs in other formats built from them."""

import gzip
import json
import os
import subprocess
import sys
import zipfile

SETS = """clough-stevenson codeforces-cheats conplag irplag jest-docs kafka-html licences minhash-articles
    progpedia-jplag rfc sonnets tool-samples""".split()


def data_folder(root):
    """Where the archives are: $WHORL_DATA, else ../shared/data beside the project."""
    folder = os.environ.get("WHORL_DATA") or root.resolve().parent / "shared/data"
    if not os.path.isdir(folder):
        sys.exit("no labelled data: put the sets beside the project as ../shared/data, or name their folder in WHORL_DATA")
    return folder


def unpack(source, cache):
    """Unpacks every set to cache/NAME/files, and makes cache/made, unless they are there already."""
    cache.mkdir(parents=True, exist_ok=True)
    for name in SETS:
        complete = cache / f"{name}.complete"
        if not complete.exists():
            subprocess.run(["tar", "-xJf", os.path.join(source, f"{name}.tar.xz"), "-C", cache], check=True)
            complete.touch()
    if not (cache / "made.complete").exists():
        make_inputs(cache)
        (cache / "made.complete").touch()


def make_inputs(cache):
    made = cache / "made"
    made.mkdir(exist_ok=True)
    articles = [(path.name, path.read_text(errors="replace")) for path in files(cache / "minhash-articles/files/1000")]
    pages = [(f"http://a.org/{path.name}", path.read_bytes()) for path in files(cache / "kafka-html/files/27")]
    sonnets = [(path.name, path.read_text()) for path in files(cache / "sonnets/files")]
    make_lines(articles, made / "articles.jsonl")
    make_lines(articles[::3], made / "third.jsonl")
    (made / "articles.jsonl.gz").write_bytes(gzip.compress((made / "articles.jsonl").read_bytes(), mtime=0))
    make_web_archive(pages, made / "pages.warc")
    make_features(articles, made / "features.jsonl")
    make_zip(sonnets, made / "sonnets.zip")
    make_office_files(sonnets[:20], made / "office")
    for name in ("jest-docs", "kafka-html", "licences"):
        make_names(cache / name / "files", made / f"{name}.names")


def files(folder):
    return sorted(path for path in folder.rglob("*") if path.is_file())


def make_lines(texts, target):
    lines = (json.dumps({"id": name, "text": text, "quality": len(text) % 7, "date": f"2026-01-{len(text) % 28 + 1:02}"})
             for name, text in texts)
    target.write_text("\n".join(lines) + "\n")


def make_names(folder, target):
    """A ranked list, such as a search gives."""
    names = [str(path.relative_to(folder)) for path in files(folder)]
    target.write_text("\n".join(names[::5]) + "\n")


def make_features(texts, target):
    lines = (json.dumps({"id": name, "notes": [word for word in text.split() if len(word) > 6]}) for name, text in texts)
    target.write_text("\n".join(lines) + "\n")


def make_web_archive(pages, target):
    with open(target, "wb") as out:
        for url, page in pages:
            body = b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n" + page
            head = (f"WARC/1.0\r\nWARC-Type: response\r\nWARC-Target-URI: {url}\r\nWARC-Date: 2026-05-01T00:00:00Z\r\n"
                    f"Content-Type: application/http; msgtype=response\r\nContent-Length: {len(body)}\r\n\r\n")
            out.write(head.encode() + body + b"\r\n\r\n")


def make_zip(texts, target):
    with zipfile.ZipFile(target, "w") as archive:
        for name, text in texts:
            archive.writestr(zipfile.ZipInfo(name), text)


def make_office_files(texts, folder):
    """Each text as a notebook, an RTF and a docx."""
    folder.mkdir(exist_ok=True)
    for name, text in texts:
        cells = [{"cell_type": "markdown", "metadata": {}, "source": text.splitlines(keepends=True)}]
        (folder / f"{name}.ipynb").write_text(json.dumps({"nbformat": 4, "nbformat_minor": 5, "metadata": {}, "cells": cells}))
        (folder / f"{name}.rtf").write_text("{\\rtf1\\ansi " + text.replace("\n", "\\par\n") + "}")
        paragraphs = "".join(f"<w:p><w:r><w:t>{line}</w:t></w:r></w:p>" for line in text.splitlines())
        document = ('<w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main">'
                    f"<w:body>{paragraphs}</w:body></w:document>")
        make_zip([("word/document.xml", document)], folder / f"{name}.docx")
