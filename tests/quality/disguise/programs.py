"""Programs as a disguise sees them: languages, and the lines of a text without comments."""

import dataclasses
import re

C_WORDS = """auto break case char const continue default do double else enum extern float for goto if inline int long
register return short signed sizeof static struct switch typedef union unsigned void volatile while bool"""
JAVA_WORDS = """abstract boolean break byte case catch char class const continue default do double else enum extends final
finally float for if implements import int interface long new package private protected public return short static super
switch synchronized this throw throws try void volatile while String assert enum false instanceof native null transient
true"""
CPP_WORDS = C_WORDS + """ class public private protected template typename using namespace new delete this operator virtual
try catch throw constexpr nullptr string vector map set pair"""
PYTHON_WORDS = """and as assert async await break class continue def del elif else except finally for from global if import
in is lambda nonlocal not or pass raise return try while with yield self print range len int str list"""


@dataclasses.dataclass(frozen=True)
class Language:
    suffix: str
    words: frozenset
    comment: re.Pattern
    local: str  # how a new variable is declared
    wrapped: str  # how a value is wrapped that stays what it is
    dead: str  # a statement that does nothing

    @property
    def indents(self):
        """Whether indentation, in place of braces, says where a block ends."""
        return self.suffix == ".py"


STRING = r'"(?:\\.|[^"\\\n])*"' + r"|'(?:\\.|[^'\\\n])*'"
SLASHED = re.compile(r"(?P<string>" + STRING + r")|//[^\n]*|/\*.*?\*/", re.DOTALL)
HASHED = re.compile(r'"""(?:.*?)"""|' + r"'''(?:.*?)'''|(?P<string>" + STRING + r")|#[^\n]*", re.DOTALL)

LANGUAGES = {
    "c": Language(".c", frozenset(C_WORDS.split()), SLASHED, "int {0} = {1};", "CHECKED({0})", "int {0} = 0;"),
    "cpp": Language(".cpp", frozenset(CPP_WORDS.split()), SLASHED, "auto {0} = {1};", "std::move({0})", "int {0} = 0;"),
    "java": Language(".java", frozenset(JAVA_WORDS.split()), SLASHED, "var {0} = {1};",
                     "Optional.ofNullable({0}).get()", "int {0} = 0;"),
    "python": Language(".py", frozenset(PYTHON_WORDS.split()), HASHED, "{0} = {1}", "same({0})", "{0} = 0"),
}


def bare(text, language):
    """The text without comments and blank lines."""
    text = language.comment.sub(lambda piece: piece["string"] or " ", text)
    return "".join(line.rstrip() + "\n" for line in text.splitlines() if line.strip())


def indent_of(line):
    return line[: len(line) - len(line.lstrip())]


def tokens(text):
    return re.findall(STRING + r"|\w+|[^\s\w]", text)


def is_statement(line, language):
    """True if another statement may be inserted before it."""
    if language.indents:
        return bool(line.startswith((" ", "\t"))) and not line.rstrip().endswith((",", "(", "[", "{", "\\")) \
            and not re.match(r"\s*(else|elif|except|finally|[)\]}])", line) and is_balanced(line)
    return line.startswith((" ", "\t")) and line.rstrip().endswith(";") and is_balanced(line) \
        and not re.match(r"\s*(for|case|default|else|\})", line)


def is_balanced(line):
    return all(line.count(a) == line.count(b) for a, b in ("()", "[]", "{}"))


def pieces(text, language):
    """The functions, or members, of a file with the text between them; joined they are the text."""
    lines = text.splitlines(keepends=True)
    begins = re.compile(r"(def|class) |@" if language.indents else r"$^")
    inner = 1 if language.suffix == ".java" else 0
    found, depth, piece = [], 0, []
    for line in lines:
        if language.indents and begins.match(line) and piece and not piece[-1].startswith("@"):
            found.append("".join(piece))
            piece = []
        piece.append(line)
        opened = depth
        depth += line.count("{") - line.count("}")
        if not language.indents and depth <= inner and (opened > inner or opened == depth == inner and "}" in line):
            found.append("".join(piece))
            piece = []
        elif not language.indents and inner == 1 and opened == 0 and depth == 1:
            found.append("".join(piece))  # the head of the class
            piece = []
    return found + ["".join(piece)]
