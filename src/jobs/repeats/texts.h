// The texts of a collection with their symbols, some at a time.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "base/hash128.h"
#include "base/memory_budget.h"
#include "input/collection.h"
#include "input/convert/convert.h"
#include "input/room.h"
#include "input/skip_log.h"
#include "tokens/canon.h"
#include "whorl/cluster.h"
#include "whorl/progress.h"
#include "whorl/recipe.h"
#include "whorl/result.h"

namespace whorl::internal::repeats {

// The k-grams with which runs of t symbols are found: t = k + w - 1, the guarantee of winnowing.
struct Grid {
  std::uint32_t run = 0;        // t
  std::uint32_t window = 0;     // w
  Recipe recipe;                // of the selection
  std::uint64_t word_seed = 0;  // of the hashes of words, random for each grid

  bool is_of_words() const { return recipe.front_end == "words"; }
};

// About half of t is the k-gram and half the window: wider windows select fewer k-grams, longer
// k-grams are equal by chance less often. Refuses tokenizers whose symbols omit letters or that are
// not for text.
Result<Grid> make_grid(const std::string& front_end, std::uint32_t run);
// With windows of `window` k-grams, from 1 to `run`.
Result<Grid> make_grid(const std::string& front_end, std::uint32_t run, std::uint32_t window);

struct Text {
  input::CollectionRecord record;          // without its content
  std::string text;                        // UTF-8; for pages the text that a browser shows
  tokens::Symbols symbols;                 // of the text, if they are wanted
  std::vector<std::uint64_t> word_hashes;  // if runs of words are wanted
  std::uint64_t bytes = 0;                 // before conversion
  base::Hash128 content;                   // of the text
  std::string note;                        // a fallback was taken
};

// The wanted parts of each text.
enum class Want {
  symbols,  // the text and its symbols
  runs,     // also what distinguishes runs of them
  lines,    // the text, and the original JSON line
};

// The symbols of a text, with the mapping to it.
Result<tokens::Canon> symbols_of(std::string_view text, const Grid& grid);

// Unreadable documents are skipped and listed.
class Texts {
 public:
  static Result<Texts> open(const CollectionInput& input, const RunLimits& limits, const Grid& grid,
                            Want want, Progress& progress);

  // The next texts in order, none at the end; made on all threads. A batch takes a few hundredths
  // of the memory, or is one large document.
  Result<std::vector<Text>> next();

  // All skipped entries so far, and fallbacks.
  std::vector<Skipped> skipped() const;
  // Bytes of the inputs before decompression; 0 if not known.
  Result<std::uint64_t> input_bytes() const;

 private:
  Texts(const RunLimits& limits, const Grid& grid, Want want, Progress& progress)
      : threads_(limits.threads),
        grid_(grid),
        want_(want),
        progress_(progress),
        budget_(std::make_unique<base::MemoryBudget>(limits.memory)) {}
  Result<void> add_symbols(Text& text) const;
  Result<Text> make(input::CollectionRecord& record, const input::Room& room) const;

  unsigned threads_;
  const Grid& grid_;
  Want want_;
  Progress& progress_;
  std::unique_ptr<base::MemoryBudget> budget_;
  std::unique_ptr<input::Collection> collection_;
  std::shared_ptr<input::Conversions> conversions_;
  std::uint64_t told_ = 0;  // bytes of the inputs reported
  input::SkipLog skipped_;
};

}  // namespace whorl::internal::repeats
