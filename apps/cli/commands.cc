// The table of commands.

#include <algorithm>

#include "cli/flag_rows.h"
#include "cli/flags.h"
#include "cli/text.h"

namespace whorl::cli {
namespace {

// The examples of each command, for its help and the manual page.

constexpr Example kCompareExamples[] = {
    {"whorl compare homework/",
     "Compare the submissions of a folder. The report is whorl-report/report.html."},
    {"whorl compare submissions.zip --base template/ -o week3",
     "Compare the contents of a zip file, without the code that was handed out."},
    {"whorl compare 2026/ --archive 2025/ --archive 2024/",
     "Also compare with past years, but not past years among themselves."},
    {"whorl compare hw/ --layout '{student}/{attempt}/**'",
     "Allow several attempts of a student, which are not compared with each other."},
    {"whorl compare essays/*.pdf --min-similarity 20%",
     "Compare texts. Each file is a submission."},
    {"whorl compare hw/ --json - | jq -r '.pairs[] | [.score, .a, .b] | @tsv'",
     "Pass the result to another program."},
};
constexpr Example kFingerprintExamples[] = {
    {"whorl fingerprint texts/ --recipe text/k=50/winnow:w=100",
     "Show how many fingerprints a method selects."},
    {"whorl fingerprint texts/ --jsonl > fingerprints.jsonl", "Print the fingerprints."},
};
constexpr Example kMethodsExamples[] = {
    {"whorl methods", "Tokenizers, languages and selectors, with defaults and sources."},
    {"whorl methods --json", "Print the tables as JSON."},
};
constexpr Example kClusterExamples[] = {
    {"whorl cluster pages/ -o store",
     "Cluster the pages of a folder. store/clusters.jsonl lists the clusters."},
    {"whorl cluster crawl/*.jsonl.zst --text content --resemblance 0.8 --memory 4G",
     "Read compressed JSON lines with the text in the field content."},
    {"whorl cluster --into store new.jsonl", "Add documents to a store."},
    {"whorl cluster docs/ --sketch all --link survivor",
     "Compare exactly, and compare every member with the kept document of its cluster."},
    {"whorl cluster in.jsonl -o placed --sketch all --positions",
     "Store word positions, so that whorl query --passages reports them."},
    {"zcat dump.gz | whorl cluster - -o store", "Read JSON lines from another program."},
    {"whorl cluster crawl/*.warc.gz -o store", "Cluster the pages of a crawl, by URL and date."},
    {"whorl cluster songs.jsonl --features notes --resemblance 0.8",
     "Compare features that another program computed."},
};
constexpr Example kReclusterExamples[] = {
    {"whorl recluster store --resemblance 0.8 --link survivor",
     "Form other clusters from the same pairs, in seconds."},
};
constexpr Example kDedupExamples[] = {
    {"whorl dedup crawl/*.jsonl.gz -o kept.jsonl.zst",
     "Write the kept lines. kept.removed.jsonl.zst lists the removed ones."},
    {"whorl dedup in.jsonl -o kept.jsonl -r 0.8 --survivor field:quality",
     "Keep the line with the greatest quality of each cluster."},
    {"whorl dedup docs/ -o kept.txt", "Write the names of the kept files, one a line."},
    {"whorl dedup train.jsonl --against tests-store -c 0.8 -o clean.jsonl",
     "Remove documents that contain a question of a benchmark, or are part of one."},
    {"whorl dedup --passages in.jsonl -o cut.jsonl --report repeated.jsonl",
     "Cut passages of 50 words or more that earlier documents contain. List the "
     "commonest ones."},
    {"whorl dedup train.jsonl --against bench.jsonl --any-ngram 13 -o clean.jsonl",
     "Remove documents with 13 words in a row of a benchmark."},
    {"zcat dump.gz | whorl dedup - -o - | zstd > kept.zst", "Work in a pipe."},
};
constexpr Example kSweepExamples[] = {
    {"whorl sweep add web --date 2026-05-01 crawl-may/*.warc.gz",
     "Store URL, date and sketch of every page."},
    {"whorl sweep locate web http://example.org/old.html",
     "Show where the content of that page is now."},
    {"whorl sweep drift web --svg drift.svg",
     "Count the pages that changed, moved, appeared and died, also by host."},
};
constexpr Example kRegistryExamples[] = {
    {"whorl registry create archive --recipe code:c/k=15/robust:w=10",
     "Create a registry of C programs."},
    {"whorl registry add archive 2026/ --owner cs101 --group 2026",
     "Add the submissions of this year. Repeat the command to add what changed."},
    {"whorl registry search archive ann.c --exclude-owner cs101",
     "Show which registered documents share passages with a file, and the lines."},
    {"whorl registry stats archive --json", "Report its size, for a program."},
    {"whorl registry refresh works books/ --key registry.key",
     "Store another sample of each book. What searches revealed before becomes useless."},
    {"whorl registry list archive --json", "List the registered documents, for a program."},
    {"whorl registry show archive --owner cs101 --group 2026 --name ann/main.c",
     "Show what is stored of one document."},
    {"whorl registry remove archive --owner cs101 --group 2024", "Remove the documents of a year."},
    {"whorl registry export archive theses.whorlseg --owner cs101",
     "Write a segment with the documents of one course."},
    {"whorl registry backup archive backups/", "Add a backup. The last three are kept."},
    {"whorl registry restore archive backups/", "Create the registry from the last backup."},
    {"whorl registry pairs drafts/ --scheme se",
     "Show which documents share phrases. Nothing is stored."},
};
constexpr Example kWatchExamples[] = {
    {"whorl watch hand-ins --registry archive --owner cs101 --group 2026",
     "Look up each submission when it arrives, and add it."},
};
constexpr Example kServeExamples[] = {
    {"whorl serve archive", "Open http://127.0.0.1:8080 in a browser of the same machine."},
    {"whorl serve archive --listen 10.0.0.5:8080 --tokens /etc/whorl.tokens",
     "Serve a department: clients need a token of the file."},
    {"whorl serve archive --limit upload=2G,jobs=2", "Accept larger archives, two at once."},
    {"whorl serve archive --store pages=crawl.store", "Also show the clusters of a crawl."},
};
constexpr Example kCheckExamples[] = {
    {"whorl check store", "Check whether every byte of a store is as it was written."},
    {"whorl check web --json", "Check a sweep store, for a program."},
};
constexpr Example kMergeExamples[] = {
    {"whorl merge may-store june-store -o both-store", "Put two crawls into one store."},
};
constexpr Example kQueryExamples[] = {
    {"whorl query store page.html", "Show the stored documents that are similar to a page."},
    {"whorl query store --url http://example.org/faq", "Show the cluster of a stored page."},
    {"whorl query store --cluster 12 --json", "Show the documents of a cluster, for a program."},
    {"whorl query store --batch questions.jsonl --json > answers.jsonl",
     "Look up each of many texts, and print a line for each answer."},
    {"whorl query store --passages draft.txt --at-least 13",
     "Show the parts of a text that occur in documents of the store."},
    {"whorl query placed --passages draft.txt --json",
     "Also show the positions in the documents, of a store made with --positions."},
    {"search words | whorl query store --group -",
     "Show the results of a search without repetitions."},
};
constexpr Example kMeasureExamples[] = {
    {"whorl measure draft.txt published.txt", "Compare two texts by one method of each family."},
    {"whorl measure old/ new/ --all --front-end code:c", "Compare two programs by every method."},
    {"whorl measure a.txt b.txt -m min:s=100 -m min:s=400 -m shingles",
     "Compare sketches of two sizes with the value that they estimate."},
};
constexpr Example kLabExamples[] = {
    {"whorl lab density --random 8M",
     "Count the k-grams of random letters that each selector keeps."},
    {"whorl lab guarantee --noise 8 --window 12 --svg found.svg",
     "Show which planted matches are found, as a table and a plot."},
    {"whorl lab frequency pages/ --front-end html --noise 20",
     "Count k-grams in a folder, and show the most frequent ones."},
    {"whorl lab sketch-error", "Show the errors of sketches of each size."},
    {"whorl lab koala notes/", "Show what a hundred substrings of each text keep."},
    {"whorl lab quality labels/pairs.tsv", "Run every method on pairs that you labelled."},
};
constexpr Example kVersionExamples[] = {
    {"whorl version --verbose", "Print what a bug report needs."}};
constexpr Example kHelpExamples[] = {
    {"whorl help compare", "Show how to use a command, as whorl compare --help does."},
    {"whorl help --man | man -l -", "Show the manual page."},
};
constexpr Example kCompletionExamples[] = {
    {"whorl completion bash > ~/.local/share/bash-completion/completions/whorl", "For bash."},
    {"whorl completion zsh > ~/.zfunc/_whorl", "For zsh, where ~/.zfunc is in $fpath."},
    {"whorl completion fish > ~/.config/fish/completions/whorl.fish", "For fish."},
};

constexpr std::string_view kFlags = "Flags";

constexpr Flag kMethodsFlags[] = {
    json_flag(kFlags, "Print the tables as JSON."),
    help_flag(kFlags),
    help_all_flag(kFlags),
};

constexpr Flag kCheckFlags[] = {
    json_flag(kFlags, "Print what was found as JSON."),
    quiet_flag(),
    help_flag(),
    help_all_flag(),
};

constexpr Flag kVersionFlags[] = {
    {.name = "verbose",
     .letter = 'v',
     .group = kFlags,
     .help = "Also show how the program was built and what it uses on this machine.",
     .set = switch_on<&Arguments::verbose>},
    json_flag(kFlags, "Print all of it as JSON."),
    help_flag(kFlags),
    help_all_flag(kFlags),
};

constexpr Flag kHelpFlags[] = {
    {.name = "man",
     .group = kFlags,
     .help = "Print the manual page as troff.",
     .set = switch_on<&Arguments::man>},
    help_flag(kFlags),
    help_all_flag(kFlags),
};

constexpr Flag kCompletionFlags[] = {help_flag(kFlags), help_all_flag(kFlags)};

const Command kCommands[] = {
    {.name = "compare",
     .summary = "Find copies among submissions and explain them",
     .operands = "PATH...",
     .brief = "Compares all submissions under each PATH with each other and writes a report for "
              "a browser. A submission is a file, a folder or an archive.",
     .description =
         "Compares all submissions found under each PATH with each other and writes a report "
         "that opens offline in a browser. A submission is a file, a directory or an archive "
         "(zip, tar, 7z) of source code, text, PDF, office files or notebooks."
         "\n\n"
         "Each pair gets a score from 0 to 1, and the passages that both share: verbatim, with "
         "names changed, or edited. The report lists inputs that cannot be read, with the reason. "
         "The same input gives the same report, whatever the number of threads.",
     .flags = compare_flags(),
     .examples = kCompareExamples,
     .run = run_compare},
    {.name = "fingerprint",
     .summary = "Print or store the fingerprints of files",
     .operands = "PATH...",
     .brief = "Prints or stores the fingerprints of every file under each PATH.",
     .description =
         "Fingerprints every file found under each PATH by one recipe, shows what was "
         "selected, and prints or stores the fingerprints. They depend only on the bytes and "
         "the recipe.",
     .flags = fingerprint_flags(),
     .examples = kFingerprintExamples,
     .run = run_fingerprint},
    {.name = "methods",
     .summary = "List tokenizers, languages and selectors",
     .description =
         "Prints the tables from which recipes are made: what each tokenizer drops and keeps, "
         "what each selector guarantees, and where each is described.",
     .flags = kMethodsFlags,
     .examples = kMethodsExamples,
     .run = run_methods},
    {.name = "cluster",
     .summary = "Find near-duplicates in a collection that need not fit in memory",
     .operands = "INPUT...",
     .brief = "Groups similar documents of a collection of any size. An INPUT is a folder, a "
              "glob, JSON lines, Parquet, CSV, a web archive, or - for standard input.",
     .description =
         "Groups similar documents: equal byte by byte, equal in normalized text, or with a "
         "resemblance or containment over a threshold. An INPUT is a folder, a file, a glob, "
         "JSON lines (.jsonl, .ndjson) or a web archive (.warc, .wet). Files may be packed "
         "(.gz, .zst, .bz2, .xz). - is JSON lines or a web archive on standard input."
         "\n\n"
         "The output is a store. Its file clusters.jsonl says for each member how similar it is to "
         "the kept document of its cluster, counted on all shingles. A stopped run continues when "
         "the same command is given again. The same input gives the same store, with any number of "
         "threads and limit of memory.",
     .flags = cluster_flags(),
     .examples = kClusterExamples,
     .run = run_cluster},
    {.name = "recluster",
     .summary = "Cluster a store again with other thresholds",
     .operands = "STORE",
     .brief = "Clusters the documents of a store again, with other thresholds.",
     .description =
         "Forms clusters anew from the pairs that whorl cluster kept. A resemblance below what "
         "was kept is refused: keep more with --keep-from. For a containment that was not "
         "kept, pairs are counted again from the store.",
     .flags = recluster_flags(),
     .examples = kReclusterExamples,
     .run = run_recluster},
    {.name = "dedup",
     .summary = "Remove near-duplicates from a collection, and list the reasons",
     .operands = "INPUT...",
     .brief = "Writes a collection without its near-duplicates, and lists each removed document "
              "with the reason. An INPUT is a folder, a glob, JSON lines, Parquet, CSV, a web "
              "archive, or - for standard input.",
     .description =
         "Finds near-duplicates as whorl cluster does, keeps one document of each cluster, and "
         "writes the kept documents in the order read. JSON lines come out byte by byte as they "
         "were. Each removed document is listed with the reason (identical, lexical, sketch, "
         "similar), its kept document, and measures counted on all shingles. It was compared with "
         "that document itself, so chains of similar documents never remove one."
         "\n\n"
         "With --against, documents are removed that are similar to those of a store or of texts: "
         "questions of a benchmark, or what was published before. A stopped run continues when the "
         "same command is given again."
         "\n\n"
         "With --passages, text that is repeated inside documents is cut instead: boilerplate, "
         "licences, quoted articles. The rest of the documents stays. With the list of --removed "
         "the input can be restored. A stopped run starts from the beginning.",
     .flags = dedup_flags(),
     .examples = kDedupExamples,
     .run = run_dedup,
     .prepare = prepare_dedup},
    {.name = "sweep",
     .summary = "Follow pages over time: where they moved, and how they changed",
     .operands = "COMMAND STORE [INPUT...|URL]",
     .brief = "Follows pages over time: stores dated sweeps of a site, and reports where a page "
              "moved.",
     .description = "sweep add STORE --date DATE INPUT... stores every page of a dated sweep by "
                    "its URL and sketch. A page that has not changed adds no bytes. An INPUT is as "
                    "for whorl cluster. A stopped sweep continues when the same command is given "
                    "again; the store does not change before that."
                    "\n\n"
                    "sweep locate STORE URL says where the content of a URL is now: the newest "
                    "living URL of its cluster, with dates."
                    "\n\n"
                    "sweep drift STORE counts the pages that changed, moved, appeared and died "
                    "between sweeps. It also says how long pages lived, and how much they changed.",
     .flags = sweep_flags(),
     .examples = kSweepExamples,
     .run = run_sweep,
     .subcommands = sweep_subcommands()},
    {.name = "merge",
     .summary = "Combine several stores into one",
     .operands = "STORE STORE...",
     .brief = "Creates one store with the documents of several stores.",
     .description =
         "Makes a new store with the documents of several stores of the same method. It searches "
         "only for pairs across stores; pairs within a store are known. Clusters are formed with "
         "the thresholds of the first store; whorl recluster changes them.",
     .flags = merge_flags(),
     .examples = kMergeExamples,
     .run = run_merge},
    {.name = "query",
     .summary = "Find stored documents that are similar to a file, or show a cluster",
     .operands = "STORE [FILE|-]",
     .brief = "Asks a store for the documents that are similar to FILE, for a stored document, "
              "or for a cluster.",
     .description =
         "With FILE, or - for standard input, shows the stored documents that are most similar "
         "to it. It prints the resemblance, how much of FILE is in the document, and the "
         "reverse, counted on all shingles. It reads only the index entries of the file's "
         "shingles."
         "\n\n"
         "--url shows the cluster of a stored document, --cluster the documents of a cluster. "
         "--group groups a ranked list of names by cluster. --batch answers for each document of "
         "JSON lines, in one process. --passages shows which parts of a text occur in the store.",
     .flags = query_flags(),
     .examples = kQueryExamples,
     .run = run_query},
    {.name = "registry",
     .summary = "Store fingerprints of documents, and find those that share passages",
     .operands = "COMMAND REGISTRY [PATH...]",
     .brief = "Stores fingerprints of documents, without their texts, and finds the documents "
              "that share passages with a new text.",
     .description =
         "A registry is a folder with fingerprints of any number of documents, without their "
         "texts. create makes one. add registers the files of folders and archives, and the "
         "texts of JSON lines. It replaces a document of the same owner, group and name if its "
         "text has changed. search says for each document of PATH which registered ones share "
         "passages with it, how much, and in which lines."
         "\n\n"
         "list, show, stats and check read the registry. remove removes documents by owner, group "
         "or name. compact writes the index anew. suspicions lists the documents that unusually "
         "many searches hit. refresh stores another sample of each document of PATH, or moves it "
         "to another key. It lists the documents that wait for their text."
         "\n\n"
         "import adds the fingerprints of a segment that whorl fingerprint made by the same "
         "recipe, or of a store of whorl cluster. export writes a segment with the documents of an "
         "owner, group or name. backup adds to a folder of backups and keeps the last three. "
         "restore makes a registry from the last one."
         "\n\n"
         "pairs reports which documents of PATH share fingerprints, with the exact overlap of the "
         "best pairs, and stores nothing. texts prints as JSON lines what add would read, with "
         "--json also a line for each unreadable document."
         "\n\n"
         "Acknowledged documents are on the disk: a kill loses none. One process writes at a time, "
         "any number read.",
     .flags = registry_flags(),
     .examples = kRegistryExamples,
     .run = run_registry,
     .subcommands = registry_subcommands()},
    {.name = "watch",
     .summary = "Look up each document that arrives in a folder, and register it",
     .operands = "FOLDER",
     .brief = "Looks up each document that arrives in FOLDER, and then registers it. Ctrl-C "
              "ends it.",
     .description =
         "Looks up all documents of FOLDER that the registry does not have, and adds them. "
         "Then it does the same with each document that arrives, until Ctrl-C. A file counts "
         "when it is closed or moved in, the files of a new folder when it was quiet for half "
         "a second. The output is that of whorl registry search."
         "\n\n"
         "If it is killed and started again, it misses no document. It adds a document after it "
         "has printed the answer, so one answer may be printed twice. While it runs, no other "
         "process can write to the registry; others can search.",
     .flags = watch_flags(),
     .examples = kWatchExamples,
     .run = run_watch},
    {.name = "serve",
     .summary = "Search, register and compare over HTTP, for browsers and programs",
     .operands = "REGISTRY",
     .brief = "Answers searches, registrations and comparisons over HTTP, to browsers and "
              "programs.",
     .description =
         "Serves a registry, and comparisons, to browsers and programs. /openapi.json describes "
         "the requests. An acknowledged registration is on the disk, and each comparison is a "
         "separate process. While it runs, no other process can write to the registry. Ctrl-C or "
         "SIGTERM ends it after it has answered running requests."
         "\n\n"
         "Without --tokens it listens on the loopback interface only. The file of tokens has one "
         "line per token: NAME ROLES OWNER TOKEN. ROLES are search, submit, judge and admin, "
         "separated by commas. The token sees the documents and jobs of OWNER, or all with *. A "
         "line with the role moss has the ID of a user of --moss-listen in place of the token.",
     .flags = serve_flags(),
     .examples = kServeExamples,
     .run = run_serve},
    {.name = "check",
     .summary = "Read a whole store and report damage",
     .operands = "STORE",
     .brief = "Reads every block of a store and reports damage.",
     .description =
         "Reads every block of every file of a store of whorl cluster, dedup or sweep, "
         "compares it with its checksum, and checks the contents. Names and sketches must be where "
         "their documents say. The index must match the sketches, and pairs and clusters must be "
         "in order. For each damaged file it says what to do, and "
         "the status is 3. It also lists running and stopped runs, and unused files."
         "\n\n"
         "It writes nothing, and can run beside a writer.",
     .flags = kCheckFlags,
     .examples = kCheckExamples,
     .run = run_check},
    {.name = "measure",
     .summary = "Measure two texts by every method of the papers",
     .operands = "(A B | PAIRS.tsv)",
     .brief = "Measures two texts by the methods of the papers. A and B are files, folders, "
              "archives or JSON lines.",
     .description =
         "Prints a row for each method: how similar A and B are, and how much of each is in the "
         "other. Estimates have an interval of 95 %. The row also has the formula, the number of "
         "bytes stored per text, and the time. A and B are files, or folders, archives or JSON "
         "lines, each read as one text."
         "\n\n"
         "A list of pairs has a line of column names, then two documents a line, separated by a "
         "tab. The documents are in the folder files next to it, or in its own folder.",
     .flags = measure_flags(),
     .examples = kMeasureExamples,
     .run = run_measure},
    {.name = "lab",
     .summary = "Run the experiments of the papers again, on any data",
     .operands = "EXPERIMENT [PATH...]",
     .brief = "Runs an experiment of the papers on your data and prints its tables.",
     .description =
         "Prints the tables of an experiment, next to the values of the paper. density, guarantee "
         "and frequency are about selectors, threshold and renaming about k, hashing about speed, "
         "sketch-error about sketches and their intervals. overlap and neighbours compare the "
         "methods of Finkel 2002. koala is about a hundred substrings a text. quality ranks "
         "labelled pairs by each method."
         "\n\n"
         "A PATH is a file, a folder, an archive or JSON lines. A table of pairs (.tsv) has a line "
         "of column names. Each other line has two documents and a label (1: copied), separated by "
         "tabs. The documents are in the folder files next to it, or in its own folder.",
     .flags = lab_flags(),
     .examples = kLabExamples,
     .run = run_lab,
     .subcommands = lab_subcommands()},
    {.name = "completion",
     .summary = "Print the completion script for a shell",
     .operands = "bash|zsh|fish",
     .description = "Prints a script that completes commands, flags and their values.",
     .flags = kCompletionFlags,
     .examples = kCompletionExamples,
     .run = run_completion},
    {.name = "version",
     .summary = "Show the version",
     .description = "Shows the version of the program.",
     .flags = kVersionFlags,
     .examples = kVersionExamples,
     .run = run_version},
    {.name = "help",
     .summary = "Show help for a command, or the manual page",
     .operands = "[COMMAND]",
     .description = "Shows the commands, or how to use one of them.",
     .flags = kHelpFlags,
     .examples = kHelpExamples,
     .run = run_help},
};

constexpr StatusMeaning kStatusMeanings[] = {
    {kDone, "done"},
    {kWrongUsage, "wrong usage: nothing was read"},
    {kInputsSkipped, "done, but inputs were skipped; the report lists them"},
    {kFailed, "failed, or a store is damaged: no output was written"},
    {kInterrupted, "interrupted by Ctrl-C: there is no report; a store can be continued"},
};

}  // namespace

std::span<const Command> commands() { return kCommands; }

const Command* find_command(std::string_view name) {
  for (const Command& command : kCommands) {
    if (command.name == name) return &command;
  }
  return nullptr;
}

bool uses(const Subcommand& subcommand, const Flag& flag) {
  const std::vector<std::string_view> users = split(flag.only, ' ');
  return flag.only.empty() || std::ranges::find(users, subcommand.name) != users.end();
}

const Subcommand* find_subcommand(const Command& command, std::string_view name) {
  const auto found = std::ranges::find(command.subcommands, name, &Subcommand::name);
  return found == command.subcommands.end() ? nullptr : &*found;
}

std::span<const StatusMeaning> status_meanings() { return kStatusMeanings; }

}  // namespace whorl::cli
