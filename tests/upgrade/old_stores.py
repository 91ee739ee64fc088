"""The stores of past formats under tests/store/golden, and what was answered of them."""

import dataclasses
import pathlib
import shutil
import subprocess

GOLDEN = pathlib.Path(__file__).resolve().parents[1] / "store/golden"


@dataclasses.dataclass
class OldStore:
    folder: str  # under GOLDEN
    questions: list[list[str]]  # to a store `s`
    answers: str  # the file that has what was answered to all of them

    def copy(self, to: pathlib.Path) -> pathlib.Path:
        shutil.rmtree(to, ignore_errors=True)
        shutil.copytree(GOLDEN / self.folder, to)
        return to

    def recorded(self) -> bytes:
        return (GOLDEN / self.answers).read_bytes()


CLUSTER = [["query", "s", "--cluster", "0", "--json"],
           ["query", "s", "--url", "http://h1.example/1", "--json"]]
DRIFT = [["sweep", "drift", "s", "--json"]]
LOCATE = [["sweep", "locate", "s", "http://h1.example/22", "--json"]]
STORES = [OldStore(f"format3/{name}", CLUSTER, f"format3/{name}.answers.jsonl")
          for name in ("pairs", "linked", "common")]
STORES += [OldStore("sweeps1/web", DRIFT, "sweeps1/drift.json"),
           OldStore("sweeps1/web", LOCATE, "sweeps1/locate.json")]


@dataclasses.dataclass
class Program:
    whorl: str
    folder: pathlib.Path  # where `s` is

    def run(self, *arguments: str, environment: dict[str, str] | None = None):
        return subprocess.run([self.whorl, *arguments], cwd=self.folder, capture_output=True,
                              env=environment, timeout=120, check=False)

    def answers(self, store: OldStore) -> bytes:
        """To all questions; the complaint where there is one."""
        out = b""
        for question in store.questions:
            done = self.run(*question)
            out += done.stdout if done.returncode == 0 else done.stderr
        return out
