#!/usr/bin/env python3
"""Fails where a link or a reference leads nowhere.

    links.py ROOT

In Markdown every link to a file of the project and to a heading is followed, and every path of the
project in `code`. In comments of sources every path, every file by its name, and every section of
one (docs/methods.md, "Matching"; sections have no numbers here) must exist; a public header may
name public headers and docs/ alone, since nothing else is installed with it.
"""

import pathlib
import re
import subprocess
import sys

import markdown

SOURCES = {".h", ".cc", ".py", ".ts", ".mjs", ".css", ".cmake", ".txt", ".sh", ".in"}
FOLDERS = "src|include|apps|tests|bench|docs|web|fuzz|examples|scripts|cmake"
ENDINGS = r"h|cc|py|md|ts|mjs|tsx|json|cmake|txt|yaml|svg|png|1"

LINK = re.compile(r"\[[^\]]*\]\(([^)\s]+)\)")
CODE = re.compile(r"`([^`\n]+)`")
# A path from the root of the project, from src/ or from include/; or a page of the documentation.
PATH = re.compile(rf"(?<![\w./-])((?:[\w-]+/)+[\w.-]+\.(?:{ENDINGS}))\b(?![\w/*])")
# A source by its name alone: "kgrams.cc: the hashes".
SOURCE = re.compile(r"(?<![\w./-])(\w+\.(?:h|cc))\b")
PAGE = re.compile(r"(?<![\w./-])((?:[\w-]+/)*[\w-]+\.md)((?:#[\w-]+)|(?:,? §\S+)|(?:, \"[^\"]+\"))?")
HEADING = re.compile(r"^#+\s+(.*)$", re.MULTILINE)
LEAD_IN = re.compile(r"^(?:- |\d+\. )?\*\*([^*]+)\*\*", re.MULTILINE)  # **Ties.** Order keys …
CELL = re.compile(r"^\|\s*([^|]+)", re.MULTILINE)  # the first cell of a row
STRING = re.compile(r'"(?:[^"\\\n]|\\.)*"')


def slug(heading: str) -> str:
    """The anchor that code hosts give a heading."""
    text = re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", heading.strip()).replace("`", "").lower()
    return re.sub(r"[^\w\- ]", "", text).replace(" ", "-")


def anchors(path: pathlib.Path) -> set[str]:
    text = "\n".join(line for block in markdown.blocks(path.read_text(encoding="utf-8"))
                     if block.kind == "heading" for line in block.lines)
    return {slug(heading) for heading in HEADING.findall(text)}


def sections(path: pathlib.Path) -> set[str]:
    """What a comment may name as a section: headings, bold words at the start of a paragraph, and
    rows."""
    text = path.read_text(encoding="utf-8")
    return anchors(path) | {slug(name) for name in LEAD_IN.findall(text) + CELL.findall(text)}


class Project:
    def __init__(self, root: pathlib.Path):
        self.root = root
        listed = subprocess.run(["git", "-C", root, "ls-files", "-co", "--exclude-standard"],
                                capture_output=True, text=True, check=True).stdout.splitlines()
        self.files = {name for name in listed if (root / name).is_file()}
        self.folders = {str(parent) for name in self.files
                        for parent in pathlib.PurePosixPath(name).parents}
        self.names = {pathlib.PurePosixPath(name).name for name in self.files}

    def has(self, name: str, near: pathlib.PurePosixPath) -> bool:
        """A file or a folder relative to the root, to a root of includes, or to the folder of
        `near`."""
        name = name.rstrip("/")
        bases = ["", "src/", "include/", "apps/", "web/", "tests/", f"{near.parent}/"]
        return any(str(pathlib.PurePosixPath(base + name)) in self.files | self.folders
                   for base in bases)

    def pages(self, name: str) -> list[pathlib.Path]:
        """The pages that a name may mean: `methods.md` is docs/methods.md."""
        return [self.root / file for file in self.files if f"/{file}".endswith(f"/{name}")]


def broken_links(project: Project, path: pathlib.Path, name: pathlib.PurePosixPath):
    text = path.read_text(encoding="utf-8")
    for block in markdown.blocks(text):
        if block.kind == "code":
            continue
        joined = "\n".join(block.lines)
        for match in LINK.finditer(joined):
            target, _, anchor = match.group(1).partition("#")
            line = block.line + joined[:match.start()].count("\n")
            if "://" in target or target.startswith("mailto:"):
                continue
            file = (path.parent / target).resolve() if target else path
            if not file.exists():
                yield line, match.group(1)
            elif anchor and file.suffix == ".md" and anchor not in anchors(file):
                yield line, match.group(1)
        for match in CODE.finditer(joined):
            for word in match.group(1).split():
                known = re.fullmatch(rf"(?:{FOLDERS})/[\w./-]*", word)
                if known and not project.has(word, name) and not word.startswith("build"):
                    yield block.line + joined[:match.start()].count("\n"), word


def comments(path: pathlib.Path) -> list[tuple[int, str]]:
    """Lines that may contain references: all lines of a script; comments and strings of C++."""
    lines = path.read_text(encoding="utf-8", errors="replace").splitlines()
    if path.suffix not in {".h", ".cc"}:
        return list(enumerate(lines, 1))
    found = []
    for number, line in enumerate(lines, 1):
        comment = STRING.sub('""', line).find("//")
        if comment >= 0 and not line.lstrip().startswith("#"):
            found.append((number, line[line.find("//"):]))
    return found


def leads_somewhere(project: Project, page: str, section: str) -> bool:
    found = project.pages(page)
    if not found:
        return False
    if not section:
        return True
    if "§" in section:
        return False
    wanted = section[1:] if section.startswith("#") else slug(section.strip(', "'))
    return any(wanted in heading for file in found for heading in sections(file))


def broken_references(project: Project, path: pathlib.Path, name: pathlib.PurePosixPath):
    for number, text in comments(path):
        code = path.suffix in {".h", ".cc"}
        for match in PATH.finditer(text):
            target = match.group(1)
            rooted = target.split("/")[0] in FOLDERS.split("|")
            if (code or rooted) and not project.has(target, name):
                yield number, target
            elif name.parts[0] == "include" and not target.startswith(("whorl/", "docs/")):
                yield number, f"{target}, which is not installed with this header,"
        if code:
            yield from ((number, source) for source in SOURCE.findall(text) if source not in project.names)
            for match in PAGE.finditer(text):
                if not leads_somewhere(project, match.group(1), match.group(2) or ""):
                    yield number, match.group(0)


def main() -> int:
    root = pathlib.Path(sys.argv[1]).resolve()
    project = Project(root)
    broken = []
    for file in sorted(project.files):
        path, name = root / file, pathlib.PurePosixPath(file)
        look = broken_links if path.suffix == ".md" else broken_references
        if path.suffix == ".md" or path.suffix in SOURCES or file == "dev":
            broken += [f"{file}:{line}: {target} leads nowhere"
                       for line, target in look(project, path, name)]
    print("\n".join(broken) or "every link and reference leads somewhere")
    return 1 if broken else 0


if __name__ == "__main__":
    sys.exit(main())
