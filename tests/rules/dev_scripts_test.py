"""Whether ./dev shows the progress of a build, reports its failure, and runs the tests of the table."""

import os
import pathlib
import pty
import re
import subprocess
import sys
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "scripts"))
import tier_seconds  # noqa: E402

PROGRESS = ROOT / "scripts/build_progress"
STEPS = "".join(f"[{n}/40] Building CXX object src/base/CMakeFiles/base.dir/part{n}.cc.o\n" for n in range(1, 41))


def shown(text, *arguments):
    return subprocess.run([PROGRESS, "build/x", *arguments], input=text, capture_output=True, text=True)


def ninja(rules, folder):
    """Runs a build like `build` in scripts/dev/build.sh."""
    (pathlib.Path(folder) / "build.ninja").write_text(rules)
    return subprocess.run(
        ["bash", "-o", "pipefail", "-c", f"NINJA_STATUS='[%f/%t] ' ninja -C '{folder}' all | '{PROGRESS}' build/x 1"],
        capture_output=True, text=True)


class Progress(unittest.TestCase):
    def test_nothing_is_printed_if_nothing_is_built(self):
        done = shown("ninja: Entering directory `build/x'\n[0/2] Re-checking globbed directories...\n"
                     "ninja: no work to do.\n")
        self.assertEqual((done.stdout, done.stderr), ("", ""))

    def test_outside_a_terminal_steps_are_not_listed_one_by_one(self):
        done = shown(STEPS)
        self.assertEqual(done.stdout, "")
        self.assertRegex(done.stderr, r"^==> building build/x\n\[40/40\] built in \d+ s\n$")

    def test_a_line_appears_while_a_single_step_takes_long(self):
        with tempfile.TemporaryDirectory() as folder:
            done = ninja("rule slow\n  command = sleep $seconds\nbuild a: slow\n  seconds = 0\n"
                         "build b: slow a\n  seconds = 4\nbuild all: phony a b\n", folder)
        self.assertEqual(done.returncode, 0)
        self.assertGreaterEqual(len(re.findall(r"^\[1/2\] ", done.stderr, re.MULTILINE)), 2, done.stderr)

    def test_a_failure_shows_what_the_compiler_printed_and_has_its_status(self):
        with tempfile.TemporaryDirectory() as folder:
            done = ninja("rule bad\n  command = echo 'part.cc:3: error: no'; exit 1\nbuild all: bad\n", folder)
        self.assertNotEqual(done.returncode, 0)
        self.assertIn("part.cc:3: error: no", done.stdout)
        self.assertNotIn("built in", done.stderr)

    def test_on_a_terminal_one_line_is_rewritten(self):
        reader, writer = pty.openpty()
        subprocess.run([PROGRESS, "build/x"], input=STEPS, text=True, stderr=writer, check=True)
        os.close(writer)
        text = b""
        try:
            while part := os.read(reader, 65536):
                text += part
        except OSError:  # the other end is closed
            pass
        os.close(reader)
        self.assertIn(b"\r\x1b[K[7/40] ", text)
        self.assertEqual(text.count(b"\n"), 2)

    def test_the_last_line_is_passed_on_without_its_newline(self):
        self.assertEqual(shown(STEPS + "warning: last").stdout, "warning: last\n")


def dev(*arguments):
    return subprocess.run([ROOT / "dev", *arguments], capture_output=True, text=True)


class Tiers(unittest.TestCase):
    def test_each_tier_has_a_runner_seconds_and_a_purpose(self):
        lines = dev("test", "--list").stdout.split("\n\n")[0].splitlines()[1:]
        self.assertGreater(len(lines), 10)
        for line in lines:
            self.assertRegex(line, r"^[a-z]+ +(\./dev (test|check)|its name) +[1-9]\d*  \S.{20,}$")

    def test_each_test_of_the_table_is_added_somewhere(self):
        added = "\n".join(path.read_text() for path in (ROOT / "tests").glob("*/CMakeLists.txt"))
        apart = {"npm_test", "pytest", "mypy", "torture", "mutate"}  # ./dev runs these itself
        for line in (ROOT / "tests/tiers.txt").read_text().splitlines():
            names = [word.split(":")[0] for word in line.split()] if line.startswith(" ") else []
            for name in set(names) - apart:
                # Some names consist of a prefix and an item of a list.
                words = [name] if re.search(rf"\b{name}\b", added) else name.split("_", 1)
                for word in words:
                    self.assertRegex(added, rf"(\b|_){word}(\b|_)", name)

    def test_seconds_are_taken_from_what_ctest_measured(self):
        table = "# note\n\nunit   test   Programs\n  slow_test:9\n\nkills  check  Kills\n  a_kill:1 b_kill:2\n"
        costs = "slow_test.0 1 20.2\nslow_test.1 1 1.1\nnew_test.0 1 7\nquick_test.0 1 1\na_kill 2 33.4\n---\n"
        self.assertEqual(tier_seconds.rewritten(table, costs),
                         "# note\n\nunit   test   Programs\n  slow_test:21 new_test:7\n\n"
                         "kills  check  Kills\n  a_kill:33 b_kill:2\n")

    def test_an_unknown_room_or_tier_is_refused_with_those_that_exist(self):
        for arguments in (["nowhere"], ["--tier", "nowhere"]):
            done = dev("test", *arguments)
            self.assertEqual(done.returncode, 1)
            self.assertIn("nowhere", done.stderr)


class Benchmarks(unittest.TestCase):
    # Scripts of bench/ that ./dev runs under another name, or not at all.
    APART = {
        "paired": "compares two files of scores of `./dev bench quality`",
        "peer_tools": "bench/peers.py runs it in its own environment",
        "quality_peers": "./dev bench quality --peers",
        "same_outputs": "./dev same",
    }

    def setUp(self):
        text = (ROOT / "scripts/dev/bench.sh").read_text()
        self.names = re.search(r"^BENCHMARKS='(.*?)'", text, re.DOTALL | re.MULTILINE).group(1).split()

    def test_help_lists_each_benchmark_and_no_other(self):
        rows = re.search(r"^  bench NAME +run a benchmark: (.*?)(?=^  \w)", dev("help").stdout, re.DOTALL | re.MULTILINE)
        listed = rows.group(1).replace(" (--peers)", "")
        listed = listed[:listed.rindex("or build:") + len("or build")].replace(";", ",").replace("or build", "build")
        self.assertEqual(sorted(name.strip() for name in listed.split(",")), sorted(self.names))

    def test_each_script_that_can_be_run_is_a_benchmark(self):
        scripts = {path.stem for path in (ROOT / "bench").iterdir() if path.is_file() and os.access(path, os.X_OK)}
        self.assertGreater(len(scripts), 10)
        self.assertEqual(scripts - {name.replace("-", "_") for name in self.names}, set(self.APART))

    def test_an_unknown_benchmark_is_refused_with_those_that_exist(self):
        for arguments in (["bench"], ["bench", "nothing"], ["bench", "ken.*"]):
            done = dev(*arguments)
            self.assertEqual(done.returncode, 1)
            for name in self.names:
                self.assertIn(name, done.stderr)


if __name__ == "__main__":
    unittest.main()
