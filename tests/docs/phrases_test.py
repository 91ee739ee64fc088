#!/usr/bin/env python3
"""Fails if README.md, a page of docs/, a public header, the help or the text of a web page has a
phrase of phrases.txt, or if comments and messages of sources have more than MOST_IN_SOURCES of them.
Also fails if the text of a web page has a word of the command line, or if a sentence of README.md, of
a page or of the help has more than 25 words. Pages that list fields and formulas (LISTS) may have
longer ones.

    phrases_test.py ROOT

The help is that of the program in the environment variable WHORL, if there is one. Code and quoted
words of comments are not checked, and neither is a page that a benchmark writes.
"""

import os
import pathlib
import re
import sys

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "rules"))
import markdown  # noqa: E402
import help_texts  # noqa: E402

LONGEST = 25
LISTS = {"format.md", "methods.md"}
SOURCES = {"src": (".h", ".cc"), "apps": (".h", ".cc"), "web/src": (".ts", ".tsx"), "tests": (".h", ".cc", ".ts", ".tsx")}
MOST_IN_SOURCES = 20
KEYWORDS = "src/tokens/code/tables/"  # their literals are keywords of languages
FLAG = re.compile(r"--[a-z-]+( [a-z:]+)?")
GENERATED = re.compile(r"\A# [^\n]*\n\n<!-- written by ")
CODE = re.compile(r"`[^`]*`")
LINK = re.compile(r"!?\[([^\]]*)\]\([^)]*\)")
SENTENCE_END = re.compile(r"(?<=[.!?])\s+|\|")
STRING = re.compile(r'"(?:[^"\\\n]|\\.)*"')
COMMENT_OR_STRING = re.compile(STRING.pattern + r"|//[^\n]*|/\*.*?\*/", re.DOTALL)
COMMENT = re.compile(r"//[^\n]*|/\*.*?\*/", re.DOTALL)
LITERAL = re.compile(STRING.pattern + r"|`(?:[^`\\]|\\.)*`")
# Text between elements, and code that a call tells from it.
ELEMENT_TEXT = re.compile(r"[>}]((?:[^<>{}=;]|;\s+[a-z])*?)(?=[<{])")
CALL = re.compile(r"\w\(")
COMMAND_LINE = re.compile(r"--(?!data-binary)[a-z]|[⌈⌉]|\bin step\b|but for names|[Ll]eft in right|\b(is|are) noise\b")


def phrases() -> list[re.Pattern]:
    lines = (HERE / "phrases.txt").read_text(encoding="utf-8").splitlines()
    return [re.compile(line) for line in lines if line and not line.startswith("#")]


def prose(path: pathlib.Path) -> list[tuple[int, str]]:
    """The blocks of a page without their code, each with its first line."""
    text = path.read_text(encoding="utf-8")
    if GENERATED.match(text):
        return []
    return [(block.line, LINK.sub(r"\1", CODE.sub("CODE", "\n".join(line.strip() for line in block.lines))))
            for block in markdown.blocks(text) if block.kind not in {"code", "comment", "blank"}]


def comments(path: pathlib.Path) -> list[tuple[int, str]]:
    """The comments of a header; lines that follow each other are one."""
    found: list[tuple[int, str]] = []
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        begin = STRING.sub(lambda string: "_" * len(string.group()), line).find("//")
        if begin < 0:
            continue
        text = line[begin:].lstrip("/ ")
        if found and number == found[-1][0] + found[-1][1].count("\n") + 1:
            found[-1] = (found[-1][0], f"{found[-1][1]}\n{text}")
        else:
            found.append((number, text))
    return [(number, CODE.sub("CODE", STRING.sub("CODE", text))) for number, text in found]


def blanked(match: re.Match) -> str:
    return re.sub(r"[^\n]", "_", match.group())


def shown(path: pathlib.Path) -> list[tuple[int, str]]:
    """What a source of the web pages may show: literals of several words, and text of elements."""
    code = COMMENT.sub(blanked, path.read_text(encoding="utf-8"))
    texts = [(match.start(), match.group()) for match in LITERAL.finditer(code) if " " in match.group()]
    if path.suffix == ".tsx":
        elements = ELEMENT_TEXT.finditer(LITERAL.sub(blanked, code))
        texts += [(match.start(1), match.group(1)) for match in elements if not CALL.search(match.group(1))]
    return [(1 + code.count("\n", 0, begin), text) for begin, text in texts]


def hits(name: str, texts: list[tuple[int, str]], avoided: list[re.Pattern]):
    for first, text in texts:
        for phrase in avoided:
            for match in phrase.finditer(text.replace("\n", " ")):
                line = first + text[:match.start()].count("\n")
                yield f"{name}:{line}: {match.group()}"


def messages(path: pathlib.Path) -> list[tuple[int, str]]:
    """The literals of several words of a C++ source, without names of flags and their values."""
    code = COMMENT_OR_STRING.sub(lambda match: match.group() if match.group()[0] == '"' else blanked(match),
                                 path.read_text(encoding="utf-8"))
    return [(1 + code.count("\n", 0, match.start()), FLAG.sub("FLAG", match.group()))
            for match in STRING.finditer(code) if " " in match.group()]


def hits_in_sources(root: pathlib.Path, avoided: list[re.Pattern]) -> list[str]:
    paths = [path for top, endings in SOURCES.items()
             for path in sorted((root / top).rglob("*")) if path.suffix in endings]
    found = []
    for path in paths:
        name = str(path.relative_to(root))
        shows = name.startswith(("src/", "apps/")) and not name.startswith(KEYWORDS)
        found += hits(name, comments(path) + (messages(path) if shows else []), avoided)
    return found


def long_sentences(name: str, texts: list[tuple[int, str]]):
    for first, text in texts:
        for sentence in SENTENCE_END.split(text):
            words = re.findall(r"\w[\w'./-]*", sentence)
            if len(words) > LONGEST:
                yield f"{name}:{first}: {len(words)} words: {' '.join(sentence.split())}"


def main() -> int:
    root = pathlib.Path(sys.argv[1])
    avoided, found = phrases(), []
    pages = [*sorted(root.glob("*.md")), root / "web/README.md", *sorted((root / "docs").rglob("*.md"))]
    headers = sorted((root / "include/whorl").glob("*.h"))
    for path in pages + headers:
        texts = prose(path) if path.suffix == ".md" else comments(path)
        found += hits(str(path.relative_to(root)), texts, avoided)
        if path.suffix == ".md" and path.name not in LISTS:
            found += long_sentences(str(path.relative_to(root)), texts)
    sources = sorted((root / "web/src").rglob("*.ts*"))
    for path in sources:
        found += hits(str(path.relative_to(root)), shown(path), [*avoided, COMMAND_LINE])
    helps = help_texts.texts(os.environ["WHORL"]) if "WHORL" in os.environ else []
    for name, texts in helps:
        found += [*hits(name, texts, avoided), *long_sentences(name, texts)]
    in_sources = hits_in_sources(root, avoided)
    if len(in_sources) > MOST_IN_SOURCES:
        found += in_sources
    checked = f"{len(pages)} pages, {len(headers)} headers, {len(helps)} helps and {len(sources)} web sources"
    print("\n".join(found) or f"{checked} avoid {len(avoided)} phrases")
    return 1 if found or not avoided or not headers or not sources else 0


if __name__ == "__main__":
    sys.exit(main())
