// Selection: which k-grams become fingerprints. The table of selectors, one row each.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "fingerprints/chunks/parameter.h"
#include "fingerprints/kernels/kgram_hash.h"
#include "fingerprints/kernels/open_closed.h"
#include "fingerprints/kernels/window_minima.h"
#include "tokens/canon.h"
#include "whorl/fingerprint.h"
#include "whorl/recipe.h"

namespace whorl::internal::select {

using chunks::Arguments;
using chunks::Parameter;

// How what two recipes select of one text is nested, where a query is allowed.
enum class Nesting : std::uint8_t {
  query_in_stored,
  stored_in_query,
  smaller_in_larger,  // both sides are compared at the smaller size
};

// Whether a query with some arguments may be looked up among fingerprints that were stored with
// others.
struct QueryRule {
  bool (*allows)(Arguments query, Arguments stored);
  std::string_view demand;  // a sentence for a query that is not allowed
  Nesting nesting = Nesting::query_in_stored;
};

// Memory that selections reuse, so that a document costs no allocation; keep one a thread.
struct SelectionMemory {
  kernels::WindowMinimaScratch windows;
  kernels::OpenClosedScratch open_closed;
  std::vector<std::uint32_t> keys;    // one a k-gram
  std::vector<std::uint32_t> grams;   // positions of selected shorter grams
  std::vector<std::uint64_t> minima;  // a bit a k-gram
};

struct Selector {
  std::string_view name;                  // "winnow", "robust", "oc", "modmin", "modp", …
  std::span<const Parameter> parameters;  // e.g. {"w"}; where there is a window, w is the first
  bool guarantees;                        // every match of w + k - 1 symbols is found
  bool local;                             // depends on the window alone: fit for alignment
  std::string_view source;                // paper and section
  // Expected share of k-grams selected on random input; 0 where it depends on the length.
  double (*density)(std::uint32_t k, Arguments args);

  // Selectors of one family select the same values at the same arguments.
  std::string_view family;
  const QueryRule& query;
  // Appends the defaults of parameters that were left out; null: none may be.
  void (*complete)(std::uint32_t k, std::vector<std::uint64_t>& args);
  // What is wrong with the arguments for this k, or null; null itself: nothing can be.
  const char* (*refuse)(std::uint32_t k, Arguments args);
  // Window minima, of selectors by which the symbols of each window of w k-grams alone determine
  // one k-gram: sets a bit a k-gram, least significant first, where it is the minimum of some
  // window. Fewer than w k-grams, but at least one, are one window. A row that is not `local` keeps
  // the robust ones of these. Null: there are no windows, and the text is needed as a whole.
  void (*mark_minima)(const tokens::SymbolSpan& symbols, const Recipe& recipe,
                      SelectionMemory& memory, std::vector<std::uint64_t>& minima);
  // The fingerprints of rows without window minima.
  Fingerprints (*select)(const tokens::SymbolSpan& symbols, const Recipe& recipe);
  // The same on a given sequence of hashes, which are order and value at once: the selected
  // positions, ascending. Null where selection needs the k-grams themselves.
  std::vector<std::uint32_t> (*on_hashes)(std::span<const std::uint64_t> hashes, Arguments args);
};

// Bounds of what a recipe may ask for, so that scratch memory stays small.
inline constexpr std::uint64_t kMaxK = 1u << 20;
inline constexpr std::uint64_t kMaxWindow = 1u << 20;

std::span<const Selector> selectors();
const Selector* find_selector(std::string_view name);
// The selector of jobs that are not told one. It is local, guarantees, and takes w alone.
const Selector& default_selector();
// The row of the same family that is local, if there is one: at the same arguments it selects the
// same values.
const Selector* local_selector(const Selector& row);

// The windows of a recipe whose selector has window minima.
inline kernels::KgramWindows windows_of(const Recipe& recipe) {
  return {recipe.k, recipe.selector.args[0], kernels::order_seed(recipe.seed)};
}

// Fingerprints of canonical text under a recipe that parse_recipe accepted. Depends on the
// symbols and the recipe alone. Fewer than k symbols: none. Fewer than w k-grams: the
// smallest one, of selectors that have a window.
Fingerprints select(const tokens::Canon& canon, const Recipe& recipe);
Fingerprints select(const tokens::Symbols& symbols, const Recipe& recipe);
// The same into `out`, at any number of threads.
void select(const tokens::SymbolSpan& symbols, const Recipe& recipe, unsigned threads,
            SelectionMemory& memory, Fingerprints& out);

}  // namespace whorl::internal::select
