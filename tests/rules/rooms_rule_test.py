#!/usr/bin/env python3
"""The rule of rooms reports a missing row, a row without a folder, and a missing line of layers."""

import pathlib
import subprocess
import sys
import tempfile
import unittest

RULE = pathlib.Path(__file__).with_name("rooms_rule.py")
HEAD = "# Tour\n\n| room | the question that it answers |\n|---|---|\n"
BASE = "| `src/base/` | How? |\n"
READ = "| `src/input/` | What? |\n"
CLI = "| `apps/cli/` | Who? |\n"
LAYERS = "# rooms\nbase:\nread/zip: base\nread: base read/zip\n"


class RoomsRule(unittest.TestCase):
    def verdict(self, table, layers=LAYERS):
        with tempfile.TemporaryDirectory() as folder:
            root = pathlib.Path(folder)
            for name in ("src/base", "src/input", "src/input/zip", "apps/cli"):
                (root / name).mkdir(parents=True)
                (root / name / "a.cc").write_text("")
            (root / "src/layers.txt").write_text(layers)
            (root / "ARCHITECTURE.md").write_text(HEAD + table + "\nText.\n")
            run = subprocess.run([sys.executable, RULE, root], text=True, capture_output=True)
            return run.returncode, run.stdout + run.stderr

    def expect(self, words, table, layers=LAYERS):
        status, out = self.verdict(table, layers)
        self.assertEqual(status, 1, out)
        self.assertEqual(out.strip(), words)

    def test_a_table_of_all_rooms_is_accepted(self):
        self.assertEqual(self.verdict(BASE + READ + CLI)[0], 0)

    def test_a_room_without_a_row(self):
        self.expect("ARCHITECTURE.md: src/input has no row in the table of rooms", BASE + CLI)
        self.expect("ARCHITECTURE.md: apps/cli has no row in the table of rooms", BASE + READ)

    def test_a_row_without_a_folder(self):
        self.expect("ARCHITECTURE.md:8: no folder src/gone", BASE + READ + CLI + "| `src/gone/` | Why? |\n")

    def test_a_row_without_a_question(self):
        self.expect("ARCHITECTURE.md:7: say which question apps/cli answers",
                    BASE + READ + "| `apps/cli/` | The program. |\n")

    def test_a_room_without_a_line_of_layers(self):
        self.expect("src/layers.txt: no line for src/input", BASE + READ + CLI, "base:\n")

    def test_a_line_of_layers_without_a_folder(self):
        self.expect("src/layers.txt:5: no folder src/input/tar", BASE + READ + CLI, LAYERS + "read/tar:\n")


if __name__ == "__main__":
    unittest.main()
