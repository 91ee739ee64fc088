"""Makes small versions of the files that examples in the documentation name."""

import gzip
import json
import pathlib
import random
import shutil
import subprocess
import zipfile

WORDS = ("river stone window letter garden music paper winter table light answer bridge copper "
         "yellow simple travel orange planet forest silver").split()
JAVA = """public class Main {{
  public static void main(String[] words) {{
    int {name} = 0;
    for (int i = 0; i < words.length; i++) {{ {name} = {name} + words[i].length() * {number}; }}
    if ({name} > 10) System.out.println("long: " + {name}); else System.out.println("short");
  }}
}}
"""


def prose(number: int, count: int = 120) -> str:
    """Every third text is an edited copy of the one before it."""
    dice = random.Random(number - number % 3 // 2)
    words = [dice.choice(WORDS) + dice.choice(WORDS) for _ in range(count)]
    if number % 3 == 2:
        words[count // 2] = "edited"
    return " ".join(words)


def lines(begin: int, end: int, prefix: str = "d") -> str:
    return "".join(json.dumps({"id": f"{prefix}{i}", "text": prose(i), "quality": i % 7, "dump": f"2026-{40 + i % 2}",
                               "notes": prose(i).split()[:20]}) + "\n" for i in range(begin, end))


def web_archive(count: int) -> bytes:
    records = b""
    for i in range(count):
        http = ("HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n"
                f"<title>{i}</title><p>{prose(i)}</p>").encode()
        records += (f"WARC/1.0\r\nWARC-Type: response\r\nWARC-Target-URI: http://a.org/{i}\r\n"
                    "WARC-Date: 2026-05-01T00:00:00Z\r\n"
                    f"Content-Type: application/http; msgtype=response\r\n"
                    f"Content-Length: {len(http)}\r\n\r\n").encode() + http + b"\r\n\r\n"
    return records


class Files:
    def __init__(self, folder: pathlib.Path, whorl: str):
        self.folder = folder
        self.whorl = whorl

    def write(self, name: str, content: str | bytes) -> None:
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content.encode() if isinstance(content, str) else content)

    def packed(self, name: str, content: str | bytes) -> None:
        content = content.encode() if isinstance(content, str) else content
        if name.endswith(".gz"):
            self.write(name, gzip.compress(content, mtime=0))
            return
        self.write("unpacked", content)
        with open(self.folder / name, "wb") as file:
            subprocess.run(["zstd", "-qc", "unpacked"], cwd=self.folder, stdout=file, check=True)
        (self.folder / "unpacked").unlink()

    def submissions(self) -> None:
        for i, student in enumerate(["ann", "ben", "cem", "dina"]):
            java = JAVA.format(name=["sum", "total", "n", "size"][i], number=i // 2)
            self.write(f"hand-ins/{student}/Main.java", java)
            self.write(f"export/{student}_{100 + i}_Main.java", java)
            self.write(f"essays/{student}.txt", prose(i, 300))
            self.write(f"papers/{student}.txt", prose(i, 900))
        self.write("info.csv", "filename,label,full_name,created_at\n" + "".join(
            f"hand-ins/{student}/Main.java,group,{student.title()},2026-05-01\n"
            for student in ["ann", "ben", "cem", "dina"]))
        self.write("verdicts.json", json.dumps({"version": 1, "verdicts": [
            {"a": "ann", "b": "ben", "verdict": "allowed", "note": "worked together"}]}))
        with zipfile.ZipFile(self.folder / "submissions.zip", "w") as archive:
            for path in sorted((self.folder / "hand-ins").glob("*/*")):
                archive.write(path, path.relative_to(self.folder / "hand-ins"))

    def collections(self) -> None:
        for i in range(9):
            self.write(f"pages/{i}.html", f"<title>{i}</title><p>{prose(i)}</p>")
            self.write(f"versions/{i}.txt", prose(i))
            self.write(f"notes/{i}.md", prose(i))
        for name, content in {"songs.jsonl": lines(0, 9), "in.jsonl": lines(0, 20),
                              "new.jsonl": lines(20, 26), "train.jsonl": lines(0, 12),
                              "benchmark.jsonl": lines(3, 5, "b")}.items():
            self.write(name, content)
        self.write("posts.csv", "post_id,score,body\n" + "".join(
            f'{i},{i % 7},"{prose(i)}"\n' for i in range(12)))
        self.write("more.tsv", "body\tpost_id\n" + "".join(f"{prose(i)}\t{i}\n" for i in range(9, 15)))
        self.write("page.txt", prose(4))
        self.write("pairs.tsv", "d0\td1\nd4\td3\n")
        self.write("results.txt", "d4\nd1\nd5\nd17\n")
        (self.folder / "crawl").mkdir()
        (self.folder / "corpus").mkdir()
        self.packed("crawl/pages.warc.gz", web_archive(6))
        self.packed("crawl/a.jsonl.gz", lines(0, 9))
        self.packed("dump.gz", lines(0, 9))

    def measured(self) -> None:
        self.write("draft.txt", prose(1, 900))
        self.write("published.txt", prose(2, 900))
        for student, name in (("ann", "sum"), ("ben", "total")):
            self.write(f"{student}/main.c", f"int main(int n) {{\n  int {name} = n;\n"
                       f"  while ({name} > 7) {name} = {name} / 2;\n  return {name};\n}}\n")

    def make(self, homework: pathlib.Path) -> None:
        shutil.copytree(homework, self.folder / "examples/homework")
        self.submissions()
        self.collections()
        if shutil.which("zstd"):
            self.packed("crawl/a.jsonl.zst", lines(0, 9))
            self.packed("corpus/a.jsonl.zst", lines(0, 20))
        self.measured()
        self.write("other.jsonl", lines(30, 36))
        subprocess.run([self.whorl, "cluster", "other.jsonl", "-o", "other-store", "--quiet"],
                       cwd=self.folder, check=True)
        (self.folder / ".local/share/bash-completion/completions").mkdir(parents=True)
