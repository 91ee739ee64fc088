"""Random rows with what collections have: near-duplicates, nulls, empty texts, many scripts."""

from __future__ import annotations

import random
from typing import Any

SCRIPTS = [
    "abcdefghijklmnop",
    "äöüßéèçñõœ",
    "абвгдежзиклмн",
    "αβγδεζηθικλμ",
    "אבגדהוזחטיכל",
    "ابتثجحخدذرزس",
    "कखगघचछजझटठडढ",
    "กขคงจฉชซฌญฎฏ",
    "漢字文章短語言学習中国",
    "あいうえおかきくけこさ",
    "가나다라마바사아자차카",
    "😀🎉🚀é\u200d",
]
ODD = ["", " ", "\n\t ", "\x00", "a", "é", "e\u0301", "\ufeffbegins with a mark", "x" * 3000]


def texts_of(seed: int, count: int = 60) -> list[str | None]:
    """Texts: a third are near-duplicates of others, and some are None."""
    rng = random.Random(seed)
    made: list[str | None] = []
    for _ in range(count):
        kind = rng.random()
        earlier = [text for text in made if text and len(text.split()) > 8]
        if kind < 0.05:
            made.append(None)
        elif kind < 0.12:
            made.append(rng.choice(ODD))
        elif kind < 0.5 and earlier:
            made.append(_changed(rng, rng.choice(earlier)))
        else:
            made.append(_text(rng))
    return made


def rows_of(seed: int, count: int = 60) -> list[dict[str, Any]]:
    """Rows of text, id, date, quality and lang; some of the last three are None."""
    rng = random.Random(seed)
    return [
        {
            "id": f"row {number}",
            "text": text,
            "date": rng.choice([None, "2024-05-01", "2025-01-31", "2025-02"]),
            "quality": rng.choice([None, 0.5, -1.0, 7.25, 7.25]),
            "lang": [None, "de", "en", "en"][number % 4],
        }
        for number, text in enumerate(texts_of(seed, count))
    ]


def _text(rng: random.Random) -> str:
    letters = rng.choice(SCRIPTS)
    words = ["".join(rng.choices(letters, k=rng.randint(1, 7))) for _ in range(40)]
    return " ".join(rng.choices(words, k=rng.choice([3, 12, 30, 80, 200])))


def _changed(rng: random.Random, text: str) -> str:
    words = text.split()
    change = rng.randrange(5)
    if change == 0:
        return text
    if change == 1:
        return text.upper() + " !"
    if change == 2:  # contained in the other one
        return " ".join(words[: len(words) // 2])
    if change == 3:
        return " ".join([*words, *_text(rng).split()])
    for _ in range(max(1, len(words) // 20)):
        words[rng.randrange(len(words))] = "changed"
    return " ".join(words)


def of_template(count: int, common: int, least_own: int, most_own: int) -> list[str]:
    """Texts of `common` shared words and individual words. Every tenth is a near copy of the one
    before it."""
    chance = random.Random(common)
    template = [f"c{number}" for number in range(common)]
    texts = []
    for number in range(count):
        if number % 10 != 9:
            own = [
                f"w{chance.randrange(100_000)}" for _ in range(chance.randint(least_own, most_own))
            ]
        else:
            own[chance.randrange(len(own))] = "changed"
        texts.append(" ".join([*template, *own]))
    return texts


def themed(count: int, seed: int, most_words: int = 940) -> list[str]:
    """Texts of a few themes with words replaced, so that there are chains and large clusters."""
    chance = random.Random(seed)
    texts = []
    for _ in range(count):
        theme, noise = chance.randrange(5), chance.choice((0, 1, 3, 10, 60))
        words = [
            chance.randrange(100_000) if chance.randrange(100) < noise else theme * 1000 + number
            for number in range(40 + chance.randrange(most_words - 40))
        ]
        texts.append(" ".join(f"w{word}" for word in words))
    return texts
