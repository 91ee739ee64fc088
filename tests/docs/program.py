"""Runs the program under test in a folder of its own."""

import json
import os
import pathlib
import subprocess
import tempfile

WHORL = os.environ.get("WHORL", "whorl")


class Sandbox:
    """A temporary folder: files are written into it and the program runs there."""

    def __enter__(self):
        self.folder = tempfile.TemporaryDirectory()
        self.path = pathlib.Path(self.folder.name)
        return self

    def __exit__(self, *_):
        self.folder.cleanup()

    def write(self, name: str, content: str | bytes) -> None:
        path = self.path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content.encode() if isinstance(content, str) else content)

    def run(self, *arguments: str) -> str:
        done = subprocess.run([WHORL, *arguments], cwd=self.path, capture_output=True, text=True)
        if done.returncode != 0:
            raise AssertionError(f"whorl {' '.join(arguments)}: {done.returncode}\n{done.stderr}")
        return done.stdout

    def json(self, *arguments: str):
        return json.loads(self.run(*arguments))

    def fingerprints(self, recipe: str, *names: str) -> dict[str, list[tuple[int, int]]]:
        """By file: (position, hash) of each selected k-gram of the recipe."""
        lines = self.run("fingerprint", *names, "--recipe", recipe, "--jsonl", "--quiet")
        return {entry["name"]: [(position, int(hash, 16))
                                for hash, position in entry["fingerprints"]]
                for entry in map(json.loads, lines.splitlines())}
