#!/usr/bin/env python3
"""Where pages went and how they changed: the program against methods.md."""

import functools
import json
import random
import unittest

from program import Sandbox
from twin import symbols
from twin.sketches import shingles, sketch
from twin.sweeps import Content, located, step

K = 3
DATES = ["2026-05-01", "2026-06-01", "2026-07-01", "2026-08-01"]
FIGURES = ["resemblance", "low", "high"]


def random_words(dice: random.Random, count: int) -> list[str]:
    return ["".join(dice.choice("aeioukmnrst") for _ in range(4)) for _ in range(count)]


def edited(dice: random.Random, text: str) -> str:
    words = text.split()
    for _ in range(int(len(words) * dice.choice([0.02, 0.1, 0.3]))):
        words[dice.randrange(len(words))] = random_words(dice, 1)[0]
    return " ".join(words)


def next_sweep(dice: random.Random, pages: dict[str, str], lost: dict[str, str]) -> dict[str, str]:
    """Pages stay, change, move with or without changes, die, come back, and appear."""
    after = {}
    for url, text in pages.items():
        fate = dice.choice(["stays", "changes", "moves", "moves and changes", "dies"])
        if fate == "dies":
            lost[url] = text
            continue
        if fate.startswith("moves"):
            url = f"http://{dice.choice('abc')}.org/{dice.randrange(10**6)}"
        after[url] = edited(dice, text) if fate.endswith("changes") else text
    for url in list(lost)[:1]:
        after.setdefault(url, lost.pop(url))
    for _ in range(3):
        url = f"http://{dice.choice('abc')}.org/{dice.randrange(10**6)}"
        after[url] = " ".join(random_words(dice, dice.choice([2, 60, 500])))
    return after


def made_up(seed: int) -> list[dict[str, str]]:
    dice = random.Random(seed)
    sweeps = [{f"http://{dice.choice('abc')}.org/{i}": " ".join(random_words(dice, size))
               for i, size in enumerate([2, 2, 40, 60, 90, 120, 300, 500, 700, 900])}]
    lost: dict[str, str] = {}
    for _ in DATES[1:]:
        sweeps.append(next_sweep(dice, sweeps[-1], lost))
    return sweeps


class Sweep(unittest.TestCase):
    def check(self, seed: int, method: str, threshold: float) -> None:
        texts = made_up(seed)

        @functools.cache
        def content(url: str, text: str) -> Content:
            words = symbols.from_words(text)
            return Content(words, sketch(shingles(words, K), method))

        sweeps = [{url: content(url, text) for url, text in pages.items()} for pages in texts]
        with Sandbox() as box:
            for date, pages in zip(DATES, texts):
                box.write(date + ".jsonl", "".join(json.dumps({"url": url, "text": text}) + "\n"
                                                   for url, text in pages.items()))
                box.run("sweep", "add", "web", "--date", date, date + ".jsonl", "--shingle",
                        str(K), "--sketch", method, "--quiet")
            drift = box.json("sweep", "drift", "web", "--json", "-r", str(threshold))
            for number, shown in enumerate(drift["steps"]):
                described = step(sweeps, number, method, threshold)
                self.assertEqual({name: shown[name] for name in described}, described)
            for url in sorted(texts[0]):
                places = box.json("sweep", "locate", "web", url, "--json", "-r",
                                  str(threshold))["places"]
                described = located(sweeps, url, method, threshold)
                self.assertEqual({place["url"] for place in places}, set(described), url)
                for place in places:
                    measure = described[place["url"]]
                    for name, value in zip(FIGURES, [measure.value, measure.low, measure.high]):
                        self.assertAlmostEqual(place[name], value, 12, url)

    def test_drift_and_locate(self):
        for seed, method in enumerate(["all", "mod:5", "min:50"]):
            for threshold in [0.3, 0.6]:
                with self.subTest(method, threshold=threshold):
                    self.check(seed, method, threshold)


if __name__ == "__main__":
    unittest.main()
