// Uses of each command, as help and the manual page show them.
#pragma once

#include "cli/flags.h"

namespace whorl::cli {

inline constexpr Example kCompareExamples[] = {
    {"whorl compare homework/",
     "Compare the submissions in a folder; the report is whorl-report/report.html."},
    {"whorl compare submissions.zip --base template/ -o week3",
     "Compare what a zip file holds, without the code that was handed out."},
    {"whorl compare 2026/ --archive 2025/ --archive 2024/",
     "Compare with past years too, but not past years among themselves."},
    {"whorl compare hw/ --layout '{student}/{attempt}/**'",
     "Several attempts a student: these are not compared with each other."},
    {"whorl compare essays/*.pdf --min-similarity 20%",
     "Compare texts; each file is a submission."},
    {"whorl compare hw/ --json - | jq -r '.pairs[] | [.score, .a, .b] | @tsv'",
     "Hand the result to another program."},
};

inline constexpr Example kFingerprintExamples[] = {
    {"whorl fingerprint texts/ --recipe text/k=50/winnow:w=100",
     "How many fingerprints a method selects."},
    {"whorl fingerprint texts/ --jsonl > fingerprints.jsonl", "The fingerprints themselves."},
};

inline constexpr Example kMethodsExamples[] = {
    {"whorl methods", "Front ends, languages and selectors, with defaults and sources."},
    {"whorl methods --json", "The same for a program."},
};

inline constexpr Example kClusterExamples[] = {
    {"whorl cluster pages/ -o store",
     "Cluster the pages of a folder; store/clusters.jsonl lists the clusters and how similar their "
     "members are."},
    {"whorl cluster crawl/*.jsonl.zst --text content --resemblance 0.8 --memory 4G",
     "JSON lines, compressed, with the text in another field."},
    {"whorl cluster docs/ --sketch all --link survivor",
     "Exact, and every member measured against its cluster's survivor."},
    {"whorl cluster in.jsonl -o placed --sketch all --positions",
     "Keep where words stand, so that whorl query --passages tells it."},
    {"zcat dump.gz | whorl cluster - -o store", "JSON lines from another program."},
    {"whorl cluster --into store new.jsonl", "Add documents; those in the store are not redone."},
    {"whorl cluster crawl/*.warc.gz -o store", "The pages of a crawl, by URL and date."},
    {"whorl cluster songs.jsonl --features notes --resemblance 0.8",
     "Features made elsewhere, of anything."},
};

inline constexpr Example kReclusterExamples[] = {
    {"whorl recluster store --resemblance 0.8 --link survivor",
     "Other clusters from the same pairs, in seconds."},
};

inline constexpr Example kDedupExamples[] = {
    {"whorl dedup crawl/*.jsonl.gz -o kept.jsonl.zst",
     "The lines that survive; who was left out and why is in kept.removed.jsonl.zst."},
    {"whorl dedup in.jsonl -o kept.jsonl -r 0.8 --survivor field:quality",
     "Of each cluster keep the line with the greatest quality."},
    {"whorl dedup docs/ -o kept.txt", "The names of the files that survive, one a line."},
    {"whorl dedup train.jsonl --against tests-store -c 0.8 -o clean.jsonl",
     "Leave out what holds a question of a benchmark, or is held by one."},
    {"whorl dedup --passages in.jsonl -o cut.jsonl --report repeated.jsonl",
     "Cut what earlier documents say in 50 words or more, and list the commonest passages."},
    {"whorl dedup train.jsonl --against bench.jsonl --any-ngram 13 -o clean.jsonl",
     "Leave out what has 13 words in a row of a benchmark."},
    {"zcat dump.gz | whorl dedup - -o - | zstd > kept.zst", "Within a pipe."},
};

inline constexpr Example kSweepExamples[] = {
    {"whorl sweep add web --date 2026-05-01 crawl-may/*.warc.gz",
     "Remember URL, date and sketch of every page."},
    {"whorl sweep locate web http://example.org/old.html",
     "Where what that page held is found now."},
    {"whorl sweep drift web --svg drift.svg",
     "How many pages changed, moved, appeared and died, for each host too."},
};

inline constexpr Example kRegistryExamples[] = {
    {"whorl registry create archive --recipe code:c/k=15/robust:w=10", "A register of C programs."},
    {"whorl registry add archive 2026/ --owner cs101 --group 2026",
     "Add this year's submissions; the same command again adds what has changed."},
    {"whorl registry search archive ann.c --exclude-owner cs101",
     "Which registered documents share passages with a file, and which lines."},
    {"whorl registry stats archive --json", "How large it is, for a program."},
    {"whorl registry refresh works books/ --key registry.key",
     "Store another draw of each book, so that what was found out by searching is worth nothing."},
    {"whorl registry pairs drafts/ --scheme se", "Which documents share phrases; nothing is kept."},
};

inline constexpr Example kWatchExamples[] = {
    {"whorl watch hand-ins --registry archive --owner cs101 --group 2026",
     "Look each submission up as it is handed in, and add it."},
};

inline constexpr Example kServeExamples[] = {
    {"whorl serve archive", "Open http://127.0.0.1:8080 in a browser of the same machine."},
    {"whorl serve archive --listen 10.0.0.5:8080 --tokens /etc/whorl.tokens",
     "For a department: whoever shows a token of the file."},
    {"whorl serve archive --limit upload=2G,jobs=2", "Larger archives, two at once."},
    {"whorl serve archive --store pages=crawl.store", "Clusters of a crawl beside the registry."},
};

inline constexpr Example kCheckExamples[] = {
    {"whorl check store", "Whether every byte of a store is as it was written."},
    {"whorl check web --json", "The same of a sweep store, for a program."},
};

inline constexpr Example kMergeExamples[] = {
    {"whorl merge may-store june-store -o both-store", "Two crawls as one store."},
};

inline constexpr Example kQueryExamples[] = {
    {"whorl query store page.html", "Which stored documents are like a page."},
    {"whorl query store --url http://example.org/faq", "The cluster of a stored page."},
    {"whorl query store --cluster 12 --json", "The documents of a cluster, for a program."},
    {"whorl query store --batch questions.jsonl --json > answers.jsonl",
     "What is like each of many texts, a line an answer."},
    {"whorl query store --passages draft.txt --at-least 13",
     "Which parts of a text stand in the store."},
    {"whorl query placed --passages draft.txt --json",
     "The same with the places in the documents, of a store made with --positions."},
    {"search words | whorl query store --group -", "Results of a search without the repetitions."},
};

inline constexpr Example kMeasureExamples[] = {
    {"whorl measure draft.txt published.txt",
     "What one method of each family says of two texts, and what it keeps of them."},
    {"whorl measure old/ new/ --all --front-end code:c", "Two programs, by every method."},
    {"whorl measure a.txt b.txt -m min:s=100 -m min:s=400 -m shingles",
     "Sketches of two sizes beside what they estimate."},
};

inline constexpr Example kLabExamples[] = {
    {"whorl lab density --random 8M", "How many k-grams each selector keeps of random letters."},
    {"whorl lab guarantee --noise 8 --window 12 --svg found.svg",
     "Which planted matches are found, as a table and a plot."},
    {"whorl lab frequency pages/ --front-end html --noise 20",
     "How often k-grams stand in a folder, and the commonest."},
    {"whorl lab sketch-error", "How far sketches of each size are off."},
    {"whorl lab koala notes/", "What a hundred substrings of each text keep."},
    {"whorl lab quality labels/pairs.tsv", "Every method on pairs that you have labelled."},
};

inline constexpr Example kVersionExamples[] = {
    {"whorl version --verbose", "What to put into a bug report."}};

inline constexpr Example kHelpExamples[] = {
    {"whorl help compare", "All flags of a command."},
    {"whorl help --man | man -l -", "The manual page."},
};

inline constexpr Example kCompletionExamples[] = {
    {"whorl completion bash > ~/.local/share/bash-completion/completions/whorl", "For bash."},
    {"whorl completion zsh > ~/.zfunc/_whorl", "For zsh, where ~/.zfunc is in $fpath."},
    {"whorl completion fish > ~/.config/fish/completions/whorl.fish", "For fish."},
};

}  // namespace whorl::cli
