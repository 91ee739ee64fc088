#!/usr/bin/env python3
"""Symbols, k-grams, their hashes and what each selector chooses: the program against methods.md."""

import pathlib
import random
import re
import unittest

import page
from program import Sandbox
from twin import symbols
from twin.kgrams import fingerprint
from twin.selection import SELECTORS

PROSE = ("“Straße”, said the naïve office-clerk — don't ﬁle it; ½ of Ⅻ is 6 … ŁÓDŹ, e\u0301tude, "
         "soft\u00adhyphen, Ａ１, 你好世界, 國語 학교, ひらがな, ภาษาไทย 42\n") * 3
C_SOURCE = ('int sum(char *a, int n) { int s = 0; while (n > 0) { s = s + a[n] * 17; n = n - 1; }\n'
            '  if (s == 3 && n != \'x\') return f("text", s); else return 2; }\n') * 4

# For the tokenizer in a recipe: the file's ending, and the symbols of a text by the description.
FRONT_ENDS = {"text": ("txt", symbols.from_text),
              "text:variants": ("txt", lambda text: symbols.from_text(text, variants=True)),
              "words": ("txt", symbols.from_words),
              "words:se": ("txt", lambda text: symbols.from_words(text, deleted_first=True)),
              "consonants": ("txt", symbols.from_consonants),
              "code:c": ("c", symbols.from_c),
              "bytes": ("bin", lambda text: symbols.from_bytes(text.encode()))}

ARGUMENTS = [("winnow", {"w": 1}), ("winnow", {"w": 5}), ("winnow", {"w": 40}),
             ("robust", {"w": 4}), ("robust", {"w": 15}),
             ("oc", {"w": 6}), ("oc", {"w": 9, "s": 2}),
             ("modmin", {"w": 3}), ("modmin", {"w": 4, "r": 2}),
             ("modp", {"p": 1}), ("modp", {"p": 7}),
             ("safemodp", {"w": 5}), ("safemodp", {"w": 6, "p": 4}),
             ("min", {"s": 5}), ("min", {"s": 1000}),
             ("rare", {"s": 5}), ("rare", {"s": 1000}), ("every", {"i": 1}), ("every", {"i": 7})]


def few_letters(random_: random.Random) -> str:
    """Letters that repeat, in stretches: where ties and periods are."""
    parts = [random_.choice("ab" * 3 + "xyz") * random_.randint(1, 4) for _ in range(120)]
    return "".join(parts) + "ab" * 40


def recipe_of(front_end: str, k: int, selector: str, arguments: dict, seed: int) -> str:
    values = ",".join(f"{name}={value}" for name, value in arguments.items())
    return f"{front_end}/k={k}/{selector}:{values}" + (f"/seed={seed}" if seed else "")


class Hashes(unittest.TestCase):
    def check(self, content: str, front_end: str, k: int, selector: str, arguments: dict,
              seed: int = 0) -> None:
        ending, take = FRONT_ENDS[front_end]
        recipe = recipe_of(front_end, k, selector, arguments, seed)
        text = take(content)
        chosen = SELECTORS[selector](text, k, seed, **arguments)
        described = [(at, fingerprint(text, at, k, seed)) for at in chosen]
        with Sandbox() as box:
            box.write(f"a.{ending}", content)
            self.assertEqual(box.fingerprints(recipe, "a." + ending)[f"a.{ending}"], described,
                             recipe)

    def test_symbols_of_each_front_end(self):
        for front_end in FRONT_ENDS:
            content = C_SOURCE if front_end == "code:c" else PROSE
            with self.subTest(front_end):
                self.check(content, front_end, 3, "winnow", {"w": 1})

    def test_first_consonants_are_left_out(self):
        letters = random.Random(3)
        text = "".join(letters.choice("bcdfghjklmnpqrstvwxyzaeiou ") for _ in range(3500))
        self.check(text, "consonants", 20, "winnow", {"w": 6})
        self.check(text[:2300], "consonants", 20, "winnow", {"w": 6})

    def test_fingerprints_of_each_length(self):
        text = "".join(chr(97 + i * i % 23) for i in range(700))
        for k in [1, 3, 4, 8, 9, 16, 17, 31, 32, 33, 64, 65, 97, 128, 129, 160, 240, 241, 500]:
            with self.subTest(k=k):
                self.check(text, "text", k, "winnow", {"w": 3})
        for k in [1, 2, 3, 4, 5, 8, 9, 32, 33, 60, 61, 120]:
            with self.subTest(k=k):
                self.check(" ".join(text), "words", k, "winnow", {"w": 3})

    def test_seeds(self):
        for seed in [1, 2**32, 2**64 - 1, 81985529216486895]:
            for front_end in ["text", "words"]:
                with self.subTest(seed=seed, front_end=front_end):
                    self.check(PROSE, front_end, 5, "winnow", {"w": 4}, seed)

    def test_every_selector(self):
        texts = [PROSE, few_letters(random.Random(1)), few_letters(random.Random(2)), "abcdefg"]
        for selector, arguments in ARGUMENTS:
            for k in [3, 7, 12]:
                for number, text in enumerate(texts):
                    with self.subTest(selector, k=k, arguments=arguments, text=number):
                        self.check(text, "text", k, selector, arguments)

    def test_every_selector_of_the_program_is_described(self):
        with Sandbox() as box:
            listed = box.run("methods").split("\nSelectors:")[1].split("\nChunks")[0]
        names = {line.strip().split(":")[0] for line in listed.splitlines()
                 if line.startswith("  ") and line[2] != " " and ":" in line}
        self.assertEqual(names, set(SELECTORS))

    def test_constants_are_those_of_the_page(self):
        twin = pathlib.Path(__file__).parent / "twin"
        code = (twin / "kgrams.py").read_text() + (twin / "candidates.py").read_text()
        used = {int(digits, 16) for digits in re.findall(r"0x([0-9A-F]{8,16})\b", code)}
        self.assertEqual(used, page.constants())


if __name__ == "__main__":
    unittest.main()
