// Selection: decides which k-grams become fingerprints. The table of selectors, one row each.
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

// How the selections of two recipes from one text are nested, if a query is allowed.
enum class Nesting : std::uint8_t {
  query_in_stored,
  stored_in_query,
  smaller_in_larger,  // both sides are compared at the smaller size
};

// Decides if a query with some arguments may be looked up among fingerprints that were stored with
// others.
struct QueryRule {
  bool (*allows)(Arguments query, Arguments stored);
  std::string_view demand;  // a sentence for a query that is not allowed
  Nesting nesting = Nesting::query_in_stored;
};

// Memory that selections reuse, so that a document needs no allocation; keep one a thread.
struct SelectionMemory {
  kernels::WindowMinimaScratch windows;
  kernels::OpenClosedScratch open_closed;
  std::vector<std::uint32_t> keys;    // one a k-gram
  std::vector<std::uint32_t> grams;   // positions of selected shorter grams
  std::vector<std::uint64_t> minima;  // a bit a k-gram
};

struct Selector {
  std::string_view name;                  // "winnow", "robust", "oc", "modmin", "modp", …
  std::span<const Parameter> parameters;  // e.g. {"w"}; if there is a window, w is first
  bool guarantees;                        // every match of w + k - 1 symbols is found
  bool local;               // depends only on the window, so it can be used for alignment
  std::string_view source;  // paper and section
  // Expected share of k-grams selected on random input; 0 if it depends on the length.
  double (*density)(std::uint32_t k, Arguments args);

  // Selectors of one family select the same values at the same arguments.
  std::string_view family;
  const QueryRule& query;
  // Appends the defaults of omitted parameters; null if none may be omitted.
  void (*complete)(std::uint32_t k, std::vector<std::uint64_t>& args);
  // The error in the arguments for this k, or null. The pointer is null if there can be no error.
  const char* (*refuse)(std::uint32_t k, Arguments args);
  // Window minima, for selectors by which the symbols of each window of w k-grams determine one
  // k-gram. Sets one bit a k-gram, least significant first, if it is the minimum of some window.
  // Fewer than w k-grams, but at least one, are one window. A selector that is not `local` keeps
  // the robust ones of these. Null if there are no windows; then the whole text is needed.
  void (*mark_minima)(const tokens::SymbolSpan& symbols, const Recipe& recipe,
                      SelectionMemory& memory, std::vector<std::uint64_t>& minima);
  // The fingerprints, for selectors without window minima.
  Fingerprints (*select)(const tokens::SymbolSpan& symbols, const Recipe& recipe);
  // The same for given hashes, which are both order and value: the selected positions, ascending.
  // Null if the selection needs the k-grams.
  std::vector<std::uint32_t> (*on_hashes)(std::span<const std::uint64_t> hashes, Arguments args);
};

// Limits of a recipe's values, so that working memory stays small.
inline constexpr std::uint64_t kMaxK = 1u << 20;
inline constexpr std::uint64_t kMaxWindow = 1u << 20;

std::span<const Selector> selectors();
const Selector* find_selector(std::string_view name);
// The default selector of jobs. It is local, guarantees, and has only the parameter w.
const Selector& default_selector();
// The selector of the same family that is local, if there is one: with the same arguments it
// selects the same values.
const Selector* local_selector(const Selector& row);

// The windows of a recipe whose selector has window minima.
inline kernels::KgramWindows windows_of(const Recipe& recipe) {
  return {recipe.k, recipe.selector.args[0], kernels::order_seed(recipe.seed)};
}

// Fingerprints of normalized text by a recipe that parse_recipe accepted. They depend only on the
// symbols and the recipe. There are none for fewer than k symbols. For fewer than w k-grams,
// selectors with a window give the smallest one.
Fingerprints select(const tokens::Canon& canon, const Recipe& recipe);
Fingerprints select(const tokens::Symbols& symbols, const Recipe& recipe);
// The same into `out`; the result does not depend on the number of threads.
void select(const tokens::SymbolSpan& symbols, const Recipe& recipe, unsigned threads,
            SelectionMemory& memory, Fingerprints& out);

}  // namespace whorl::internal::select
