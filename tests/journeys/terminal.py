"""A person at a terminal: types commands one after the other in a folder and reads the output."""

import os
import pathlib
import pty
import re
import resource
import subprocess
import tempfile

ESCAPES = re.compile(r"\x1b\[[0-9;]*[A-Za-z]")


class Terminal:
    def __init__(self, whorl: str, limit: float = 4):
        self.bin = tempfile.TemporaryDirectory()
        self.work = tempfile.TemporaryDirectory()
        self.folder = pathlib.Path(self.work.name)
        (pathlib.Path(self.bin.name) / "whorl").symlink_to(pathlib.Path(whorl).resolve())
        self.limit = limit  # seconds of processor time, which other programs do not change

    def type(self, command: str, status: int = 0) -> str:
        """What the terminal shows for a command, which must end with the status."""
        leader, follower = pty.openpty()
        process = subprocess.Popen(["bash", "-c", command], cwd=self.folder, stdin=follower, stdout=follower,
                                   stderr=follower, env={**os.environ, "PATH": f"{self.bin.name}:{os.environ['PATH']}",
                                                         "COLUMNS": "100"})
        os.close(follower)
        shown = b""
        while True:
            try:
                block = os.read(leader, 1 << 16)
            except OSError:  # on Linux this means that the last writer has closed the terminal
                break
            if not block:
                break
            shown += block
        os.close(leader)
        text = ESCAPES.sub("", shown.decode()).replace("\r\n", "\n")
        found = process.wait()
        assert found == status, f"$ {command}\nended with {found}, not {status}:\n{text}"
        return text

    def says(self, command: str, *expected: str, status: int = 0) -> str:
        text = self.type(command, status)
        joined = " ".join(text.split())
        for words in expected:
            assert words in joined, f"$ {command}\ndoes not say '{words}':\n{text}"
        return text

    def write(self, name: str, content: str) -> None:
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(content, encoding="utf-8")

    def read(self, name: str) -> str:
        return (self.folder / name).read_text(encoding="utf-8")

    def leave(self) -> None:
        used = resource.getrusage(resource.RUSAGE_CHILDREN)
        seconds = used.ru_utime + used.ru_stime
        self.work.cleanup()
        self.bin.cleanup()
        print(f"done with {seconds:.1f} s of processor time")
        assert seconds < self.limit, f"the journey took {seconds:.1f} s, more than {self.limit}"
