#!/usr/bin/env python3
"""The size rule finds what it forbids, and only that."""

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
        body = "  g();\n" * 59
        self.assertEqual(self.verdict(SHORT % 0 + SHORT % 1 + f"void h() {{\n{body}}}\n")[0], 0)
        self.assertEqual(self.verdict(SHORT % 0 + "// x\n" * 397)[0], 0)

    def test_a_long_file(self):
        self.expect(SHORT % 0 + "// x\n" * 798, "801 lines")

    def test_a_long_function(self):
        body = "  g();\n" * 60
        self.expect(SHORT % 0 + SHORT % 1 + f"void h() {{\n{body}}}\n", "h has 61 lines")

    def test_half_of_the_functions_long(self):
        body = "  g();\n" * 6
        self.expect(f"void h() {{\n{body}}}\n", "half the functions")

    def test_many_parameters(self):
        many = "void h(int a, int b, int c, int d, int e, int f) {}\n"
        self.expect(many + "".join(SHORT % i for i in range(99)), "take 6 parameters")

    def test_commas_inside_a_type_are_no_parameters(self):
        few = "void h(std::map<int, int> a, std::function<void(int, int, int)> b, int c) {}\n"
        self.assertEqual(self.verdict(few + SHORT % 0)[0], 0)

    def test_an_error_carried_by_hand(self):
        self.expect(SHORT % 0 + "// return tl::unexpected(x.error());\n", "WHORL_RETURN_IF_ERROR")


if __name__ == "__main__":
    unittest.main()
