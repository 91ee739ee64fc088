#include "cli/other_words.h"

#include <algorithm>
#include <string>

namespace whorl::cli {
namespace {

constexpr std::string_view kBands = "as B bands of R rows, e.g. --pairs bands:14x8";
constexpr std::string_view kPermutations =
    "mod:25 unless another is given, one shingle in 25 of a large document, to find candidates, "
    "which are counted on all shingles; min:128 keeps 128, --no-verify estimates from them";

constexpr OtherWord kWords[] = {
    // datasketch, rensa, FastSketchLSH, text-dedup, datatrove, duplodocus
    {"threshold", "resemblance", ""},
    {"jaccard", "resemblance", ""},
    {"num-perm", "sketch", kPermutations},
    {"num-hashes", "sketch", kPermutations},
    {"size", "sketch", kPermutations},
    {"bands", "pairs", kBands},
    {"num-bands", "pairs", kBands},
    {"num-buckets", "pairs", kBands},
    {"bucket-size", "pairs", kBands},
    {"hashes-per-bucket", "pairs", kBands},
    {"rows", "pairs", kBands},
    {"b", "pairs", kBands},
    {"r", "pairs", kBands},
    {"ngram", "shingle", ""},
    {"n-grams", "shingle", ""},
    {"ngram-size", "shingle", ""},
    {"column", "text", ""},
    {"text-column", "text", ""},
    {"text-key", "text", ""},
    {"id-column", "id", ""},
    {"id-key", "id", ""},
    {"num-proc", "threads", ""},
    {"num-workers", "threads", ""},
    {"workers", "threads", ""},
    // JPlag, Dolos, copydetect, compare50
    {"min-tokens", "guarantee", ""},
    {"base-code", "base", ""},
    {"ignore", "base", ""},
    {"old", "archive", ""},
    {"shown-comparisons", "limit", ""},
    {"kgram-length", "noise", "in tokens of whorl's own"},
    {"kgrams-in-window", "guarantee", "the match that is surely found: window + length - 1"},
    {"max-fingerprint-count", "max-share", ""},
    {"max-fingerprint-percentage", "max-share", "with a percent sign: --max-share 10%"},
    {"similarity-threshold", "min-similarity", ""},
    {"threshold", "min-similarity", ""},
    {"noise-thresh", "noise", ""},
    {"guarantee-thresh", "guarantee", ""},
    {"display-thresh", "min-similarity", ""},
    {"extensions", "include", "a glob, e.g. --include '*.c'"},
    {"result-file", "output", ""},
    {"out-file", "output", ""},
    {"output-dir", "output", "a folder: its name ends in a slash"},
    {"storage-dir", "store", ""},
    {"annotate-key", "annotate", ""},
};

bool has(const Command& command, std::string_view name) {
  return std::ranges::any_of(command.flags, [&](const Flag& flag) { return flag.name == name; });
}

}  // namespace

const OtherWord* other_word(const Command& command, std::string_view word) {
  std::string dashed(word);
  std::ranges::replace(dashed, '_', '-');
  const auto* const found = std::ranges::find_if(
      kWords, [&](const OtherWord& w) { return w.word == dashed && has(command, w.flag); });
  return found == std::end(kWords) ? nullptr : found;
}

}  // namespace whorl::cli
