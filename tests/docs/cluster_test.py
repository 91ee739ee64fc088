#!/usr/bin/env python3
"""Compares resemblance, estimates with their intervals, and clusters in the program with
methods.md."""

import functools
import itertools
import json
import math
import random
import unittest

from program import Sandbox
from twin import symbols
from twin.candidates import band_keys, super_shingles
from twin.clusters import (Document, kind, measured, over, representatives, single_linkage,
                           survivor_linkage)
from twin.sketches import (NEARLY_SURE, estimates, least_shown, letter_shingles, shingles, sketch,
                           weighted_shingles, wilson)
from twin.xxh3 import xxh3_64

K = 3
words = functools.cache(symbols.from_words)
LINKAGE = {"single": single_linkage, "survivor": survivor_linkage}


@functools.cache
def shingles_of(text: str) -> set[int]:
    return shingles(words(text), K)


def random_words(dice: random.Random, count: int) -> list[str]:
    return ["".join(dice.choice("aeioukmnrst") for _ in range(4)) for _ in range(count)]


def versions(dice: random.Random, words: list[str], count: int) -> list[list[str]]:
    """Edited copies: each text is a copy of an earlier one with few or many edits."""
    texts = [words]
    for _ in range(count - 1):
        text = list(dice.choice(texts))
        for _ in range(int(len(text) * dice.choice([0.01, 0.05, 0.15]))):
            text[dice.randrange(len(text))] = random_words(dice, 1)[0]
        cut = dice.choice([0, 0, len(text) // 3])
        texts.append(text[cut:])
    return texts


def collection(seed: int, sizes: list[int], each: int = 5) -> list[str]:
    dice = random.Random(seed)
    texts = [" ".join(text) for size in sizes
             for text in versions(dice, random_words(dice, size), each)]
    dice.shuffle(texts)
    return texts


class Cluster(unittest.TestCase):
    def run_program(self, texts: list[str], *flags: str) -> dict:
        """Rows of pairs.tsv, lines of clusters.jsonl, and stats.json."""
        with Sandbox() as box:
            box.write("in.jsonl", "".join(
                json.dumps({"id": str(i), "text": text}) + "\n" for i, text in enumerate(texts)))
            stats = box.json("cluster", "in.jsonl", "-o", "store", "--shingle", str(K),
                             "--write-pairs", "--json", "--quiet", *flags)
            rows = (box.path / "store/pairs.tsv").read_text().splitlines()[1:]
            clusters = (box.path / "store/clusters.jsonl").read_text().splitlines()
        similar = [row.split("\t") for row in rows if row.endswith("\tsimilar")]
        pairs = {tuple(map(int, row[:2])): row[2:-1] for row in similar}
        return {"pairs": pairs, "clusters": [json.loads(line) for line in clusters], "stats": stats}

    def documents(self, texts: list[str], method: str) -> list[Document]:
        return [Document(str(i), text, words(text), set(shingles_of(text)),
                         sketch(shingles_of(text), method)) for i, text in enumerate(texts)]

    def pairs_of(self, documents: list[Document]):
        kept = sorted(set(representatives(documents)))
        return [(a, b, documents[a], documents[b]) for a, b in itertools.combinations(kept, 2)]

    def check_row(self, row: list[str], figures, label) -> None:
        self.assertEqual(row[3], "1" if figures[0].exact else "0", label)
        for value, interval, figure in zip(row[:3], row[4:], figures):
            low, high = interval.split("..")
            for shown, described in [(value, figure.value), (low, figure.low), (high, figure.high)]:
                self.assertAlmostEqual(float(shown), described, 12, label)

    def check_clusters(self, lines: list[dict], documents: list[Document],
                       survivors: list[int]) -> None:
        members: dict[int, list[int]] = {}
        for i, survivor in enumerate(survivors):
            members.setdefault(survivor, []).append(i)
        described = sorted((ids for ids in members.values() if len(ids) > 1))
        self.assertEqual([[int(member["id"]) for member in line["members"]] for line in lines],
                         described)
        for line in lines:
            survivor = documents[int(line["survivor"])]
            self.assertEqual(survivors[int(line["survivor"])], int(line["survivor"]))
            for member in line["members"]:
                own = documents[int(member["id"])]
                self.assertEqual(member["kind"], kind(own, survivor))
                equal = member["kind"] in ("identical", "lexical")
                figures = [1, 1, 1] if equal else [m.value for m in measured(own, survivor)]
                shown = [member[name] for name in ("resemblance", "contained", "contains")]
                for one, other in zip(shown, figures):
                    self.assertAlmostEqual(one, other, 12)

    def test_exact_pairs_and_clusters(self):
        texts = collection(1, [60, 90, 150]) + ["a b c d e", "A, b; c: d e!", "a b"]
        texts += [texts[3], texts[4].upper(), "a b c d e a b c d e f", "a b c d e f a b c d e"]
        documents = self.documents(texts, "all")
        for link, threshold, containment in [("single", 0.5, 0), ("survivor", 0.5, 0),
                                             ("survivor", 0.3, 0.8), ("single", 0, 0.9)]:
            found = self.run_program(texts, "--sketch", "all", "--link", link, "-r", str(threshold),
                                     *(["-c", str(containment)] if containment else []))
            true = {(a, b): measured(x, y) for a, b, x, y in self.pairs_of(documents)}
            true = {pair: m for pair, m in true.items() if over(m, threshold, containment)}
            with self.subTest(link, threshold=threshold):
                self.assertEqual(set(found["pairs"]), set(true))
                for pair, row in found["pairs"].items():
                    self.check_row(row, true[pair], pair)
                self.check_clusters(found["clusters"], documents,
                                    LINKAGE[link](documents, set(true)))

    def test_short_documents_and_scripts_without_spaces(self):
        dice = random.Random(3)
        scripts = ["漢字仮名文書日本中国", "ひらがなのつくる", "カタカナ", "ภาษาไทยเขียนติดกัน"]

        def piece() -> str:
            if dice.random() < 0.7:
                return " " + random_words(dice, 1)[0] + " "
            return "".join(dice.choice(dice.choice(scripts)) for _ in range(4))

        texts = []
        for size in [*range(1, 26), 40, 60]:
            pieces = [piece() for _ in range(size)]
            texts += ["".join(pieces), "".join(pieces[1:] + [piece()])]
        texts += ["漢字仮名文書日本中国" * 2, "漢字仮名文書日本中国漢字仮名文書日中国 abc", "ok", "o k", "!"]
        below = 10

        def set_of(text: str) -> set[int]:
            return weighted_shingles(words(text), K) | letter_shingles(words(text), symbols.from_text(text), below)

        sets = [set_of(text) for text in texts]
        documents = [Document(str(i), text, words(text), found, sketch(found, "all"))
                     for i, (text, found) in enumerate(zip(texts, sets))]
        true = {(a, b): measured(x, y) for a, b, x, y in self.pairs_of(documents)}
        true = {pair: m for pair, m in true.items() if over(m, 0.1)}
        found = self.run_program(texts, "--sketch", "all", "-r", "0.1", "--letters-below", str(below))
        self.assertEqual(set(found["pairs"]), set(true))
        self.assertGreater(len(true), 20)
        for pair, row in found["pairs"].items():
            self.check_row(row, true[pair], pair)

    def test_estimates(self):
        texts = collection(2, [40, 201, 202, 300, 900, 2600], each=4)
        for method in ["mod:25", "mod:12", "vi", "min:60", "min:400"]:
            documents = self.documents(texts, method)
            described = {(a, b): estimates(x.sketch, y.sketch, method)
                         for a, b, x, y in self.pairs_of(documents)}
            described = {pair: m for pair, m in described.items() if over(m, 0.3)}
            found = self.run_program(texts, "--sketch", method, "--no-verify", "-r", "0.3")["pairs"]
            with self.subTest(method):
                self.assertEqual(set(found), set(described))
                self.assertTrue(any(not m[0].exact for m in described.values()))
                for pair, row in found.items():
                    self.check_row(row, described[pair], pair)

    def test_candidates_are_counted_on_all_shingles(self):
        texts = collection(3, [300, 900, 2600], each=4)
        for method in ["mod:25", "vi", "min:100"]:
            documents = self.documents(texts, method)
            found = self.run_program(texts, "--sketch", method, "-r", "0.5")["pairs"]
            for a, b, x, y in self.pairs_of(documents):
                shown = estimates(x.sketch, y.sketch, method, NEARLY_SURE)[0]
                sought = shown.value >= least_shown(0.5, method) and shown.high >= 0.5
                true = over(measured(x, y), 0.5)
                with self.subTest(method, pair=(a, b)):
                    self.assertTrue(true or (a, b) not in found)
                    self.assertTrue((a, b) in found or not (true and sought))
                    if (a, b) in found:
                        self.check_row(found[a, b], measured(x, y), (a, b))

    def test_shared_keys(self):
        texts = collection(4, [60, 90, 150])
        documents = self.documents(texts, "all")
        for method, keys in [("supershingle:4", lambda d: super_shingles(d.shingles, 4)),
                             ("bands:6x3", lambda d: band_keys(d.shingles, 6, 3))]:
            own = {id(d): keys(d) for d in documents}
            described = {(a, b) for a, b, x, y in self.pairs_of(documents)
                         if own[id(x)] & own[id(y)] and over(measured(x, y), 0.2)}
            found = self.run_program(texts, "--sketch", "all", "--pairs", method, "-r", "0.2")
            all_pairs = {(a, b) for a, b, x, y in self.pairs_of(documents)
                         if over(measured(x, y), 0.2)}
            with self.subTest(method):
                self.assertEqual(set(found["pairs"]), described)
                self.assertLess(described, all_pairs)

    def test_common_shingles_are_left_out(self):
        frame = "the frame of every page of this site "
        texts = [frame + text for text in collection(5, [30, 40, 50], each=3)]
        documents = self.documents(texts, "all")
        held: dict[int, int] = {}
        for one in documents:
            for shingle in one.shingles:
                held[shingle] = held.get(shingle, 0) + 1
        for one in documents:
            one.shingles = {shingle for shingle in one.shingles if held[shingle] <= 4}
        described = {(a, b): measured(x, y) for a, b, x, y in self.pairs_of(documents)}
        described = {pair: m for pair, m in described.items() if over(m, 0.2)}
        found = self.run_program(texts, "--sketch", "all", "--common", "4", "-r", "0.2")["pairs"]
        self.assertEqual(set(found), set(described))
        for pair, row in found.items():
            self.check_row(row, described[pair], pair)

    def test_audit(self):
        texts = collection(6, [60, 90, 150])
        documents = self.documents(texts, "all")
        found = self.run_program(texts, "--sketch", "all", "--pairs", "bands:3x3", "-r", "0.2",
                                 "--audit", "6")
        drawn = sorted(set(representatives(documents)),
                       key=lambda i: xxh3_64(i.to_bytes(4, "little")))[:6]
        of_drawn = [(a, b, x, y) for a, b, x, y in self.pairs_of(documents)
                    if a in drawn or b in drawn]
        truth = {(a, b) for a, b, x, y in of_drawn if over(measured(x, y), 0.2)}
        listed = {(a, b) for a, b, _, _ in of_drawn if (a, b) in found["pairs"]}
        audit = found["stats"]["audit"]
        self.assertEqual((audit["documents"], audit["truth"], audit["reported"], audit["right"]),
                         (6, len(truth), len(listed), len(truth & listed)))
        for name, total in [("recall", len(truth)), ("precision", len(listed))]:
            share = wilson(len(truth & listed), total, math.inf)
            for part in ("low", "value", "high"):
                self.assertAlmostEqual(audit[name][part], getattr(share, part), 12)

    def test_query(self):
        texts = collection(7, [60, 90, 150])
        asked = " ".join(texts[0].split()[:40])
        other = self.documents([asked], "all")[0]
        with Sandbox() as box:
            box.write("in.jsonl", "".join(
                json.dumps({"id": str(i), "text": text}) + "\n" for i, text in enumerate(texts)))
            box.write("asked.txt", asked)
            box.run("cluster", "in.jsonl", "-o", "store", "--shingle", str(K), "--quiet")
            lines = box.run("query", "store", "asked.txt", "--json", "--limit", "100").splitlines()
        shown = {int(line["id"]): line for line in map(json.loads, lines)}
        documents = self.documents(texts, "mod:25")
        described = {i: measured(documents[i], other) for i in set(representatives(documents))
                     if documents[i].shingles & other.shingles}
        self.assertEqual(set(shown), set(described))
        for i, line in shown.items():
            for name, figure in zip(("resemblance", "contained", "contains"), described[i]):
                self.assertAlmostEqual(line[name], figure.value, 12)


if __name__ == "__main__":
    unittest.main()
