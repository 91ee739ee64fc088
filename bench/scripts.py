#!/usr/bin/env python3
"""bench/scripts.py [FOLDER]: does the default of prose mean as much text in every script?

Unrelated texts, by language: pages and sections of manuals that Debian has in several languages
(debian-handbook, debian-reference). The same pages are used in each; duplicate and untranslated
paragraphs are left out. A row gives the share of the pairs that have a passage. It should not be
higher than for English.

FOLDER adds versions of one text: FOLDER/PAIR/a/CHAPTER.txt and FOLDER/PAIR/b/CHAPTER.txt, such as
two translations of the Bible by chapter. A row says how well the score distinguishes chapters of
the same name from others (ROC AUC).
"""

import argparse
import bisect
import collections
import html
import itertools
import json
import pathlib
import re
import subprocess
import tempfile

from measuring import ROOT, WHORL

KEPT = ROOT / "build/bench/scripts"
PACKAGES = ("debian-handbook", "debian-reference-en", "debian-reference-ja", "debian-reference-zh-cn")
ENGLISH = "en"
FEWEST_LETTERS, FEWEST_CHARACTERS = 800, 250  # of a text in English, and in another language


def unpacked():
    """The packages' files, fetched once."""
    if not (KEPT / "complete").exists():
        KEPT.mkdir(parents=True, exist_ok=True)
        subprocess.run(["apt-get", "-o", "APT::Sandbox::User=root", "download", "-qq", *PACKAGES], cwd=KEPT, check=True)
        for package in KEPT.glob("*.deb"):
            subprocess.run(["dpkg-deb", "-x", package, KEPT], check=True)
        (KEPT / "complete").touch()
    return KEPT / "usr/share"


def is_translated(paragraph):
    return sum(c > "\u2e80" for c in paragraph) > .3 * len(paragraph)


def paragraphs(page, language):
    """Of a part of a page, without programs and tags."""
    page = re.sub(r"<(pre|code|script|style|head|table)\b.*?</\1>", "", page, flags=re.S)
    texts = re.findall(r'<(?:p\b[^>]*|div class="para")>(.*?)</(?:p|div)>', page, flags=re.S)
    texts = [" ".join(html.unescape(re.sub(r"<[^>]+>", "", text)).split()) for text in texts]
    return [text for text in texts if language == ENGLISH or is_translated(text)]


def handbook(language, folder):
    pages = (unpacked() / "doc/debian-handbook/html" / folder).glob("*.html")
    return {page.name: paragraphs(page.read_text(errors="replace"), language) for page in sorted(pages)}


def reference(language, suffix):
    parts = {}
    for page in sorted((unpacked() / "debian-reference").glob(f"ch*.{suffix}.html")):
        for i, part in enumerate(re.split(r"<h[234]\b", page.read_text(errors="replace"))):
            parts[page.name.split(".")[0], i] = paragraphs(part, language)
    return parts


def without_repeats(parts):
    count = collections.Counter(text for texts in parts.values() for text in texts)
    return {name: "\n".join(text for text in texts if count[text] == 1) for name, texts in parts.items()}


def scores(texts):
    """Scores of pairs that share a passage, by their positions in the list."""
    with tempfile.TemporaryDirectory() as folder:
        for i, text in enumerate(texts):
            (pathlib.Path(folder) / f"{i}.txt").write_text(text, encoding="utf-8")
        run = subprocess.run([WHORL, "compare", folder, "--json", "-", "--limit", "0"], capture_output=True, check=False)
    place = lambda path: int(pathlib.Path(path).stem)
    return {frozenset((place(pair["a"]), place(pair["b"]))): pair["score"] for pair in json.loads(run.stdout)["pairs"]}


def unrelated(title, editions):
    """A row for each language of one manual, over the parts that all of them have."""
    editions = {language: without_repeats(parts) for language, parts in editions.items()}
    fewest = {language: FEWEST_LETTERS if language == ENGLISH else FEWEST_CHARACTERS for language in editions}
    names = [name for name in editions[ENGLISH]
             if all(len(parts.get(name, "")) >= fewest[language] for language, parts in editions.items())]
    pairs = len(names) * (len(names) - 1) / 2
    for language, parts in editions.items():
        found = scores([parts[name] for name in names]).values()
        print(f"| {title}, {language} | {len(names)} | {len(found) / pairs:.3f} | "
              f"{sum(score > .05 for score in found) / pairs:.4f} |", flush=True)


def roc_auc(same, other):
    other = sorted(other)
    below = sum(bisect.bisect_left(other, score) + bisect.bisect_right(other, score) for score in same)
    return below / 2 / len(other) / len(same)


def versions(folder):
    names = sorted(path.name for path in (folder / "a").glob("*.txt") if (folder / "b" / path.name).exists())
    texts = [(folder / side / name).read_text(encoding="utf-8") for side in "ab" for name in names]
    found = scores(texts)
    every = {(i, j): found.get(frozenset((i, len(names) + j)), 0)
             for i, j in itertools.product(range(len(names)), repeat=2)}
    same = [score for (i, j), score in every.items() if i == j]
    other = [score for (i, j), score in every.items() if i != j]
    print(f"| {folder.name} | {len(names)} | {roc_auc(same, other):.3f} | {sum(s > 0 for s in same) / len(same):.2f} | "
          f"{sum(s > 0 for s in other) / len(other):.3f} |", flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=pathlib.Path, nargs="?", help="versions of texts")
    folder = parser.parse_args().folder
    print("| unrelated texts | texts | pairs with a passage | with a score over .05 |\n|---|---|---|---|")
    unrelated("handbook", {"en": handbook("en", "en-US"), "ja": handbook("ja", "ja-JP"), "zh": handbook("zh", "zh-CN")})
    unrelated("reference", {"en": reference("en", "en"), "ja": reference("ja", "ja"), "zh": reference("zh", "zh-cn")})
    if folder:
        print("\n| versions of a text | chapters | ROC AUC | found | others with a passage |\n|---|---|---|---|---|")
        for pair in sorted(path for path in folder.iterdir() if (path / "a").is_dir()):
            versions(pair)


if __name__ == "__main__":
    main()
