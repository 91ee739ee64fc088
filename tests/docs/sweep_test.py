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
PARKED = "http://a.org/parked"
FIGURES = ["resemblance", "low", "high"]


def random_words(dice: random.Random, count: int) -> list[str]:
    return ["".join(dice.choice("aeioukmnrst") for _ in range(4)) for _ in range(count)]


def edited(dice: random.Random, text: str) -> str:
    words = text.split()
    for _ in range(int(len(words) * dice.choice([0.02, 0.1, 0.3]))):
        words[dice.randrange(len(words))] = random_words(dice, 1)[0]
    return " ".join(words)


def new_url(dice: random.Random) -> str:
    return f"http://{dice.choice('abc')}.org/{dice.randrange(10**6)}"


def fates(dice: random.Random, url: str, text: str) -> dict[str, str]:
    """What a page has become: it stays, changes, is parked, moves to one URL or two, or dies."""
    parked = " ".join(random_words(dice, 50))
    return dice.choice([
        {url: text}, {url: edited(dice, text)}, {url: edited(dice, text)}, {url: parked}, {},
        {new_url(dice): text}, {new_url(dice): edited(dice, text), new_url(dice): text},
        {new_url(dice): edited(dice, text), new_url(dice): edited(dice, text)}])


def next_sweep(dice: random.Random, pages: dict[str, str], lost: dict[str, str]) -> dict[str, str]:
    after = {}
    for url, text in pages.items():
        after |= fates(dice, url, text)
        if url not in after:
            lost[url] = text
    for url in list(lost)[:1]:
        after.setdefault(url, lost.pop(url))
    for size in [2, 60, 500]:
        after[new_url(dice)] = " ".join(random_words(dice, size))
    return after


def made_up(seed: int) -> list[dict[str, str]]:
    dice = random.Random(seed)
    sweeps = [{f"http://{dice.choice('abc')}.org/{i}": " ".join(random_words(dice, size))
               for i, size in enumerate([2, 2, 40, 60, 90, 120, 150, 200, 300, 500, 700])}]
    lost: dict[str, str] = {}
    for _ in DATES[1:]:
        sweeps.append(next_sweep(dice, sweeps[-1], lost))
    add_parked(dice, sweeps)
    return sweeps


def add_parked(dice: random.Random, sweeps: list[dict[str, str]]) -> None:
    """A page that was copied, then parked, and then disappeared: its earlier content still exists.
    """
    text, copy = " ".join(random_words(dice, 80)), new_url(dice)
    sweeps[0][PARKED] = sweeps[1][PARKED] = text
    sweeps[2][PARKED] = "for sale"
    for sweep in sweeps[1:]:
        sweep[copy] = text + " and more"


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
            for url in [PARKED, *sorted(texts[0])[:5]]:
                places = box.json("sweep", "locate", "web", url, "--json", "-r",
                                  str(threshold))["places"]
                described = located(sweeps, url, method, threshold)
                self.assertEqual({place["url"] for place in places}, set(described), url)
                for place in places:
                    measure = described[place["url"]]
                    for name, value in zip(FIGURES, [measure.value, measure.low, measure.high]):
                        self.assertAlmostEqual(place[name], value, 12, url)

    def test_drift_and_locate(self):
        for seed, (method, threshold) in enumerate(
                [("all", 0.5), ("mod:5", 0.3), ("min:50", 0.6), ("vi", 0.4)]):
            with self.subTest(method, threshold=threshold):
                self.check(seed, method, threshold)


if __name__ == "__main__":
    unittest.main()
