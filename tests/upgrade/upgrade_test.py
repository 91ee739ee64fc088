#!/usr/bin/env python3
"""`whorl upgrade` on stores of past formats: what they answered then they answer now.

usage: upgrade_test.py WHORL
"""

import json
import pathlib
import shutil
import sys
import tempfile
import unittest

from old_stores import GOLDEN, STORES, OldStore, Program

WHORL = ""
AS_BEFORE = ["--shingle", "10", "--letters-below", "0"]
LIMITS = ["-q", "--memory", "32M", "--threads", "1"]


def contents(folder: pathlib.Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.iterdir()}


class Upgrade(unittest.TestCase):
    def setUp(self):
        temporary = tempfile.TemporaryDirectory()
        self.addCleanup(temporary.cleanup)
        self.folder = pathlib.Path(temporary.name)
        self.store = self.folder / "s"
        self.program = Program(WHORL, self.folder)
        for name in ("documents.jsonl", "later.jsonl"):
            shutil.copy(GOLDEN / name, self.folder)

    def upgraded(self, store: OldStore) -> dict:
        store.copy(self.store)
        done = self.program.run("upgrade", "s", "--json")
        self.assertEqual((done.returncode, done.stderr), (0, b""))
        return json.loads(done.stdout)

    def assert_sound(self):
        done = self.program.run("check", "s", "--json")
        self.assertEqual((done.returncode, done.stderr), (0, b""))
        found = json.loads(done.stdout)
        self.assertEqual((found["sound"], found["open_runs"], found["left"]), (True, [], []))

    def test_answers_are_those_that_were_recorded(self):
        for store in STORES:
            with self.subTest(store.answers):
                summary = self.upgraded(store)
                self.assertFalse(summary["done_before"])
                self.assertEqual(summary["to"], summary["from"] + 1)
                self.assertEqual(self.program.answers(store), store.recorded())
                self.assert_sound()

    def test_a_store_of_the_present_format_is_left_as_it_is(self):
        for store in STORES:
            with self.subTest(store.folder):
                self.upgraded(store)
                before = contents(self.store)
                again = self.program.run("upgrade", "s")
                self.assertEqual(again.returncode, 0)
                self.assertIn(b"nothing to do", again.stdout)
                self.assertEqual(contents(self.store), before)

    def test_other_commands_name_the_command(self):
        commands = [["check", "s"], ["query", "s", "--cluster", "0"], ["recluster", "s"],
                    ["cluster", "--into", "s", "later.jsonl"],
                    ["cluster", "documents.jsonl", "-o", "s"],
                    ["merge", "s", "s2", "-o", "both"],
                    ["dedup", "later.jsonl", "--against", "s", "-o", "kept.jsonl"]]
        sweeps = [["check", "s"], ["sweep", "drift", "s"], ["sweep", "locate", "s", "http://x.org"],
                  ["sweep", "add", "s", "--date", "2026-07-01", "later.jsonl"]]
        for store, questions in ((STORES[0], commands), (STORES[3], sweeps)):
            before = contents(store.copy(self.store))
            for command in questions:
                with self.subTest(command):
                    done = self.program.run(*command)
                    self.assertEqual(done.returncode, 3)
                    self.assertIn(b"s: is of an earlier format; run: whorl upgrade s", done.stderr)
            after = contents(self.store)
            after.pop("inputs.json", None)
            self.assertEqual(after, before)

    def test_a_store_grows_on_as_a_new_one_does(self):
        self.upgraded(STORES[0])
        self.program.run("cluster", "documents.jsonl", "-o", "new", "--keep-from", "0.3", *AS_BEFORE, *LIMITS)
        for store in ("s", "new"):
            self.program.run("cluster", "--into", store, "later.jsonl", *LIMITS)
        self.assertEqual((self.store / "clusters.jsonl").read_bytes(),
                         (self.folder / "new/clusters.jsonl").read_bytes())
        self.assert_sound()

    def test_sweeps_go_on_as_those_of_a_new_store_do(self):
        self.upgraded(STORES[3])
        for date, name in (("2026-05-01", "documents"), ("2026-06-01", "later")):
            self.program.run("sweep", "add", "new", "--date", date, f"{name}.jsonl", *LIMITS)
        for store in ("s", "new"):
            done = self.program.run("sweep", "add", store, "--date", "2026-07-01",
                                    "documents.jsonl", *LIMITS)
            self.assertEqual(done.returncode, 0, done.stderr)
        drift = [self.program.run("sweep", "drift", store, "--json").stdout for store in ("s", "new")]
        self.assertEqual(*drift)
        self.assert_sound()

    def test_a_damaged_store_is_refused_and_left_as_it_was(self):
        """Whatever the old format had a checksum, a size or an order of. Where two files contradict
        each other, both are named."""
        for store in (STORES[0], STORES[1], STORES[2], STORES[3]):
            for name in sorted(p.name for p in (GOLDEN / store.folder).glob("*.bin")):
                for how in ("gone", "cut", "zeroed"):
                    with self.subTest(f"{store.folder}/{name} {how}"):
                        path = store.copy(self.store) / name
                        data = path.read_bytes()
                        if not data:
                            continue
                        if how == "gone":
                            path.unlink()
                        else:
                            path.write_bytes(data[:-1] if how == "cut" else bytes(len(data)))
                        before = contents(self.store)
                        done = self.program.run("upgrade", "s")
                        self.assertEqual(done.returncode, 3, done.stdout)
                        self.assertIn(name.split(".")[0].encode() + b".", done.stderr)
                        self.assertEqual(contents(self.store), before)

    def test_what_is_no_store_is_said_to_be_none(self):
        done = self.program.run("upgrade", "nothing")
        self.assertEqual(done.returncode, 1)
        self.assertIn(b"nothing: holds no store", done.stderr)
        STORES[0].copy(self.store)
        (self.store / "store.json").write_text('{"format": 2}')
        self.assertEqual(self.program.run("upgrade", "s").returncode, 3)

    def test_an_unfinished_store_is_refused(self):
        manifest = json.loads((STORES[0].copy(self.store) / "store.json").read_text())
        manifest["done"].pop()
        (self.store / "store.json").write_text(json.dumps(manifest))
        done = self.program.run("upgrade", "s")
        self.assertEqual(done.returncode, 1)
        self.assertIn(b"not finished", done.stderr)


if __name__ == "__main__":
    WHORL = str(pathlib.Path(sys.argv.pop(1)).resolve())
    unittest.main()
