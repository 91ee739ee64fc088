"""docs/results/registry.md, from the results of bench/registry.py."""

import textwrap

PAPER_MINUTES = 44  # Finkel 2002, section 3: both passes over the RFCs of 2002

HEAD = """# What a registry costs and finds

<!-- written by ./dev bench registry -->

After reading this page you know the size, speed and recall of a registry. One row of `./dev bench
registry` measured each section; its last line has the date, the machine and the load. A *bar* is
the value to reach. [Keep a register of texts](../registry.md) describes the schemes.
"""

KINDS = ("text", "pdf", "postscript", "edited", "condensed", "expanded", "excerpted", "merged")
KIND_NAMES = {"text": "the text itself", "pdf": "through PDF", "postscript": "through PostScript",
              "edited": "every twentieth word changed", "condensed": "every second paragraph",
              "expanded": "a paragraph of another text after every second", "excerpted": "a fifth in one piece",
              "merged": "another text before it"}


def table(head, rows):
    lines = [f"| {' | '.join(head)} |", f"|{'---|' * len(head)}"]
    return "\n".join(lines + [f"| {' | '.join(map(str, row))} |" for row in rows]) + "\n"


def prose(text):
    return textwrap.fill(" ".join(text.split()), 100, break_on_hyphens=False, break_long_words=False) + "\n"


def mb(size):
    return f"{size / 1e6:.1f} MB"


def speed(f):
    load, warm, cold, add = f["load"], f["search_warm"], f["search_cold"], f["add_20_kb"]
    cold_cell = f"{cold['median_ms_with_opening']:.1f} ms" if cold else "not measured: the page cache could not be dropped"
    by_processor = load["postings"] / load["processor_seconds"]
    return table(
        ("", "on the clock", "processor", "bar"),
        [("postings a second, loaded and compacted, durable", f"{load['postings_a_second'] / 1e6:.2f}M",
          f"{by_processor / 1e6:.2f}M", "3M"),
         ("bytes a posting on disk", f"{load['bytes_a_posting']:.2f}", "", "10"),
         ("search, warm, median", f"{warm['median_ms']:.2f} ms", f"{warm['processor']['median_ms']:.2f} ms", "5 ms"),
         ("search, warm, 99 of 100", f"{warm['p99_ms']:.2f} ms", f"{warm['processor']['p99_ms']:.2f} ms", ""),
         ("search, cold, with opening, median", cold_cell, "", "150 ms"),
         ("add 320 fingerprints, durable, median", f"{add['median_ms']:.2f} ms",
          f"{add['processor']['median_ms']:.2f} ms", "10 ms")])


def synthetic(f):
    return prose(f"{f['load']['documents']:,} documents of 100 fingerprints whose frequency falls with their rank by a "
                 "slope of -0.7; a query has 1,000 of them.") + "\n" + speed(f)


def full(f):
    return prose(f"The same with {f['load']['documents']:,} documents.") + "\n" + speed(f)


def koala(f):
    before, keyed = f["recall"], f["recall_of_the_keyed_draw"]
    rows = [(a["of the earlier one"], a["pairs"], a["found"], b["found"]) for a, b in zip(before, keyed)]
    missing = "" if not f["not_itself_first"] else f" Not first: {', '.join(f['not_itself_first'])}."
    return prose(f"{f['documents']:,} documents, {f['bytes_a_document']:.0f} bytes a document on disk (bar: 500), added in "
                 f"{f['seconds_to_add']:.1f} s. All were looked up in {f['seconds_to_search_all']:.1f} s. Of "
                 f"{f['of_100_substrings']:,} that have 100 substrings, {f['itself_or_an_equal_first']:,} find themselves "
                 f"or an equal text first (bar: all).{missing}") + "\n" + prose(
        "Later RFCs of the labelled pairs are looked up. The earlier one is *found* if it is among 50 hits. A registry "
        "without a key stores the first 100 by rarity. With a key it stores a sample of 100 from the 1,000 that are "
        "searched.") + "\n" + table(("shared with the earlier one", "pairs", "found without a key", "found with a key"), rows)


def noise(f):
    return prose(f"{f['documents']:,} documents of 3,000 random consonants with the trigrams of RFCs are registered, with "
                 f"{f['bytes_a_document']:.0f} bytes each; 100 more are searched. A search hits "
                 f"{f['hits_without_the_check']:,.0f} documents by chance. {f['hits_if_all_were_alike']:,.0f} are expected "
                 "if all substrings are equally frequent (370 in the paper; 40,000 if they are ten times as frequent). With "
                 f"the frequency check (at most ten substrings that four documents have), {f['hits_with_the_check']:,.0f} "
                 "are hit.")


def se(f):
    low, high = f["spearman_of_one_seed"]
    registered, tested = f["registered"], f["seconds_to_test_all_pairs"]
    return prose(f"SE and exact overlap rank {len(f['rows'])} pairs of Finkel 2002 "
                 "([values](papers.md#exact-overlap-signatures-chunks-and-compression)). Their rank "
                 f"correlation (Spearman) is {f['spearman_of_the_mean']:.3f} (bar: 0.9) for the mean of {f['seeds']} seeds of "
                 f"the breakpoints. It is {low:.2f} to {high:.2f} for one seed, and {f['spearman_of_the_paper']:.3f} for the "
                 "paper's values.") + "\n" + prose(
        f"All {registered['documents']:,} documents were registered in {registered['seconds_to_add']:.1f} s, and each was "
        f"tested against each in {tested:.1f} s; {f['pairs_that_share']:,} pairs share a chunk. This is "
        f"{PAPER_MINUTES * 60 / (registered['seconds_to_add'] + tested):,.0f} times as fast as the paper's {PAPER_MINUTES} "
        f"minutes. It takes {mb(registered['bytes'])} on disk; the paper's takes 286 KB + 5.0 MB.")


def flooding(f):
    found = "is still a hit" if f["itself_is_a_hit"] else "is no hit"
    return prose(f"{f['copies']:,} copies of RFC 1157 are added to all RFCs: a search for it has {f['hits']:,} hits. The "
                 f"document itself {found}, by {f['shared']} of its 100 substrings; {f['passed_over']} were ignored.")


def probing(f):
    return prose(f"A person with {f['documents']} registered texts of 100 KB and more searches {f['searches']:,.0f} pieces of "
                 "each; found ones are halved, down to 90 bytes. *Known* is the share of the stored substrings that this "
                 "reveals. Then one in twenty consonants is changed in those pieces, and the text is searched again.") + "\n" + table(
        ("", "known", "not found after editing"),
        [("without a key", "all, without a search", ""),
         ("with a key", f"{f['known']:.1%}", f"{f['evaded_by_the_edited_text']:.1%}"),
         ("with a key, after a refresh (bar: 15 %)", f"{f['known_after_a_refresh']:.1%}", f"{f['evaded_after_a_refresh']:.1%}")])


def relations(f):
    rows = [(KIND_NAMES[k], f[k]["found"], f[k]["first"], f"{f[k]['ratio']['least']:.2f}",
             f"{f[k]['ratio']['median']:.2f}", f"{f[k]['ratio']['most']:.2f}", f[k]["claimed"], f[k]["false"])
            for k in KINDS if k in f]
    texts = max(one["versions"] for one in f.values())
    return prose(f"Versions of {texts} RFCs are looked up among all RFCs by `koala`. The match ratio is the share of the "
                 "document's stored substrings that its version has. *Others* are other RFCs with a ratio of "
                 "at least 0.1; many of them are related. The version contains less than a twentieth of a *false hit*, by "
                 "five-word shingles.") + "\n" + table(
        ("version", "found", "first", "least ratio", "median", "most", "others", "false hits"), rows)


def recall(f):
    disturbed = ("as it was", "5 % of characters wrong", "every ninth word changed")
    rows = [(scheme, *(f"{row[name]:.3f}" for name in disturbed), f"{row['unrelated with a hit']:.3f}",
             *(f"{row['answers'][name]:.2f}" for name in ("cut", "light", "heavy", "non")),
             f"{row['bytes_a_document']:.0f}") for scheme, row in f.items()]
    return prose("1,000 news articles of 1.5 KB are registered at the defaults. The table has the share of 500 disturbed "
                 "articles that find their original first. *Unrelated* is the share of 1,000 excerpts of RFCs with a hit. "
                 "The next four columns are student answers (Clough and Stevenson), copied, revised or their own, that find "
                 "their article first.") + "\n" + table(
        ("scheme", *disturbed, "unrelated", "copied", "lightly", "heavily", "own", "bytes a document"), rows)


def files(f):
    return prose(f"{f['documents']:,} .c and .h files of a kernel, {mb(f['bytes'])} on disk, added "
                 f"in {f['seconds_to_add']:.1f} s.") + "\n" + table(
        ("", "median", "99 of 100", "bar"),
        [(f"{f['search']['searches']} new files searched, a process each", f"{f['search']['median_ms']:.0f} ms",
          f"{f['search']['p99_ms']:.0f} ms", "100 ms"),
         ("the same moved into a watched folder, until the answer is there", f"{f['watch']['median_ms']:.0f} ms",
          f"{f['watch']['p99_ms']:.0f} ms", "1 s")]) + "\n" + prose(
        f"`whorl compare --archive` finds {f['pairs']['pairs']:,} pairs of a new file and an archived "
        f"one in {f['pairs']['seconds']} s; "
        f"{f['pairs']['among_the_hits']:,} of them are among the hits.")


def kill(f):
    return "".join(f"- `{name}`: {line}\n" for name, line in f.items())


SECTIONS = (("A million synthetic documents", "synthetic", synthetic), ("Ten million", "full", full),
            ("The files of a kernel", "files", files), ("Killed at random moments", "kill", kill),
            ("Koala on the RFCs", "koala", koala), ("Koala's noise in a great registry", "noise", noise),
            ("Disturbed texts", "recall", recall),
            ("SE on the RFCs", "se", se), ("Flooding", "flooding", flooding), ("Probing", "probing", probing),
            ("Relations and noise of Heintze 1996", "relations", relations))


def measured_on(name, about):
    """The last line of a section: when a row ran, and where, and what else the machine did."""
    load = f", load {about['load']:.0f}" if "load" in about else ""
    priority = f", priority {about['nice']}" if about.get("nice", 0) < 0 else ""
    return prose(f"Row `{name}`, {about['date']}, {about['cores']} cores ({about['processor']}){load}{priority}.")


def sections_of(page):
    """Those that a page has, by title: what was measured elsewhere stays as it says."""
    text = page.read_text(encoding="utf-8") if page.exists() else ""
    return {part.split("\n", 1)[0]: f"\n## {part.rstrip()}\n" for part in text.split("\n## ")[1:]}


def write(results, target):
    out, before = [HEAD], sections_of(target)
    for title, name, section in SECTIONS:
        if name not in results:
            out.append(before.get(title, f"\n## {title}\n\nNot measured: `./dev bench registry --only {name}`.\n"))
            continue
        out.append(f"\n## {title}\n\n{section(results[name]['figures'])}\n{measured_on(name, results[name]['conditions'])}")
    target.write_text("".join(out), encoding="utf-8")
