#!/usr/bin/env python3
"""Compares chunks, their digests and their culling in the program with methods.md."""

import json
import random
import unittest

from program import Sandbox
from twin import chunks, symbols

WORDS = ["the", "The", "of", "network", "protocol", "don't", "a", "RFC", "octet", "header", "Zürich"]


def prose(random_: random.Random, words: int) -> str:
    return " ".join(random_.choice(WORDS) + random_.choice(["", ",", "", str(random_.randint(0, 99))])
                    for _ in range(words))


def program(random_: random.Random, lines: int) -> str:
    parts = ["int x = 3;", "  while (n > 0) { f(n, 'c'); }", "", "return \"text\" + y;", " \t", "}"]
    return "\n".join(random_.choice(parts) for _ in range(lines))


class Chunks(unittest.TestCase):
    def printed(self, recipe: str, name: str, content: str) -> tuple[int, list]:
        with Sandbox() as box:
            box.write(name, content)
            line = json.loads(box.run("fingerprint", name, "--recipe", recipe, "--jsonl", "--quiet"))
        return line["chunks_before_culling"], [tuple(c[:3]) for c in line["chunks"]]

    def check(self, recipe: str, name: str, content: str, tokens: list[int], parts: list,
              culling: str, digest=chunks.xxh3_digest, seed: int = 0) -> None:
        lengths = [end - begin for begin, end in parts]
        digests = [digest(tokens[begin:end], seed) for begin, end in parts]
        kept = chunks.CULLINGS[culling](lengths, digests)
        described = [(digests[i], parts[i][0], lengths[i]) for i in kept]
        self.assertEqual(self.printed(recipe, name, content), (len(parts), described), recipe)

    def test_breakpoints_and_every_culling(self):
        for seed in [0, 5, 2**64 - 1]:
            for c in [1, 3, 10]:
                for words in [0, 1, 2, 17, 400]:
                    content = prose(random.Random(words + c), words)
                    tokens = symbols.from_words(content, deleted_first=True).symbols
                    parts = chunks.breakpoint(tokens, seed, c)
                    for culling in chunks.CULLINGS:
                        recipe = f"words:se/breakpoint:c={c}/{culling}"
                        recipe += f"/seed={seed}" if seed else ""
                        with self.subTest(recipe, words=words):
                            self.check(recipe, "a.txt", content, tokens, parts, culling, seed=seed)

    def test_md5(self):
        content = prose(random.Random(2), 300)
        tokens = symbols.from_words(content, deleted_first=True).symbols
        parts = chunks.breakpoint(tokens, 0, 10)
        for culling in chunks.CULLINGS:
            self.check(f"words:se/breakpoint:c=10/{culling}/digest=md5", "a.txt", content, tokens,
                       parts, culling, chunks.md5_digest)

    def test_paragraphs(self):
        for number in range(6):
            content = program(random.Random(number), 8 * number)
            tokens, parts = chunks.paragraph(content)
            for culling in chunks.CULLINGS:
                with self.subTest(culling, number=number):
                    self.check(f"code:c/paragraph/{culling}", "a.c", content, tokens, parts, culling)

    def test_paragraphs_of_prose(self):
        for number in range(6):
            random_ = random.Random(number)
            content = "".join(prose(random_, random_.randint(0, 9)) + random_.choice(["\n", "\n\n", "\n \t\n\f\n"])
                              for _ in range(8 * number))
            for front_end, deleted_first in [("words", False), ("words:se", True)]:
                tokens, parts = chunks.prose_paragraph(content, deleted_first)
                for culling in chunks.CULLINGS:
                    with self.subTest(front_end, culling=culling, number=number):
                        self.check(f"{front_end}/paragraph/{culling}", "a.txt", content, tokens, parts, culling)


if __name__ == "__main__":
    unittest.main()
