"""That the comparison of two builds' outputs (bench/same) sees every change, and puts only seconds aside."""

import base64
import gzip
import json
import pathlib
import sys
import tempfile
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "bench"))

from same.cases import Case, all_cases  # noqa: E402
from same.outputs import first_difference, run_case  # noqa: E402


def page(data, around=b"<html>"):
    packed = base64.b64encode(gzip.compress(data, mtime=0))
    return around + b'<script type="text/plain" id="whorl-report">' + packed + b"</script>\n"


class Cases(unittest.TestCase):
    def test_have_every_row_of_the_tables(self):
        selectors = {"winnow": ["w"], "oc": ["w", "s"], "min": ["s"], "every": ["i"]}
        methods = {"front_ends": [{"name": "text", "arguments": ""}],
                   "selectors": [{"name": name, "parameters": these} for name, these in selectors.items()],
                   "languages": [{"name": "c"}],
                   "measures": [{"sort": "score"}, {"sort": "rarity"}],
                   "pairs": [{"name": "exact", "arguments": ""}, {"name": "bands", "arguments": "BxR"}]}
        steps = "\n".join(step for case in all_cases(methods, pathlib.Path("none")) for step in case.steps)
        for word in ("/winnow:w=9", "/oc:w=9,s=4", "/min:s=40", "/every:i=5", "--sort rarity", "--pairs bands:14x8 -"):
            self.assertIn(word, steps)


class FirstDifference(unittest.TestCase):
    def setUp(self):
        scratch = tempfile.TemporaryDirectory()
        self.addCleanup(scratch.cleanup)
        self.folder = pathlib.Path(scratch.name)

    def difference(self, name, one, other):
        for side, data in (("a", one), ("b", other)):
            (self.folder / side / name).parent.mkdir(parents=True, exist_ok=True)
            if data is not None:
                (self.folder / side / name).write_bytes(data)
        return first_difference(self.folder / "a", self.folder / "b")

    def test_equal_files_are_the_same(self):
        self.assertIsNone(self.difference("store/pairs.bin", b"1234", b"1234"))

    def test_names_the_file_and_the_byte(self):
        self.assertEqual(self.difference("store/pairs.bin", b"1234", b"1254"), "store/pairs.bin: byte 2")

    def test_sees_bytes_behind_the_end(self):
        self.assertEqual(self.difference("x", b"12", b"123"), "x: byte 2")

    def test_sees_a_file_of_one_build_alone(self):
        self.assertEqual(self.difference("x", b"", None), "x: only in a")
        self.assertEqual(self.difference("y", None, b""), "x: only in a")

    def test_puts_seconds_aside_and_nothing_else(self):
        self.assertIsNone(self.difference("times.json", b'{"seconds": 0.5,', b'{"seconds": 1e-05,'))
        self.assertEqual(self.difference("stats.json", b'{"pairs": 5,', b'{"pairs": 6,'), "stats.json: byte 10")
        self.assertIsNotNone(self.difference("clusters.jsonl", b'"seconds": 1', b'"seconds": 2'))

    def store(self, side, generation, contents):
        """A store of one file that is written in two blocks."""
        folder = self.folder / side / "store"
        folder.mkdir(parents=True)
        name = f"pairs.{generation}.bin"
        blocks = [contents[:4096] + side.encode() * 8, contents[4096:]]
        (folder / name).write_bytes(side.encode() * 56 + b"".join(blocks))
        entry = {"name": name, "bytes": len(contents), "checksum": side}
        table = {"store": side, "generation": generation, "files": {"pairs.bin": entry}}
        (folder / "store.json").write_text(json.dumps({"documents": 2, "files": table, "checksum": side}))

    def test_compares_what_the_files_of_stores_hold(self):
        self.store("a", 1, b"1" * 5000)
        self.store("b", 2, b"1" * 5000)
        self.assertIsNone(first_difference(self.folder / "a", self.folder / "b"))

    def test_sees_what_differs_in_the_files_of_stores(self):
        self.store("a", 1, b"1" * 5000)
        self.store("b", 1, b"1" * 4999 + b"2")
        self.assertEqual(first_difference(self.folder / "a", self.folder / "b"), "store/pairs.bin: byte 4999")

    def test_puts_printed_seconds_aside(self):
        self.assertIsNone(self.difference("step 1 stdout", b"cluster    0.05 s  1 MB", b"cluster   12.34 s  1 MB"))
        self.assertIsNotNone(self.difference("step 1 stdout", b"0.05 s  1 MB", b"0.05 s  2 MB"))

    def test_compares_the_data_of_a_page(self):
        self.assertIsNone(self.difference("report.html", page(b"1"), page(b"1", b"<p>")))
        self.assertIsNotNone(self.difference("report.html", page(b"1"), page(b"2")))
        self.assertIsNotNone(self.difference("report.html", page(b"1"), b"<html>"))


class RunCase(unittest.TestCase):
    def run_script(self, line, folder):
        program = pathlib.Path(folder, "program")
        program.write_text(f"#!/bin/sh\n{line}\n")
        program.chmod(0o755)
        return run_case(program, Case("case", ("one 'two three'", "four")), {}, pathlib.Path(folder, "run"))

    def test_keeps_what_is_printed_and_the_status(self):
        with tempfile.TemporaryDirectory() as folder:
            self.assertIsNone(self.run_script('echo "$2"; exit 2', folder))
            self.assertEqual(pathlib.Path(folder, "run/step 1 stdout").read_text(), "two three\n")
            self.assertEqual(pathlib.Path(folder, "run/step 2 status").read_text(), "2\n")

    def test_a_step_that_fails_is_no_proof(self):
        with tempfile.TemporaryDirectory() as folder:
            self.assertEqual(self.run_script("exit 1", folder), "status 1 of whorl one 'two three'")


if __name__ == "__main__":
    unittest.main()
