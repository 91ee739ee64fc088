"""The cases: what two builds are run with. Commands see the sets as data/NAME/files, and the project as project/."""

import dataclasses
import re
import shlex


@dataclasses.dataclass(frozen=True)
class Case:
    name: str  # words by which it can be chosen, the command first
    steps: tuple  # lines of arguments, run one after the other in one folder
    quick: bool = False


def all_cases(methods, cache):
    """Every case; `methods` is what `whorl methods --json` prints."""
    cases = [*compare_cases(methods, cache), *cluster_cases(methods), *store_cases(), *dedup_cases(), *query_cases(), *sweep_cases(),
             *fingerprint_cases(methods), *terminal_cases()]
    return [Case(case.name, tuple(map(with_shingle, case.steps)), case.quick) for case in cases]


def with_shingle(step):
    """Named, so that builds with other defaults do the same."""
    makes_a_store = step.startswith(("cluster", "dedup")) and not re.search(r"--(shingle|into|against|features|passages)\b", step)
    return step + " --shingle 10" if makes_a_store else step


def paths(cache, pattern):
    """The paths in the sets that a pattern finds, as a command is given them."""
    return shlex.join(f"data/{path.relative_to(cache)}" for path in sorted(cache.glob(pattern)))


# compare ---------------------------------------------------------------------------------------------------------

REPORT = "-q -o report --sarif report.sarif --csv table.csv"


def compare(name, arguments, quick=False):
    return Case(f"compare {name}", (f"compare {arguments} {REPORT}",), quick)


def compare_cases(methods, cache):
    return [*compare_sets(cache), *compare_options(methods), *compare_shapes()]


def compare_sets(cache):
    yield compare("progpedia-jplag", "data/progpedia-jplag/files --exclude main.java --base data/progpedia-jplag/files/base", True)
    for number in range(1, 8):
        yield compare(f"irplag case-{number:02}", f"data/irplag/files/case-{number:02} --limit 0", number == 1)
    for kind in ("raw", "templatefree"):
        yield compare(f"conplag {kind}", f"--by file --limit 0 {paths(cache, f'conplag/files/{kind}/[0-3]*')}")
    for problem in ("112A", "231A"):
        for language in ("C", "C++", "Python"):
            yield compare(f"codeforces-cheats {problem} {language}", f"data/codeforces-cheats/files/{problem}/{language} --limit 0",
                          problem == "112A")
    yield compare("codeforces-cheats all", "data/codeforces-cheats/files --by file --limit 0")
    yield compare("tool-samples", "data/tool-samples/files --by file --limit 0", True)
    yield compare("clough-stevenson", "data/clough-stevenson/files --limit 0", True)
    yield compare("sonnets", "data/sonnets/files --limit 0", True)
    yield compare("licences", "data/licences/files --by file")
    yield compare("jest-docs", "data/jest-docs/files --layout '{student}/**'")


def compare_options(methods):
    sort_keys = dict.fromkeys(row["sort"] for row in methods["measures"])
    sets = {"irplag": "data/irplag/files/case-03", "codeforces-cheats": "data/codeforces-cheats/files --by file",
            "clough-stevenson": "data/clough-stevenson/files"}
    options = ["--max-share 5", "--max-share 10%", "--limit 0", "--limit 3", "--min-similarity 30%", "--noise 6 --guarantee 9",
               "--anonymize", "--threads 1", "--threads 2", *(f"--sort {key} --limit 40" for key in sort_keys)]
    for name, arguments in sets.items():
        for option in options:
            yield compare(f"{name} {option}", f"{arguments} {option}", name == "clough-stevenson")
    yield compare("codeforces-cheats --language", "data/codeforces-cheats/files --by file --language cpp --include '*.cpp'")
    for language in ("words", "consonants", "html", "bytes"):
        yield compare(f"licences --language {language}", f"data/licences/files/choosealicense --by file --language {language}")
    for selector in ("winnow:w=14", "oc:w=14,s=4", "modmin:w=14,r=4", "safemodp:w=14,p=4"):
        yield compare(f"irplag {selector}", f"data/irplag/files/case-05 --recipe code:java/k=12/{selector} --limit 0")


def compare_shapes():
    """Base code, past years, layouts, archives, converted files, and outputs on standard output."""
    homework = "project/examples/homework"
    layout = "--layout '{student}/{attempt}/**'"
    given = f"--base {homework}/given --archive {homework}/2025"
    yield compare("homework base archive layout", f"{homework}/2026 {given} {layout}", True)
    yield compare("homework", f"{homework}/2026 {layout}", True)
    yield compare("homework --anonymize", f"{homework}/2026 {given} {layout} --anonymize", True)
    yield compare("homework --max-share", f"{homework}/2026 {layout} --max-share 2", True)
    yield compare("homework years", f"{homework}/2025 {homework}/2026 --by dir", True)
    yield compare("sonnets zip", "data/made/sonnets.zip data/sonnets/files --by file --limit 0", True)
    yield compare("sonnets office files", "data/made/office data/sonnets/files --by file --limit 0", True)
    yield compare("kafka-html", "data/kafka-html/files/27 data/kafka-html/files/28 --by dir")
    yield compare("skipped", "data/irplag/files/case-01 data/made --by file", True)
    yield Case("compare irplag standard output", ("compare data/irplag/files/case-02 -q --json -",), True)


# cluster ---------------------------------------------------------------------------------------------------------

CLUSTER_SETS = {"kafka-html": "data/kafka-html/files", "licences": "data/licences/files", "jest-docs": "data/jest-docs/files",
                "minhash-articles": "data/minhash-articles/files/1000"}


def cluster(name, arguments, quick=False):
    return Case(f"cluster {name}", (f"cluster -q {arguments} -o store",), quick)


def pair_method(row):
    """A row of the table as --pairs takes it."""
    arguments = {"": "", "N": ":6", "BxR": ":14x8"}[row["arguments"]]
    return row["name"] + arguments + (" --link survivor" if row["name"] == "survivors" else "")


def cluster_cases(methods):
    for name, folder in CLUSTER_SETS.items():
        quick = name == "jest-docs"
        for option in cluster_options(methods):
            yield cluster(f"{name} {option}", f"{folder} {option}", quick)
    yield cluster("kafka-html --front-end consonants", "data/kafka-html/files --front-end html:consonants --shingle 20")
    for method in ("exact", "linked"):
        yield cluster(f"rfc --pairs {method}", f"data/rfc/files --shingle 5 --pairs {method}")
    yield cluster("rfc --memory", "data/rfc/files --memory 64M --containment .9")
    yield cluster("rfc part --sketch all", "'data/rfc/files/rfc1?.txt' 'data/rfc/files/rfc1[0-3]??.txt' --sketch all --resemblance .3")
    yield from cluster_inputs()


def cluster_options(methods):
    options = ["", "--threads 1", "--threads 2", "--sketch all", "--sketch all --resemblance .3 --containment .9", "--sketch min:400",
               "--sketch vi", "--resemblance .3 --containment .9", "--no-verify", "--common 20", "--link survivor",
               "--audit 100", "--survivor first", "--keep-from .3 --write-pairs", "--shingle 4 --front-end text"]
    for method in map(pair_method, methods["pairs"]):
        options.append(f"--pairs {method} --resemblance .6")
        options.append(f"--pairs {method} --sketch all --shingle 5")
    return [*options, "--pairs supershingle:6 --no-verify", "--pairs bands:14x8 --no-verify", "--pairs bands:14x8 --audit 100"]


def cluster_inputs():
    """Lines, packed lines, web archives and features."""
    yield cluster("lines", "data/made/articles.jsonl", True)
    yield cluster("packed lines", "data/made/articles.jsonl.gz --survivor field:quality", True)
    yield cluster("lines newest", "data/made/articles.jsonl --survivor newest --shingle 5", True)
    yield cluster("web archive", "data/made/pages.warc --shingle 5", True)
    yield cluster("features", "data/made/features.jsonl --features notes --sketch all", True)


# Stores that grow, merge and are clustered again -----------------------------------------------------------------

STORE_PARTS = {"kafka-html": ("data/kafka-html/files/27", "data/kafka-html/files/28"),
               "licences": ("data/licences/files/choosealicense", "data/licences/files/spdx"),
               "jest-docs": ("data/jest-docs/files/30.0", "data/jest-docs/files/30.4"),
               "minhash-articles": ("data/minhash-articles/files/100", "data/minhash-articles/files/1000")}


def store_cases():
    for name, (first, second) in STORE_PARTS.items():
        quick = name == "jest-docs"
        for option in ("", "--sketch all", "--pairs linked", "--pairs bands:14x8 --no-verify"):
            made = f"cluster -q {first} -o store {option}"
            other = f"cluster -q {second} -o other {option}"
            yield Case(f"cluster --into {name} {option}", (made, f"cluster -q --into store {second}"), quick)
            yield Case(f"merge {name} {option}", (made, other, "merge -q store other -o both"), quick)
        kept = f"cluster -q {first} {second} -o store --containment .8 --keep-from .3"
        for option in ("--resemblance .8 --link survivor", "--resemblance .4 --survivor first", "--resemblance 0 --containment .9"):
            yield Case(f"recluster {name} {option}", (kept, f"recluster -q store {option}"), quick)


# dedup and query -------------------------------------------------------------------------------------------------

def dedup_cases():
    lines = "dedup -q data/made/articles.jsonl"
    for option in ("-o kept.jsonl", "-o kept.jsonl.gz", "-o kept.jsonl.zst", "-o kept.jsonl --annotate", "-o -",
                   "-o kept.jsonl --removed gone.jsonl --store store", "-o kept.jsonl --json", "-o kept.jsonl --threads 1",
                   "-o kept.jsonl -r .8 --survivor field:quality", "-o kept.jsonl --link single --pairs linked",
                   "-o kept.jsonl --sketch all --containment .9", "-o kept.jsonl --no-verify"):
        yield Case(f"dedup lines {option}", (f"{lines} {option}",), True)
    for name, folder in CLUSTER_SETS.items():
        for option in ("-o kept.txt", "-o kept.jsonl --annotate --sketch all"):
            yield Case(f"dedup {name} {option}", (f"dedup -q {folder} {option}",), name == "jest-docs")
    store = "cluster -q data/made/third.jsonl -o tests --shingle 5"
    for option in ("", "-c .8", "--annotate"):
        yield Case(f"dedup --against lines {option}", (store, f"{lines} --against tests -o kept.jsonl {option}"), True)
    yield Case("dedup --against licences", ("cluster -q data/licences/files/choosealicense -o tests",
                                            "dedup -q data/licences/files/spdx --against tests -c .8 -o kept.jsonl"))


def query_cases():
    asked = {"kafka-html": ("27/ops.html", "28/design.html"), "jest-docs": ("30.0/CLI.md", "next/CLI.md"),
             "licences": ("choosealicense/MIT.txt", "choosealicense/Apache-2.0.txt")}
    for name, documents in asked.items():
        for option in ("", "--sketch all --shingle 5", "--pairs linked"):
            steps = [f"cluster -q {CLUSTER_SETS[name]} -o store {option}"]
            for shown in ("", "--json"):
                for document in documents:
                    steps.append(f"query store data/{name}/files/{document} {shown}")
                    steps.append(f"query store data/{name}/files/{document} --resemblance .2 --containment .5 --limit 50 {shown}")
                    steps.append(f"query store --url {document} {shown}")
                steps.append(f"query store --cluster 3 {shown}")
                steps.append(f"query store --group data/made/{name}.names {shown}")
            yield Case(f"query {name} {option}", tuple(steps), name == "jest-docs")


# sweep -----------------------------------------------------------------------------------------------------------

def sweep_cases():
    versions = {"kafka-html": ("10", "20", "22", "24", "26", "28"), "jest-docs": ("29.7", "30.0", "30.4", "next")}
    gone = {"kafka-html": ("tutorial.html", "uses.html", "ops.html", "design.html"),
            "jest-docs": ("CLI.md", "BypassingModuleMocks.md", "JestObjectAPI.md", "Configuration.md")}
    for name, dates in versions.items():
        for option in ("", "--sketch all --shingle 5", "--threads 1"):
            adds = [f"sweep add web -q --date 2026-01-{day:02} data/{name}/files/{version} {option}"
                    for day, version in enumerate(dates, 1)]
            asks = [f"sweep locate web {url} {shown}" for url in gone[name] for shown in ("", "--json", "--resemblance .8 --json")]
            drifts = ["sweep drift web", "sweep drift web --json --svg drift.svg", "sweep drift web --json --resemblance .8"]
            yield Case(f"sweep {name} {option}", (*adds, *asks, *drifts), name == "jest-docs")


# fingerprint -----------------------------------------------------------------------------------------------------

def selector(row):
    """A row of the table with an argument for each parameter; alone, s is how many hashes are kept."""
    values = {"w": 9, "s": 40 if row["parameters"] == ["s"] else 4, "r": 4, "p": 7, "i": 5}
    return row["name"] + ":" + ",".join(f"{name}={values[name]}" for name in row["parameters"])


def front_ends(methods):
    """The tokenizers as a recipe names them, with each argument that is no language."""
    for row in methods["front_ends"]:
        if row["name"] != "code":
            yield row["name"]
            yield from (f"{row['name']}:{argument.strip()}" for argument in row["arguments"].split("|") if argument.strip())


def fingerprint(folder, recipe, number):
    files = f"fingerprint {folder} -q --recipe {recipe}"
    return f"{files} -o {number:02}.whorl", f"{files} --jsonl", f"{files} --json"


def fingerprint_case(name, folder, recipes, quick=False):
    steps = [step for number, recipe in enumerate(recipes) for step in fingerprint(folder, recipe, number)]
    return Case(f"fingerprint {name}", tuple(steps), quick)


def fingerprint_cases(methods):
    selectors = [selector(row) for row in methods["selectors"]]
    folders = {"sonnets": "data/sonnets/files", "kafka-html": "data/kafka-html/files/28", "tool-samples": "data/tool-samples/files"}
    for front_end in front_ends(methods):
        for name, folder in folders.items():
            if name == "kafka-html" and front_end not in ("html", "html:words"):
                continue
            recipes = [f"{front_end}/k=12/{selector}{seed}" for selector in selectors for seed in ("", "/seed=7")]
            yield fingerprint_case(f"{front_end} {name}", folder, recipes, name == "sonnets")
    languages = [row["name"] for row in methods["languages"]]
    for first in range(0, len(languages), 8):
        names = [f"code:{name}" for name in languages[first : first + 8] if name not in set(front_ends(methods))]
        recipes = [f"{front_end}/k=8/winnow:w=9" for front_end in names]
        if recipes:
            yield fingerprint_case(f"languages from {names[0]}", "data/tool-samples/files", recipes, first == 0)
    for threads in (1, 2):
        yield Case(f"fingerprint rfc --threads {threads}", (f"fingerprint data/rfc/files -q -o rfc.whorl --json --threads {threads}",))
    yield fingerprint_case("long k-grams", "data/licences/files",
                           [f"{front_end}/k={k}/robust:w=100" for front_end in ("text", "bytes") for k in (3, 16, 17, 50, 129, 250)])


# What a run says on the terminal ---------------------------------------------------------------------------------

def terminal_cases():
    yield Case("terminal compare", ("compare data/irplag/files/case-01 -o report",), True)
    yield Case("terminal cluster", ("cluster data/jest-docs/files -o store --audit 50", "recluster store -r .8"), True)
    yield Case("terminal cluster --json", ("cluster data/jest-docs/files -o store --audit 50 --json", "recluster store -r .8 --json"), True)
    yield Case("terminal dedup", ("dedup data/made/articles.jsonl -o kept.jsonl",), True)
    yield Case("terminal fingerprint", ("fingerprint data/sonnets/files",), True)
    yield Case("terminal sweep", ("sweep add web --date 2026-01-01 data/jest-docs/files/30.0",), True)
