"""Copies of C programs as a student would disguise them: names, comments and order changed."""

import re

KEYWORDS = frozenset("""auto break case char const continue default do double else enum extern float for
goto if inline int long register return short signed sizeof static struct switch typedef union unsigned
void volatile while bool true false NULL""".split())
PIECE = re.compile(
    r"""(?P<comment>//[^\n]*|/\*.*?\*/)|(?P<kept>"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'|^[ \t]*\#[^\n]*)"""
    r"""|(?P<name>\b[A-Za-z_]\w*\b)""",
    re.DOTALL | re.MULTILINE | re.VERBOSE)


def disguised(text, source):
    """`text` with every name replaced, every comment gone, new ones put in, and functions moved.

    `source` is the random.Random that decides.
    """
    return commented(moved(renamed(text), source), source)


def renamed(text, kept=KEYWORDS):
    """`text` with other names, but for the words that are `kept`."""
    names = {}

    def replaced(piece):
        if piece["comment"]:
            return " "
        if piece["kept"] or piece[0] in kept:
            return piece[0]
        return names.setdefault(piece[0], f"renamed_{len(names)}")

    return PIECE.sub(replaced, text)


def moved(text, source):
    """The functions after the first, with the text before each, in another order."""
    first, *others = re.split(r"(?<=\n\}\n)", text)
    source.shuffle(others)
    return first + "".join(others)


def commented(text, source):
    lines = text.splitlines()
    for _ in range(len(lines) // 10):
        lines.insert(source.randrange(len(lines) + 1), "// as it was explained in the lecture")
    return "\n".join(lines) + "\n"
