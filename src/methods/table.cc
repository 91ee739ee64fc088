#include <algorithm>
#include <string>
#include <type_traits>
#include <vector>

#include "base/try.h"
#include "methods/compressors.h"
#include "methods/method.h"
#include "methods/rows.h"
#include "methods/word.h"

namespace whorl::internal::methods {
namespace {

// Similarity by compression (Finkel 2002 §4.3): two texts that share much are smaller if compressed
// together.

// `size_of` returns the size of a compressed text. Its level is the first parameter of the row, if
// there is one. The text is kept, compressed.
template <auto size_of>
struct Compression {
  struct State {
    std::string text;
    std::uint64_t compressed = 0;
  };

  static std::uint64_t bytes(const State& kept) { return kept.compressed; }

  static Result<State> keep(std::string_view text, const Settings& settings) {
    WHORL_ASSIGN_OR_RETURN(const std::uint64_t size, compressed(text, settings));
    return State{std::string(text), size};
  }

  // 2 - 2 c(a + b) / (c(a) + c(b))
  static Result<Figures> compare(const State& a, const State& b, const Settings& settings) {
    WHORL_ASSIGN_OR_RETURN(const std::uint64_t joined, compressed(a.text + b.text, settings));
    const auto apart = static_cast<double>(a.compressed + b.compressed);
    const double similarity = apart == 0 ? 0 : 2 - 2 * static_cast<double>(joined) / apart;
    const double value = std::clamp(similarity, 0.0, 1.0);
    Figures figures;
    figures.both = Measure{{value, value, value}, true};
    return figures;
  }

 private:
  static Result<std::uint64_t> compressed(std::string_view text, const Settings& settings) {
    if constexpr (std::is_invocable_v<decltype(size_of), std::string_view>) {
      return size_of(text);
    } else {
      return size_of(text, settings.args[0]);
    }
  }
};

constexpr std::uint64_t kMaxLength = 1u << 20;
constexpr std::uint64_t kMaxSize = 1u << 20;

constexpr MeasuringParameter words(std::string_view name) { return {name, 10, 1, kMaxLength}; }
constexpr MeasuringParameter kModulus{"m", 25, 1, kMaxSize};
constexpr MeasuringParameter kBreakpoint{"c", 10, 1, std::uint64_t{1} << 32};

constexpr MeasuringParameter kK[] = {words("k")};
constexpr MeasuringParameter kKS[] = {words("k"), {"s", 400, 1, kMaxSize}};
constexpr MeasuringParameter kKM[] = {words("k"), kModulus};
constexpr MeasuringParameter kKMRun[] = {words("k"), kModulus, {"run", 6, 1, 4096}};
constexpr MeasuringParameter kKWS[] = {
    {"k", 50, 1, kMaxLength}, {"w", 100, 1, kMaxLength}, {"s", 100, 1, kMaxSize}};
constexpr MeasuringParameter kC[] = {kBreakpoint};
constexpr MeasuringParameter kCE[] = {kBreakpoint, {"e", 25, 21, 1000}};
constexpr MeasuringParameter kB[] = {words("b")};
constexpr MeasuringParameter kBP[] = {{"b", 50, 1, kMaxLength}, {"p", 50, 1, kMaxSize}};
constexpr MeasuringParameter kAnchored[] = {{"b", 50, 4, kMaxLength},
                                            {"anchor", word_number("ante"), 1, kLongestWord, true}};
constexpr MeasuringParameter kKoala[] = {
    {"k", 20, 1, kMaxLength}, {"stored", 100, 1, kMaxSize}, {"searched", 1000, 1, kMaxSize}};
constexpr MeasuringParameter kLetters[] = {{"k", 45, 1, kMaxLength}};
constexpr MeasuringParameter kTile[] = {{"k", 5, 1, kMaxLength}};
constexpr MeasuringParameter kLevel9[] = {{"level", 9, 1, 9}};
constexpr MeasuringParameter kLevel6[] = {{"level", 6, 1, 9}};
constexpr MeasuringParameter kLevel19[] = {{"level", 19, 1, 19}};

constexpr std::string_view kEstimating =
    "Broder 1997, \"Estimating the resemblance and the containment\"";
constexpr std::string_view kShares = "2 x / (|A| + |B|); x / |A|; x / |B|, x = |A ∩ B|";
constexpr std::string_view kCompressed = "2 − 2 c(A + B) / (c(A) + c(B))";

constexpr Method kMethods[] = {
    row<AllShingles>({.name = "shingles",
                      .parameters = kK,
                      .front_end = "words",
                      .any_front_end = true,
                      .formula = "|A ∩ B| / |A ∪ B|; |A ∩ B| / |A|; |A ∩ B| / |B|",
                      .kept = "every shingle of k symbols",
                      .source = "Broder 1997, \"Syntactic clustering of the Web\""}),
    row<SmallestShingles>({.name = "min",
                           .parameters = kKS,
                           .front_end = "words",
                           .any_front_end = true,
                           .formula = "|MIN_s(A ∪ B) ∩ MIN_s(A) ∩ MIN_s(B)| / |MIN_s(A ∪ B)|; "
                                      "containment by the sizes of the sets",
                           .kept = "the s smallest hashes of the shingles",
                           .source = kEstimating}),
    row<ModShingles>({.name = "mod",
                      .parameters = kKM,
                      .front_end = "words",
                      .any_front_end = true,
                      .formula = "|V(A) ∩ V(B)| / |V(A) ∪ V(B)|; |V(A) ∩ V(B)| / |V(A)|; the same "
                                 "of B",
                      .kept = "the shingles whose hash is 0 mod m, more of small texts",
                      .source = kEstimating}),
    row<PowerShingles>({.name = "vi",
                        .parameters = kK,
                        .front_end = "words",
                        .any_front_end = true,
                        .formula = "as mod, at the larger i of V_i",
                        .kept = "the shingles whose hash is 0 mod 2^i, 100 to 200 of them",
                        .source = kEstimating}),
    row<SuperShingles>({.name = "supershingle",
                        .parameters = kKMRun,
                        .front_end = "words",
                        .any_front_end = true,
                        .formula = "|S(A) ∩ S(B)| / |S(A) ∪ S(B)|; above 0: similar",
                        .kept = "runs of hashes of the sorted sketch mod m",
                        .source = "Broder 1997, \"Syntactic clustering of the Web\""}),
    row<SmallestWinnowed>({.name = "smallest-winnowed",
                           .parameters = kKWS,
                           .front_end = "text",
                           .any_front_end = true,
                           .formula = "as min, of the winnowed fingerprints: their resemblance, "
                                      "not that of all k-grams",
                           .kept = "the s smallest of the fingerprints of windows of w k-grams",
                           .source = "Schleimer 2003 §3.2"}),
    row<BreakpointsByVariance>({.name = "se",
                                .parameters = kC,
                                .front_end = "words:se",
                                .any_front_end = true,
                                .formula = kShares,
                                .kept = "chunks to hashed breakpoints, culled by variance",
                                .source = "Finkel 2002 §2"},
                               check_breakpoints),
    row<BreakpointsByRoot>({.name = "se-sqrt",
                            .parameters = kC,
                            .front_end = "words:se",
                            .any_front_end = true,
                            .formula = kShares,
                            .kept = "chunks to hashed breakpoints, culled to ⌈√n⌉",
                            .source = "Finkel 2002 §2.2"},
                           check_breakpoints),
    row<AllBreakpoints>({.name = "se-none",
                         .parameters = kC,
                         .front_end = "words:se",
                         .any_front_end = true,
                         .formula = kShares,
                         .kept = "every chunk to hashed breakpoints",
                         .source = "Shivakumar and Garcia-Molina 1996"},
                        check_breakpoints),
    row<Paragraphs<CulledBy::variance>>({.name = "se-paragraph",
                                         .parameters = {},
                                         .front_end = {},
                                         .any_front_end = true,
                                         .formula = kShares,
                                         .kept = "paragraphs, culled by variance",
                                         .source = "Finkel 2002 §2.1"},
                                        check_paragraphs),
    row<Paragraphs<CulledBy::root>>({.name = "se-paragraph-sqrt",
                                     .parameters = {},
                                     .front_end = {},
                                     .any_front_end = true,
                                     .formula = kShares,
                                     .kept = "paragraphs, culled to ⌈√n⌉",
                                     .source = "Finkel 2002 §2.1"},
                                    check_paragraphs),
    row<Paragraphs<CulledBy::nothing>>({.name = "se-paragraph-none",
                                        .parameters = {},
                                        .front_end = {},
                                        .any_front_end = true,
                                        .formula = kShares,
                                        .kept = "paragraphs, all of them",
                                        .source = "Finkel 2002 §2.1"},
                                       check_paragraphs),
    row<Subroutines<CulledBy::variance>>({.name = "se-subroutine",
                                          .parameters = {},
                                          .front_end = {},
                                          .any_front_end = true,
                                          .formula = kShares,
                                          .kept = "subroutines of programs, culled by variance",
                                          .source = "Finkel 2002 §2.1"},
                                         check_subroutines),
    row<Subroutines<CulledBy::root>>({.name = "se-subroutine-sqrt",
                                      .parameters = {},
                                      .front_end = {},
                                      .any_front_end = true,
                                      .formula = kShares,
                                      .kept = "subroutines of programs, culled to ⌈√n⌉",
                                      .source = "Finkel 2002 §2.1"},
                                     check_subroutines),
    row<Subroutines<CulledBy::nothing>>({.name = "se-subroutine-none",
                                         .parameters = {},
                                         .front_end = {},
                                         .any_front_end = true,
                                         .formula = kShares,
                                         .kept = "subroutines of programs, all of them",
                                         .source = "Finkel 2002 §2.1"},
                                        check_subroutines),
    row<OverlappingChunks>({.name = "overlapping",
                            .parameters = kB,
                            .front_end = "words:se",
                            .any_front_end = true,
                            .formula = kShares,
                            .kept = "every run of b tokens",
                            .source = "Finkel 2002 §4.1"}),
    row<Scam>({.name = "scam",
               .parameters = kCE,
               .front_end = "words:se",
               .any_front_end = true,
               .formula = "max of the shares; Σ_close f_A f_B / Σ f_A²; the same of B; close: "
                          "f_A / f_B + f_B / f_A < e / 10",
               .kept = "every chunk to hashed breakpoints, and how often it occurs there",
               .source = "Shivakumar and Garcia-Molina 1995"},
              check_breakpoints),
    row<SifByHash>({.name = "sif",
                    .parameters = kBP,
                    .front_end = "bytes",
                    .any_front_end = false,
                    .formula = kShares,
                    .kept = "the substrings of b bytes whose hash is 0 mod p",
                    .source = "Manber 1994"}),
    row<SifByAnchor>({.name = "sif-anchor",
                      .parameters = kAnchored,
                      .front_end = "bytes",
                      .any_front_end = false,
                      .formula = kShares,
                      .kept = "the b bytes from each `anchor` on",
                      .source = "Manber 1994; \"ante\": Finkel 2002 §5"}),
    row<Sentences>({.name = "sentences",
                    .parameters = {},
                    .front_end = "words",
                    .any_front_end = true,
                    .formula = kShares,
                    .kept = "every sentence",
                    .source = "Brin, Davis and Garcia-Molina 1995 (COPS)"},
                   check_sentences),
    row<Koala>({.name = "koala",
                .parameters = kKoala,
                .front_end = "consonants",
                .any_front_end = false,
                .formula = "|stored(A) ∩ searched(B)| / |stored(A)|; the same of B",
                .kept = "the rarest substrings of k consonants: `stored` of them, of 4 bytes each, "
                        "against `searched` of the other text",
                .source = "Heintze 1996"},
               check_koala),
    row<ExactOverlap>({.name = "exact-overlap",
                       .parameters = kLetters,
                       .front_end = "text",
                       .any_front_end = true,
                       .formula = "(o_A + o_B) / (n_A + n_B); o_A / n_A; o_B / n_B, o: symbols "
                                  "under maximal common substrings of k and more",
                       .kept = "the text",
                       .source = "Monostori 2000 (MDR), as in Finkel 2002 §3"}),
    row<Tiling>({.name = "tiling",
                 .parameters = kTile,
                 .front_end = "words",
                 .any_front_end = true,
                 .formula = "2 T / (n_A + n_B); T / n_A; T / n_B, T: symbols under greedy string "
                            "tiles of k and more",
                 .kept = "the text",
                 .source = "Wise 1993; Prechelt 2000 (JPlag)"}),
    row<Compression<gzip_size>>({.name = "gzip",
                                 .parameters = kLevel9,
                                 .front_end = "bytes",
                                 .any_front_end = false,
                                 .formula = kCompressed,
                                 .kept = "the text, compressed; matches reach 32 KiB back",
                                 .source = "Finkel 2002 §4.3"}),
    row<Compression<bzip2_size>>({.name = "bzip2",
                                  .parameters = kLevel9,
                                  .front_end = "bytes",
                                  .any_front_end = false,
                                  .formula = kCompressed,
                                  .kept = "the text, compressed in blocks of 100,000 · level bytes",
                                  .source = "Finkel 2002 §4.3"}),
    row<Compression<xz_size>>({.name = "xz",
                               .parameters = kLevel6,
                               .front_end = "bytes",
                               .any_front_end = false,
                               .formula = kCompressed,
                               .kept = "the text, compressed; matches reach 8 MiB back at level 6",
                               .source = "beyond Finkel 2002 §4.3"}),
    row<Compression<zstd_long_size>>({.name = "zstd",
                                      .parameters = kLevel19,
                                      .front_end = "bytes",
                                      .any_front_end = false,
                                      .formula = kCompressed,
                                      .kept = "the text, compressed; matches reach 128 MiB back",
                                      .source = "beyond Finkel 2002 §4.3"}),
    row<Compression<ppmd_size>>({.name = "ppmd",
                                 .parameters = {},
                                 .front_end = "bytes",
                                 .any_front_end = false,
                                 .formula = kCompressed,
                                 .kept = "the text, compressed by PPMd of order 6",
                                 .source = "Finkel 2002 §4.3, for its ppm*"}),
    row<WordStatistics>(
        {.name = "statistics",
         .parameters = {},
         .front_end = "words",
         .any_front_end = false,
         .formula = "distance √Σ (p_A − p_B)² over four words",
         .kept = "the per cent of the words that are `the`, `and`, `but` and `so`, in lower "
                 "case",

         .source = "Finkel 2002 §4.2"}),
    row<Style>({.name = "style",
                .parameters = {},
                .front_end = "words",
                .any_front_end = false,
                .formula = "distance √Σ (x_A − x_B)² over the numbers that both have",
                .kept = "42 numbers: function words, marks, lengths of words and sentences, "
                        "distinct words",
                .source = "Finkel 2002 §4.2, \"a more comprehensive statistic\""}),
};

std::vector<MeasuringMethod> abouts() {
  std::vector<MeasuringMethod> all;
  for (const Method& method : kMethods) all.push_back(method.about);
  return all;
}

}  // namespace

std::span<const Method> methods() { return kMethods; }

const Method* find_method(std::string_view name) {
  for (const Method& method : kMethods) {
    if (method.about.name == name) return &method;
  }
  return nullptr;
}

}  // namespace whorl::internal::methods

namespace whorl {

std::span<const MeasuringMethod> measuring_methods() {
  static const std::vector<MeasuringMethod> kAll = internal::methods::abouts();
  return kAll;
}

}  // namespace whorl
