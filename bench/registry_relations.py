"""The relations of Heintze 1996: versions of RFCs, made here, are looked up in a registry of all RFCs."""

import random
import re
import shutil
import statistics
import subprocess

from registry_rfc import answers

TEXTS = 24
RATIO = 0.1  # from which a document is taken for one that is related
SHARED = 0.05  # of its shingles of five words: under that it is not


def paragraphs(text):
    return [p for p in text.split("\n\n") if p.strip()]


def shingles(text):
    words = re.findall("[a-z0-9]+", text.lower())
    return {hash(tuple(words[i:i + 5])) for i in range(len(words) - 4)}


class Texts:
    """Shingles of RFCs and of their versions, counted once each."""

    def __init__(self, rfc, folder):
        self.rfc, self.folder, self.kept = rfc, folder, {}

    def of(self, path):
        if path not in self.kept:
            self.kept[path] = shingles(path.read_text(encoding="utf-8", errors="replace"))
        return self.kept[path]

    def is_unrelated(self, version, document):
        """True if a version contains almost nothing of a document, counted on all words."""
        stem, kind, _ = version.split(".")
        words = f"{stem}.text.txt" if kind in ("pdf", "postscript") else version
        own = self.of(self.rfc / "files" / document)
        return len(own & self.of(self.folder / words)) < SHARED * len(own)


def words_changed(text, chance, other):
    """Every twentieth word becomes a word of another text."""
    lines = []
    for line in text.split("\n"):
        lines.append(" ".join(chance.choice(other) if word and chance.random() < 0.05 else word for word in line.split(" ")))
    return "\n".join(lines)


def postscript(source, target):
    """As a printer would get it."""
    text = source.read_text(encoding="utf-8", errors="replace").replace("\\", "\\e").replace("\f", "")
    lines = ("\\&" + line if line[:1] in (".", "'") else line for line in text.split("\n"))
    with target.open("wb") as out:
        subprocess.run(["groff", "-Tps", "-Kutf8", "-P-pa4"], input=(".nf\n.ft C\n.ps 9\n" + "\n".join(lines)).encode(), stdout=out,
                       stderr=subprocess.DEVNULL, check=True)


def versions(source, others, chance, folder):
    """Files in `folder`, one a kind, and which other document they hold a part of."""
    text = source.read_text(encoding="utf-8", errors="replace")
    partner = chance.choice(others)
    other = partner.read_text(encoding="utf-8", errors="replace")
    parts, more = paragraphs(text), paragraphs(other)
    expanded = []
    for i, part in enumerate(parts):
        expanded.append(part)
        if i % 2 and more:
            expanded.append(more[i % len(more)])
    begin = len(text) // 2
    made = {"text": text, "edited": words_changed(text, chance, other.split()), "condensed": "\n\n".join(parts[::2]),
            "expanded": "\n\n".join(expanded), "excerpted": text[begin:begin + len(text) // 5], "merged": other + "\n\n" + text}
    for kind, content in made.items():
        (folder / f"{source.stem}.{kind}.txt").write_text(content, encoding="utf-8")
    postscript(source, folder / f"{source.stem}.postscript.ps")
    subprocess.run(["ps2pdf", folder / f"{source.stem}.postscript.ps", folder / f"{source.stem}.pdf.pdf"], check=True)
    return partner.name


def relations(place, rfc, registry):
    folder = place / "versions"
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir()
    chance = random.Random(20261124)
    fit = sorted(p for p in (rfc / "files").iterdir() if 20_000 <= p.stat().st_size <= 120_000)
    sources = chance.sample(fit, TEXTS)
    partners = {source.stem: versions(source, fit, chance, folder) for source in sources}
    rows, texts = {}, Texts(rfc, folder)
    for name, answer in answers(registry, folder, "--top", 50).items():
        stem, kind, _ = name.split(".")
        own = f"{stem}.txt"
        ratios = {hit["name"]: hit["contains"]["value"] for hit in answer["hits"]}
        claimed = [n for n, r in ratios.items() if r >= RATIO and n not in (own, partners[stem])]
        false = [(ratios[n], own, n) for n in claimed if texts.is_unrelated(name, n)]
        row = rows.setdefault(kind, {"versions": 0, "found": 0, "first": 0, "ratios": [], "claimed": 0, "false": []})
        row["versions"] += 1
        row["found"] += own in ratios
        row["first"] += bool(answer["hits"]) and answer["hits"][0]["name"] in (own, partners[stem] if kind == "merged" else own)
        row["ratios"].append(ratios.get(own, 0))
        row["claimed"] += len(claimed)
        row["false"] += false
    for row in rows.values():
        row["ratio"] = {"least": min(row["ratios"]), "median": statistics.median(row["ratios"]), "most": max(row["ratios"])}
        row["greatest_false"] = max(row["false"], default=None)
        row["false"] = len(row["false"])
        del row["ratios"]
    return rows
