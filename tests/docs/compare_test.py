#!/usr/bin/env python3
"""Compares the measures of a pair of submissions in the program with methods.md."""

import dataclasses
import itertools
import random
import unittest

import page
from program import Sandbox
from twin import symbols
from twin.measures import Run, measures
from twin.tiles import File

FRONT_ENDS = {  # name of the class; how a text is read; file ending
    "text": ("text", symbols.from_text, "txt"),
    "words": ("words", symbols.from_words, "txt"),
    "consonants": ("consonants", symbols.from_consonants, "txt"),
    "bytes": ("bytes", lambda text: symbols.from_bytes(text.encode()), "txt"),
    "c": ("code:c", symbols.from_c, "c"),
}
DEFAULTS = page.defaults()
FIGURES = ["score", "similarity", "containment_a", "containment_b", "evidence", "literals", "names"]
WORDS = ("stone river window green letter quiet garden seven music paper winter table north light "
         "answer bridge copper yellow simple travel orange planet forest silver candle").split()


def prose(dice: random.Random, words: int) -> list[str]:
    return [dice.choice(WORDS) + (dice.choice(WORDS) if dice.random() < 0.5 else "")
            for _ in range(words)]


def program(dice: random.Random, statements: int) -> list[str]:
    names = ["total", "i", "count", "next"]

    def term() -> str:
        return dice.choice([dice.choice(names), str(dice.randint(0, 99)), '"text"', "f(i, 2)"])

    shapes = ["{} = {} + {} ;", "if ( {} < {} ) {{ {} = 1 ; }}", "while ( {} != {} ) f ( {} ) ;",
              "return {} * ( {} - {} ) ;", "g ( {} , {} , {} , 7 ) ;"]
    return [dice.choice(shapes).format(term(), term(), term()) for _ in range(statements)]


def named_program(dice: random.Random, names: list[str]) -> list[str]:
    """A statement of each shape, with three of the names."""
    shapes = ["{} = {} ( {} , 7 ) ;", "if ( {} < {} ) {} = 1 ;", "while ( {} != {} ) {} ( ) ;", "return {} * ( {} - {} ) ;",
              "{} ( {} , {} , 9 , 3 ) ;", "{} = {} + {} + 3 ;", "for ( ; {} > {} ; ) {} ( 5 ) ;", "{} [ {} ] = {} ;"]
    return [shape.format(*dice.sample(names, 3)) for shape in dice.sample(shapes, len(shapes))]


def torn(dice: random.Random, parts: list[str]) -> list[str]:
    """The statements in another order, most of them wrapped and sometimes a few left out."""
    wraps = ["if ( 3 ) { %s }", "while ( ! 5 ) { %s }", "if ( 2 < 9 ) { %s }", "for ( ; ; ) { %s }", "{ %s }",
             "if ( 1 && 4 ) { %s }", "else { %s }", "{ 8 ; %s }"]
    kept = dice.sample(parts, len(parts) - dice.randint(0, 2))
    return [part if dice.random() < 0.2 else wrap % part for part, wrap in zip(kept, dice.sample(wraps, len(wraps)))]


def table(dice: random.Random, rows: int) -> list[str]:
    words = dice.sample(WORDS, 2 * rows)
    return ["struct ops ops = {"] + [f". {words[i]} = {words[rows + i]} ," for i in range(rows)] + ["} ;"]


def disguised(dice: random.Random, parts: list[str], other: list[str]) -> list[str]:
    """A copy with parts left out, replaced or moved, and with changed literals."""
    copy = list(parts)
    for _ in range(dice.randint(0, 4)):
        at = dice.randrange(len(copy))
        copy[at:at + dice.randint(0, 6)] = dice.sample(other, dice.randint(0, 3))
    if dice.random() < 0.5:
        cut = dice.randrange(len(copy))
        copy = copy[cut:] + copy[:cut]
    renamed = [part.replace("total", "sum") for part in copy]
    return [part.replace("7", "8") if dice.random() < 0.3 else part for part in renamed]


def class_of(dice: random.Random, make, size: int, members: int) -> list[str]:
    """Texts, most of which are copies of others; two of them are identical."""
    originals = [make(dice, size) for _ in range(2)]
    texts = originals + [disguised(dice, dice.choice(originals), make(dice, size))
                         for _ in range(members - 3)] + [originals[0]]
    return ["\n".join(text) for text in texts]


def described(front_end: str, name: str, content: str, **thresholds: int) -> File:
    named, take, _ = FRONT_ENDS[front_end]
    file = File(name, named, take(content), *DEFAULTS[named.split(":")[0]])
    return dataclasses.replace(file, **thresholds)


class Compare(unittest.TestCase):
    estimated = 0  # passages with an estimate of how improbable they are

    def check(self, run: Run, reported: list[dict], label: str) -> None:
        pairs = {(pair["a"], pair["b"]): pair for pair in reported}
        for a, b in itertools.combinations(sorted(run.submissions), 2):
            expected, pair = measures(run, a, b), pairs.pop((a, b), None)
            message = f"{label}: {a}, {b}"
            self.assertEqual(expected is None, pair is None, message)
            if expected is None:
                continue
            for figure in FIGURES:
                self.assertAlmostEqual(pair[figure], expected[figure], 9, f"{message}: {figure}")
            self.assertEqual((pair["longest"], pair["identical"]),
                             (expected["longest"], expected["identical"]), message)
            passages = sorted((p["symbols"], p["kind"], p["identity"], p["shared_by"], p.get("bits", 0))
                              for p in pair["passages"])
            self.assertEqual(len(passages), len(expected["passages"]), message)
            self.estimated += sum(p[-1] > 0 for p in passages)
            for (*exact, identity, shared, chance), (*own, own_identity, own_shared, own_chance) in zip(
                    passages, expected["passages"]):
                self.assertEqual((exact, shared), (own, own_shared), message)
                self.assertAlmostEqual(identity, own_identity, 9, message)
                self.assertLess(abs(chance - own_chance), 0.11, message)
        self.assertEqual(pairs, {}, label)

    def check_class(self, front_end: str, texts: list[str], flags: list[str],
                    max_share: int | None = None, **thresholds: int) -> None:
        ending = FRONT_ENDS[front_end][2]
        files = {f"s{i:02}.{ending}": text for i, text in enumerate(texts)}
        run = Run({name: [described(front_end, name, text, **thresholds)]
                   for name, text in files.items()}, [], max_share)
        with Sandbox() as box:
            for name, text in files.items():
                box.write("in/" + name, text)
            report = box.json("compare", "in", "--limit", "0", "--json", "-", "--language",
                              front_end, "--quiet", *flags)
        self.check(run, report["pairs"], f"{front_end} {flags}")

    def test_prose(self):
        for front_end in ["text", "words", "consonants", "bytes"]:
            for seed in range(3):
                with self.subTest(front_end, seed=seed):
                    self.check_class(front_end, class_of(random.Random(seed), prose, 60, 6), [])

    def test_programs(self):
        for seed in range(6):
            with self.subTest(seed=seed):
                self.check_class("c", class_of(random.Random(seed), program, 25, 6), [])

    def test_other_thresholds(self):
        texts = class_of(random.Random(7), program, 25, 6)
        self.check_class("c", texts, ["-k", "12"], k=12, t=16, w=2)
        self.check_class("c", texts, ["-k", "14", "-t", "15"], k=14, t=15, w=2)
        self.check_class("c", texts, ["-k", "30"], k=30, t=30, w=1)
        texts = class_of(random.Random(14), program, 12, 6)  # in this class no k-gram is repetitive
        self.check_class("c", texts, ["-t", "6"], k=6, t=6, w=1)

    def test_tiny_programs(self):
        for seed in range(3):
            with self.subTest(seed=seed):
                self.check_class("c", class_of(random.Random(seed), program, 3, 6), [])

    def test_tables_inside_long_programs(self):
        for seed in range(3):
            dice = random.Random(seed)
            texts = [table(dice, 6 + seed), program(dice, 60) + table(dice, 7) + program(dice, 60), table(dice, 9)]
            with self.subTest(seed=seed):
                self.check_class("c", ["\n".join(text) for text in texts], [])

    def test_torn_copies_that_keep_their_names(self):
        for seed in range(3):
            dice = random.Random(seed)
            own = [named_program(dice, [f"{dice.choice(WORDS)}{i}" for i in range(12)]) for _ in range(12)]
            texts = own + [torn(dice, dice.choice(own)) for _ in range(8)]
            with self.subTest(seed=seed):
                self.check_class("c", ["\n".join(text) for text in texts], [])

    def test_how_surprising_passages_are(self):
        for seed in range(2):
            for front_end, make, size in [("text", prose, 40), ("c", program, 25)]:
                with self.subTest(front_end, seed=seed):
                    dice, self.estimated = random.Random(seed), 0
                    others = ["\n".join(make(dice, size)) for _ in range(14)]
                    self.check_class(front_end, class_of(dice, make, size, 8) + others, [])
                    self.assertGreater(self.estimated, 10)

    def test_max_share(self):
        for share in [2, 3, 5]:
            for seed in range(3):
                with self.subTest(share=share, seed=seed):
                    texts = class_of(random.Random(seed), program, 25, 7)
                    self.check_class("c", texts, ["--max-share", str(share)], max_share=share)
                    texts = class_of(random.Random(seed), prose, 60, 7)
                    self.check_class("text", texts, ["--max-share", str(share)], max_share=share)

    def folders(self, seed: int) -> tuple[dict[str, str], dict[str, list[str]]]:
        """Submissions of a program and a report each, as files by name and as names by submission.
        """
        dice = random.Random(seed)
        programs, reports = class_of(dice, program, 20, 5), class_of(dice, prose, 50, 5)
        dice.shuffle(reports)
        files = {f"{i}/a.c": text for i, text in enumerate(programs)}
        files |= {f"{i}/b.txt": text for i, text in enumerate(reports)}
        return files, {str(i): [f"{i}/a.c", f"{i}/b.txt"] for i in range(5)}

    def test_programs_with_reports(self):
        for seed in range(4):
            files, submissions = self.folders(seed)
            run = Run({name: [described("c" if file.endswith("c") else "text", file, files[file])
                              for file in members] for name, members in submissions.items()}, [])
            with self.subTest(seed=seed), Sandbox() as box:
                for name, text in files.items():
                    box.write("in/" + name, text)
                report = box.json("compare", "in", "--limit", "0", "--json", "-", "--quiet")
                self.check(run, report["pairs"], f"seed {seed}")

    def test_base_code(self):
        for seed in range(4):
            dice = random.Random(seed)
            given = program(dice, 8)
            texts = []
            for text in class_of(dice, program, 20, 5):
                lines, at = text.split("\n"), dice.randrange(5)
                texts.append("\n".join(lines[:at] + given[:4] + lines[at:] + given[4:]))
            base = "\n".join(given)
            run = Run({f"{i}.c": [described("c", f"{i}.c", text)] for i, text in enumerate(texts)},
                      [described("c", "given.c", base)])
            with self.subTest(seed=seed), Sandbox() as box:
                box.write("given.c", base)
                for i, text in enumerate(texts):
                    box.write(f"in/{i}.c", text)
                report = box.json("compare", "in", "--limit", "0", "--json", "-", "--quiet",
                                  "--base", "given.c")
                self.check(run, report["pairs"], f"seed {seed}")


if __name__ == "__main__":
    unittest.main()
