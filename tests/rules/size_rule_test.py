#!/usr/bin/env python3
"""The rule of size reports what it forbids and accepts the rest."""

import pathlib
import subprocess
import sys
import tempfile
import unittest

RULE = pathlib.Path(__file__).with_name("size_rule.py")
SHORT = "int f%d(int a) {\n  return a;\n}\n"


class SizeRule(unittest.TestCase):
    def verdict(self, text):
        with tempfile.TemporaryDirectory() as folder:
            root = pathlib.Path(folder)
            (root / "src").mkdir()
            (root / "src" / "a.cc").write_text(text)
            run = subprocess.run([sys.executable, RULE, root], text=True, capture_output=True)
            return run.returncode, run.stdout

    def expect(self, text, words):
        status, out = self.verdict(text)
        self.assertEqual(status, 1, out)
        self.assertIn(words, out)
        self.assertEqual(len(out.splitlines()), 1, out)

    def test_small_functions_pass(self):
        self.assertEqual(self.verdict("".join(SHORT % i for i in range(20)))[0], 0)

    def test_limits_are_allowed(self):
        body = "  g();\n" * 58
        self.assertEqual(self.verdict(f"void h() {{\n{body}}}\n")[0], 0)
        self.assertEqual(self.verdict(SHORT % 0 + "// x\n" * 797)[0], 0)

    def test_a_long_file(self):
        self.expect(SHORT % 0 + "// x\n" * 798, "a.cc:801: the file has 801 lines")

    def test_a_long_function(self):
        body = "  g();\n" * 59
        self.expect(SHORT % 0 + f"void h() {{\n{body}}}\n", "a.cc:4: the function h has 61 lines")

    def test_many_functions_of_middle_length_are_allowed(self):
        body = "  g();\n" * 30
        self.assertEqual(self.verdict("".join(f"void h{i}() {{\n{body}}}\n" for i in range(9)))[0], 0)

    def test_many_parameters_are_allowed(self):
        self.assertEqual(self.verdict("void h(int a, int b, int c, int d, int e, int f, int g) {}\n")[0], 0)

    def test_an_error_returned_by_hand(self):
        self.expect(SHORT % 0 + "// return tl::unexpected(x.error());\n", "WHORL_RETURN_IF_ERROR")


if __name__ == "__main__":
    unittest.main()
