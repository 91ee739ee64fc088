// The methods, as classes from which row() makes rows; one file a family.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "fingerprints/sketch/sketch.h"
#include "methods/method.h"
#include "methods/sets.h"

namespace whorl::internal::methods {

// shingles.cc: Broder 1997. Each keeps a sketch of the set of k-grams.
struct SketchState {
  static std::uint64_t bytes(const sketch::Sketch& kept) { return 8 * kept.hashes.size(); }
  using State = sketch::Sketch;
};
struct AllShingles : SketchState {  // k
  static Result<State> keep(std::string_view text, const Settings& settings);
  static Figures compare(const State& a, const State& b, const Settings& settings);
};
struct SmallestShingles : SketchState {  // k, s
  static Result<State> keep(std::string_view text, const Settings& settings);
  static Figures compare(const State& a, const State& b, const Settings& settings);
};
struct ModShingles : SketchState {  // k, m
  static Result<State> keep(std::string_view text, const Settings& settings);
  static Figures compare(const State& a, const State& b, const Settings& settings);
};
struct PowerShingles : SketchState {  // k
  static Result<State> keep(std::string_view text, const Settings& settings);
  static Figures compare(const State& a, const State& b, const Settings& settings);
};
struct SuperShingles : SketchState {  // k, m, run
  static Result<State> keep(std::string_view text, const Settings& settings);
  static Figures compare(const State& a, const State& b, const Settings& settings);
};
struct SmallestWinnowed : SketchState {  // k, w, s
  static Result<State> keep(std::string_view text, const Settings& settings);
  static Figures compare(const State& a, const State& b, const Settings& settings);
};

// sets.cc: methods that keep a set of hashes and compare by their shares.
struct SetState {
  using State = HashSet;
  static std::uint64_t bytes(const State& kept) { return bytes_of(kept); }
  static Figures compare(const State& a, const State& b, const Settings&) {
    return similarity(a, b);
  }
};

// chunks.cc: Finkel 2002; Shivakumar and Garcia-Molina 1995, 1996; Brin 1995.
struct BreakpointsByVariance : SetState {  // c
  static Result<State> keep(std::string_view text, const Settings& settings);
};
struct BreakpointsByRoot : SetState {  // c
  static Result<State> keep(std::string_view text, const Settings& settings);
};
struct AllBreakpoints : SetState {  // c
  static Result<State> keep(std::string_view text, const Settings& settings);
};
enum class CulledBy { variance, root, nothing };
template <CulledBy by>
struct Paragraphs : SetState {
  static Result<State> keep(std::string_view text, const Settings& settings);
};
template <CulledBy by>
struct Subroutines : SetState {
  static Result<State> keep(std::string_view text, const Settings& settings);
};
struct Sentences : SetState {
  static Result<State> keep(std::string_view text, const Settings& settings);
};
struct Scam {                                            // c, e
  using State = std::map<std::uint64_t, std::uint64_t>;  // how often each chunk occurs in the text
  static Result<State> keep(std::string_view text, const Settings& settings);
  static Figures compare(const State& a, const State& b, const Settings& settings);
  static std::uint64_t bytes(const State& kept) { return 12 * kept.size(); }
};
Result<void> check_breakpoints(const Settings& settings);
Result<void> check_paragraphs(const Settings& settings);
Result<void> check_subroutines(const Settings& settings);
Result<void> check_sentences(const Settings& settings);

// overlap.cc: Finkel 2002 §4.1, overlapping chunks; Manber 1994.
struct OverlappingChunks : SetState {  // b
  static Result<State> keep(std::string_view text, const Settings& settings);
};
struct SifByHash : SetState {  // b, p
  static Result<State> keep(std::string_view text, const Settings& settings);
};
struct SifByAnchor : SetState {  // b
  static Result<State> keep(std::string_view text, const Settings& settings);
};

// shingles.cc: Heintze 1996. Parameters: k, stored, searched.
struct Koala {
  struct State {
    HashSet stored, searched;
  };
  static Result<State> keep(std::string_view text, const Settings& settings);
  static Figures compare(const State& a, const State& b, const Settings& settings);
  static std::uint64_t bytes(const State& kept) { return 4 * kept.stored.size(); }
};
Result<void> check_koala(const Settings& settings);

// overlap.cc: Monostori 2000 (MDR); Wise 1993. Both keep the text.
struct ExactOverlap {  // k
  struct State {
    std::vector<std::uint64_t> kgrams;  // in order of the text
    HashSet set;
    std::uint64_t symbols = 0;
    std::uint64_t text_bytes = 0;
  };
  static Result<State> keep(std::string_view text, const Settings& settings);
  static Figures compare(const State& a, const State& b, const Settings& settings);
  static std::uint64_t bytes(const State& kept) { return kept.text_bytes; }
};
struct Tiling {  // k
  struct State {
    std::string text;
    std::uint64_t symbols = 0;
  };
  static Result<State> keep(std::string_view text, const Settings& settings);
  static Result<Figures> compare(const State& a, const State& b, const Settings& settings);
  static std::uint64_t bytes(const State& kept) { return kept.text.size(); }
};

// style.cc: Finkel 2002 §4.2.
struct WordStatistics {
  using State = std::vector<double>;  // percentage of the words, for each of four
  static Result<State> keep(std::string_view text, const Settings& settings);
  static Figures compare(const State& a, const State& b, const Settings& settings);
  static std::uint64_t bytes(const State& kept) { return 8 * kept.size(); }
};

// style.cc: Finkel 2002 §4.2, "a more comprehensive statistic".
struct Style {
  using State = std::vector<double>;
  static Result<State> keep(std::string_view text, const Settings& settings);
  static Figures compare(const State& a, const State& b, const Settings& settings);
  static std::uint64_t bytes(const State& kept) { return 8 * kept.size(); }
};

}  // namespace whorl::internal::methods
