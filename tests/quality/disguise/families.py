"""Families of independent programs for disguises, from the labelled sets and from source packages.

A family is tuned on or held-out: the prices of the score were chosen without looking at the held-out families.
"""

import dataclasses
import os
import pathlib
import random
import tarfile

from programs import LANGUAGES, bare, tokens

PROJECT = pathlib.Path(__file__).resolve().parents[3]
DATA = pathlib.Path(os.environ.get("WHORL_DATA", PROJECT.parent / "shared/data"))


@dataclasses.dataclass(frozen=True)
class Family:
    name: str
    language: str
    held_out: bool
    source: str  # an archive of the labelled sets, or a folder that --sources names
    pattern: str
    least: int = 150  # tokens of a program


FAMILIES = (
    Family("homework, Java", "java", False, "irplag.tar.xz", "case-*/non-*.java"),
    Family("contests, C", "c", False, "codeforces-cheats.tar.xz", "**/C/**/*.c", 60),
    Family("contests, C++", "cpp", True, "codeforces-cheats.tar.xz", "**/C++/**/*.cpp", 60),
    Family("contests, Python", "python", True, "codeforces-cheats.tar.xz", "**/Python/**/*.py", 60),
    Family("Linux drivers, C", "c", False, "linux", "drivers/**/*.c"),
    Family("OpenJDK, Java", "java", True, "jdk", "**/*.java"),
    Family("Python library", "python", True, "python", "*.py"),
)


def unpacked(family, sources, scratch):
    if not family.source.endswith(".tar.xz"):
        return sources / family.source if sources else None
    folder = scratch / family.source.partition(".")[0]
    if not folder.exists():
        if not (DATA / family.source).exists():
            return None
        with tarfile.open(DATA / family.source) as packed:
            packed.extractall(scratch, filter="data")
    return folder / "files"


def programs(family, sources, scratch, count, seed):
    """Texts of `count` programs of at most 1,500 tokens, without comments; None where the family is not there."""
    folder = unpacked(family, sources, scratch)
    if folder is None or not folder.is_dir():
        return None
    language = LANGUAGES[family.language]
    paths = sorted(path for path in folder.glob(family.pattern) if path.is_file() and "_cheat" not in path.name
                   and path.stat().st_size < 60_000)
    random.Random(seed).shuffle(paths)
    found = []
    for path in paths:
        text = bare(path.read_text(errors="replace"), language)
        if family.least <= len(tokens(text)) <= 1_500:
            found.append(text)
        if len(found) == count:
            break
    return found
