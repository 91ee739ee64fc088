#!/usr/bin/env python3
"""The rule of rooms reports a missing row, a row without a folder, and a missing line of layers."""

import pathlib
import subprocess
import sys
import tempfile
import unittest

RULE = pathlib.Path(__file__).with_name("rooms_rule.py")
INNER = "| room inside | what it has |\n|---|---|\n| `input/zip/` | Members. |\n"
HEAD = "# Tour\n\n| room | the question that it answers |\n|---|---|\n"
BASE = "| `src/base/` | How? |\n"
INPUT = "| `src/input/` | What? |\n"
CLI = "| `apps/cli/` | Who? |\n"
LAYERS = "# rooms\nbase:\ninput/zip: base\ninput: base input/zip\n"


class RoomsRule(unittest.TestCase):
    def verdict(self, table, layers=LAYERS, inner=INNER):
        with tempfile.TemporaryDirectory() as folder:
            root = pathlib.Path(folder)
            for name in ("src/base", "src/input", "src/input/zip", "apps/cli"):
                (root / name).mkdir(parents=True)
                (root / name / "a.cc").write_text("")
            (root / "src/layers.txt").write_text(layers)
            (root / "ARCHITECTURE.md").write_text(HEAD + table + "\nText.\n\n" + inner)
            run = subprocess.run([sys.executable, RULE, root], text=True, capture_output=True)
            return run.returncode, run.stdout + run.stderr

    def expect(self, words, table, layers=LAYERS, inner=INNER):
        status, out = self.verdict(table, layers, inner)
        self.assertEqual(status, 1, out)
        self.assertEqual(out.strip(), words)

    def test_a_table_of_all_rooms_is_accepted(self):
        self.assertEqual(self.verdict(BASE + INPUT + CLI)[0], 0)

    def test_a_room_without_a_row(self):
        self.expect("ARCHITECTURE.md: src/input has no row in the table of rooms", BASE + CLI)
        self.expect("ARCHITECTURE.md: apps/cli has no row in the table of rooms", BASE + INPUT)

    def test_a_row_without_a_folder(self):
        self.expect("ARCHITECTURE.md:8: no folder src/gone", BASE + INPUT + CLI + "| `src/gone/` | Why? |\n")

    def test_a_row_without_a_question(self):
        self.expect("ARCHITECTURE.md:7: say which question apps/cli answers",
                    BASE + INPUT + "| `apps/cli/` | The program. |\n")

    def test_a_room_without_a_line_of_layers(self):
        self.expect("src/layers.txt: no line for src/input", BASE + INPUT + CLI, "base:\n")

    def test_a_line_of_layers_without_a_folder(self):
        inner = INNER + "| `input/` | `tar/` |\n"
        status, out = self.verdict(BASE + INPUT + CLI, LAYERS + "input/tar:\n", inner)
        self.assertEqual(status, 1)
        self.assertIn("src/layers.txt:5: no folder src/input/tar", out)

    def test_a_room_inside_without_a_row(self):
        words = "ARCHITECTURE.md: input/zip has no row in the table of the rooms inside"
        self.expect(words, BASE + INPUT + CLI, inner=INNER.replace("zip", "z").replace("`input/z/`", "`input/`"))

    def test_a_room_may_stand_in_the_row_of_the_room_around_it(self):
        inner = INNER.replace("| `input/zip/` | Members. |", "| `input/` | `zip/`: members. |")
        self.assertEqual(self.verdict(BASE + INPUT + CLI, inner=inner)[0], 0)

    def test_a_row_of_a_room_inside_that_is_gone(self):
        inner = INNER + "| `input/gone/` | ? |\n"
        self.expect("ARCHITECTURE.md: no folder src/input/gone", BASE + INPUT + CLI, inner=inner)


if __name__ == "__main__":
    unittest.main()
