"""Normalized text: the symbols that a tokenizer takes from a text.

A symbol is a number. The kind of its symbols determines how a k-gram is written for its fingerprint,
so a text consists of its symbols and their spelling.
"""

import dataclasses
import re
import unicodedata

from .xxh3 import xxh3_64

UNSPACED = ("CJK UNIFIED", "CJK COMPATIBILITY", "HIRAGANA", "KATAKANA", "THAI ", "LAO ", "KHMER ",
            "MYANMAR ")
WEIGHTS = {"CJK UNIFIED IDEOGRAPH": 4, "CJK COMPATIBILITY IDEOGRAPH": 4, "HIRAGANA LETTER": 2,
           "HANGUL SYLLABLE": 2}
PLANES = 0x40000  # from one part of a character to the next
SIMPLIFIED = dict(zip("國學語書", "国学语书"))  # of ICU's Hant-Hans, enough for a test
UNSEEN = re.compile("[\u00ad\u034f\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufe00-\ufe0f\ufeff]")
PROLOGUE = 1000
C_KEYWORDS = {"if", "else", "for", "while", "return", "int", "char", "double"}
C_TOKEN = re.compile(r'[A-Za-z_]\w*|\d+|"[^"\n]*"|\'[^\'\n]\'|[<>=!]=|&&|\|\||\S')


@dataclasses.dataclass
class Text:
    symbols: list[int]
    kind: str  # bytes, text or tokens
    spellings: list[str]  # of tokens, as in the document
    literal: list[bool]  # of tokens: numbers and strings

    def written(self, begin: int, end: int) -> bytes:
        """The symbols [begin, end) as their fingerprint reads them."""
        part = self.symbols[begin:end]
        if self.kind == "bytes":
            return bytes(part)
        if self.kind == "text":
            return "".join(map(chr, part)).encode()
        return b"".join(symbol.to_bytes(4, "little") for symbol in part)


def named(spelling: str) -> int:
    """The symbol of a word or a token."""
    return xxh3_64(spelling.encode()) & 0xFFFFFFFF


def folded(text: str) -> str:
    """Unicode's NFKC_Casefold; of what cannot be seen, the characters that are common."""
    text = unicodedata.normalize("NFD", UNSEEN.sub("", text)).casefold()
    text = unicodedata.normalize("NFKC", text).casefold()
    return unicodedata.normalize("NFKC", text)


def composed(text: str) -> str:
    """NFKC without what cannot be seen: the folding of words:se, which keeps case."""
    return unicodedata.normalize("NFKC", UNSEEN.sub("", text))


def counts(c: str) -> bool:
    return unicodedata.category(c)[0] in "LMN"


def is_unspaced(c: str) -> bool:
    """Of a script that is written without spaces."""
    return unicodedata.name(c, "").startswith(UNSPACED)


def from_bytes(data: bytes) -> Text:
    return Text(list(data), "bytes", [], [])


def weight(c: str) -> int:
    """How many symbols a character of a text is."""
    name = unicodedata.name(c, "")
    return next((weight for start, weight in WEIGHTS.items() if name.startswith(start)), 1)


def from_text(text: str, variants: bool = False) -> Text:
    """`variants`: the tokenizer text:variants."""
    characters = [c if variants else SIMPLIFIED.get(c, c) for c in folded(text) if counts(c)]
    return Text([ord(c) + part * PLANES for c in characters for part in range(weight(c))], "text", [], [])


def words_of(text: str, deleted_first: bool) -> list[str]:
    """Words of folded text; `deleted_first`: the tokenizer words:se."""
    words = [""]
    for c in composed(text) if deleted_first else folded(text):
        if counts(c) and is_unspaced(c):
            words += [c, ""]
        elif counts(c):
            words[-1] += c
        elif c.isspace() or not deleted_first:
            words.append("")
    return [word for word in words if word]


def from_words(text: str, deleted_first: bool = False) -> Text:
    words = words_of(text, deleted_first)
    return Text([named(word) for word in words], "tokens", words, [False] * len(words))


def consonants_of(text: str) -> list[str]:
    letters = (unicodedata.normalize("NFD", c)[0] for c in folded(text))
    return [c for c in letters if "b" <= c <= "z" and c not in "eiou"]


def from_consonants(text: str) -> Text:
    letters = consonants_of(text)
    left_out = PROLOGUE if len(letters) >= 2 * PROLOGUE else 0
    return Text([ord(c) for c in letters[left_out:]], "text", [], [])


def token_class(token: str) -> str:
    """The spelling that a token of C is known by."""
    if token[0].isdigit():
        return "\x01number"
    if token[0] == '"':
        return "\x01string"
    if token[0] == "'":
        return "\x01char"
    if (token[0].isalpha() or token[0] == "_") and token not in C_KEYWORDS:
        return "\x01identifier"
    return token


def from_c(text: str) -> Text:
    """A small part of C, without comments and noise: enough to see what a token's symbol is."""
    tokens = C_TOKEN.findall(text)
    classes = [token_class(token) for token in tokens]
    literal = [name in ("\x01number", "\x01string", "\x01char") for name in classes]
    return Text([named(name) for name in classes], "tokens", tokens, literal)
