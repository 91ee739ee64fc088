#!/usr/bin/env python3
"""scale_test.py WHORL: `compare` over many files and over large ones, in bounded memory.

The bar: at most 100 MB and 10 bytes a byte of text. Complaints of users of other tools that are
about scale are named by tool and number of the thread.
"""

import json
import pathlib
import random
import string
import subprocess
import sys
import tempfile
import unittest

WHORL = sys.argv.pop(1)
MB = 1_000_000


def words(source, count):
    """Random words, so that texts do not agree by chance."""
    return ["".join(source.choices(string.ascii_lowercase, k=source.randint(3, 9)))
            for _ in range(count)]


def prose(source, size):
    vocabulary = words(source, 5000)
    return " ".join(source.choices(vocabulary, k=size // 7)) + "\n"


TOKENS = """
    x y z 1 2.5 "s" 'c' + - * / % & | ^ << >> < > <= >= == != && || ! ~ = += -= *= /= ++ -- ? : , .
    -> ( ) [ ] { } if else while for do switch case break continue return goto sizeof int char long
    short float double unsigned struct union enum void""".split()


TOKEN_OF_BYTE = [TOKENS[byte % len(TOKENS)] for byte in range(256)]  # faster than source.choices()


def program(source, lines):
    """Not a valid program, but its contents are rarer than what real programs share."""
    return "".join(" ".join([TOKEN_OF_BYTE[byte] for byte in source.randbytes(10)]) + ";\n"
                   for _ in range(lines))


class Scale(unittest.TestCase):
    def setUp(self):
        self.source = random.Random(self.id())
        temporary = tempfile.TemporaryDirectory()
        self.addCleanup(temporary.cleanup)
        self.folder = pathlib.Path(temporary.name)

    def write(self, name, text):
        path = self.folder / "in" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")

    def compare(self, *arguments):
        """Runs within the limits and returns the report."""
        report, timings = self.folder / "report.json", self.folder / "timings.json"
        subprocess.run([WHORL, "compare", self.folder / "in", "--json", report, "--timings", timings,
                        "-q", *arguments], check=True)
        size = sum(path.stat().st_size for path in (self.folder / "in").rglob("*") if path.is_file())
        self.assertLess(json.loads(timings.read_bytes())["peak_rss_bytes"], 100 * MB + 10 * size)
        return json.loads(report.read_bytes())

    def test_jplag_2307_a_hundred_thousand_files_do_not_freeze_the_machine(self):
        # Fewer files, so that the test is fast; `./dev bench compare --many` takes 96,842.
        count = 20_000
        for i in range(count):
            self.write(f"{i // 1000}/{i}.c", program(self.source, 4))
        report = self.compare("--by", "file")
        self.assertEqual(len(report["submissions"]) + len(report["skipped"]), count)

    def test_dolos_1682_449_students_of_5_files(self):
        for student in range(449):
            for i in range(5):
                self.write(f"s{student}/{i}.c", program(self.source, 60))
        report = self.compare()
        self.assertEqual(sum(len(s["files"]) for s in report["submissions"]), 449 * 5)

    def test_copydetect_28_4500_files_in_little_memory(self):
        for i in range(4500):
            self.write(f"{i}.c", program(self.source, 50))
        self.write("copy.c", (self.folder / "in/77.c").read_text(encoding="utf-8"))
        best = self.compare()["pairs"][0]
        self.assertEqual((best["a"], best["b"], best["score"]), ("77.c", "copy.c", 1))

    def check_large(self, name, text):
        """Compares a large file with one that contains part of it."""
        self.write("a/" + name, text)
        self.write("b/" + name, text[len(text) // 2 :][: len(text) // 20])
        (pair,) = self.compare()["pairs"]
        self.assertGreater(pair["containment_b"], 0.99)

    def test_large_text(self):
        self.check_large("a.txt", prose(self.source, 24 * MB))

    def test_large_text_beyond_ascii(self):
        self.check_large("a.txt", prose(self.source, 16 * MB).replace("a", "ä"))

    def test_large_program(self):
        self.check_large("a.c", program(self.source, 24 * MB // 35))

    def test_braces(self):
        self.check_large("a.c", "{" * 24 * MB)


if __name__ == "__main__":
    unittest.main()
