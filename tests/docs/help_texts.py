"""The help of the program as texts: `whorl COMMAND --help-all` of every command and subcommand."""

import re
import subprocess

COMMAND = re.compile(r"^  ([a-z]+) ", re.MULTILINE)
SUBCOMMAND = re.compile(r"^  ([a-z-]+)  +[A-Z]", re.MULTILINE)
FLAG = re.compile(r"^ +(-\w, )?--[a-z]")
ROW = re.compile(r"\S {2,}\S")  # a name and what it means
# Values and names of flags, which are no prose: `--survivor`, "survivor:" and "survivors (as …)".
VALUE = re.compile(r"`[^`]*`|--[a-z][\w-]*( (single|survivor)\b)?|\b[a-z]+(?=:| \()")
COPIED = ("Usage:", "Example:", "Default:", "One of:", "whorl ")


def asked(whorl: str, *arguments: str) -> str:
    return subprocess.run([whorl, *arguments], capture_output=True, text=True, check=True).stdout


def every_help(whorl: str):
    """Names of commands, each with its help."""
    overview = asked(whorl, "--help")
    yield "whorl", overview
    for command in COMMAND.findall(overview):
        yield f"whorl {command}", asked(whorl, command, "--help-all")
        short = asked(whorl, command, "--help").split("\nExamples:")[0]
        for subcommand in SUBCOMMAND.findall(short):
            yield f"whorl {command} {subcommand}", asked(whorl, command, subcommand, "--help-all")


def paragraphs(text: str):
    """What a help says in sentences: without flags, values, defaults and examples."""
    kept: list[str] = []
    copied = False
    for line in text.splitlines():
        words = line.strip()
        if copied and words and not words.startswith(COPIED):
            copied = not words.endswith(".")
        elif not words or FLAG.match(line) or words.startswith(COPIED) or ROW.search(words):
            yield " ".join(kept)
            kept = [words] if ROW.search(words) and not words.startswith(COPIED) else []
            copied = words.startswith(("Default:", "One of:")) and not words.endswith(".")
        else:
            kept.append(words)
    yield " ".join(kept)


def texts(whorl: str) -> list[tuple[str, list[tuple[int, str]]]]:
    """The help of each command in the form of phrases_test.py; parts of a list count as sentences."""
    return [(f"{name} --help-all", [(1, VALUE.sub("VALUE", text).replace("; ", ". "))
                                    for text in paragraphs(help_text) if text])
            for name, help_text in every_help(whorl)]
