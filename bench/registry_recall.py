"""The row `recall` of bench/registry.py: what a registry of news articles finds at its defaults.

1,000 articles of WHORL_DATA/minhash-articles are registered. Half of them are looked up again after
they were disturbed, and as many letters of the middle of 1,000 RFCs, which are about other things.
Answers to questions (clough-stevenson), which were copied from articles of an encyclopedia or not,
are looked up beside these and the news.
"""

import random
import shutil

from registry_rfc import answers, registered, whorl

REGISTERED, LOOKED_UP, UNRELATED = 1000, 500, 1000
BYTES = 1500  # size of an unrelated text; an article has about as many
SCHEMES = ("passages", "koala")
LETTERS = "abcdefghijklmnopqrstuvwxyz"


def scanned(text, rng):
    """Reads every twentieth character wrongly: as another letter, none, or one more."""
    def read(c):
        if rng.random() >= .05 or c.isspace():
            return c
        return rng.choice((rng.choice(LETTERS), "", c + rng.choice(LETTERS)))

    return "".join(map(read, text))


def ninth_words_changed(text, rng, words):
    return " ".join(rng.choice(words) if i % 9 == 8 else word for i, word in enumerate(text.split()))


def written(folder, texts):
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    for name, text in texts.items():
        (folder / name).write_text(text, encoding="utf-8")
    return folder


def share(found, names, wanted):
    return round(sum(wanted(found[name], name) for name in names) / len(names), 3)


def is_first(answer, name):
    return bool(answer["hits"]) and answer["hits"][0]["name"] == name


def paraphrases(place, registry, answers_folder):
    """For each category of answers, the share whose original is the first hit."""
    labels = [line.split("\t") for line in (answers_folder / "docs.tsv").read_text(encoding="utf-8").splitlines()[1:]]
    labels = [(name, *of_task.split()) for name, _, of_task in labels]
    files = answers_folder / "files"
    whorl("registry", "add", registry, *sorted(files.glob("orig_*")))
    found = answers(registry, written(place / "answers", {
        name: (files / name).read_text(encoding="utf-8", errors="replace")
        for name, *_ in labels if not name.startswith("orig")}))
    out = {}
    for category in ("cut", "light", "heavy", "non"):
        names = {name: task for name, task, label in labels if label == category}
        out[category] = share(found, names, lambda a, n, names=names: is_first(a, f"orig_task{names[n]}.txt"))
    return out


def middles(files, rng):
    """The middle parts of UNRELATED files, by name."""
    texts = {path.name: path.read_bytes() for path in sorted(files.iterdir()) if path.stat().st_size > 4 * BYTES}
    names = rng.sample(sorted(texts), UNRELATED)
    return {name: texts[name][len(texts[name]) // 2:][:BYTES].decode("utf-8", "replace") for name in names}


def recall(place, articles, answers_folder, rfc):
    rng = random.Random(20031)
    texts = {p.name + ".txt": p.read_text(encoding="utf-8") for p in sorted((articles / "files/2500").iterdir())}
    names = sorted(texts)
    rng.shuffle(names)
    known, unrelated = names[:REGISTERED], middles(rfc / "files", rng)
    words = " ".join(texts.values()).split()
    registry_files = written(place / "known", {name: texts[name] for name in known})
    queries = {
        "as it was": lambda text: text,
        "5 % of characters wrong": lambda text: scanned(text, rng),
        "every ninth word changed": lambda text: ninth_words_changed(text, rng, words),
    }
    out = {}
    for scheme in SCHEMES:
        registry = place / f"recall-{scheme}"
        row = registered(registry, scheme, registry_files)
        for title, disturbed in queries.items():
            found = answers(registry, written(place / "queries", {n: disturbed(texts[n]) for n in known[:LOOKED_UP]}))
            row[title] = share(found, known[:LOOKED_UP], is_first)
        found = answers(registry, written(place / "others", unrelated))
        row["unrelated with a hit"] = share(found, unrelated, lambda answer, _: bool(answer["hits"]))
        row["answers"] = paraphrases(place, registry, answers_folder)
        out[scheme] = row
    return out
