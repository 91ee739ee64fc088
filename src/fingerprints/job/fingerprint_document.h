// One document's part in a run of fingerprinting.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>

#include "fingerprints/select/select.h"
#include "input/convert/convert.h"
#include "input/room.h"
#include "tokens/front_ends.h"
#include "whorl/chunks.h"
#include "whorl/document.h"
#include "whorl/fingerprint.h"
#include "whorl/recipe.h"
#include "whorl/report.h"

namespace whorl::internal::job {

// How one run goes about its documents.
struct FingerprintPlan {
  Recipe recipe;
  bool keep = true;  // the fingerprints themselves, not only their number
  std::shared_ptr<input::Conversions> conversions = std::make_shared<input::Conversions>();
};

// What became of one document.
struct FingerprintOutcome {
  std::string name;
  bool usable = false;             // else `skipped` says why
  std::optional<Skipped> skipped;  // also where it was read by a fallback
  bool exceeded = false;           // its room
  std::uint64_t bytes = 0;         // as stored
  std::uint64_t symbols = 0;
  std::uint64_t count = 0;        // of fingerprints
  std::uint64_t longest_gap = 0;  // most k-grams in a row without one
  Fingerprints fingerprints;      // unless they were not to be kept
  ChunkSet chunks;                // where the recipe has them
};

// Takes document after document in memory that they reuse: once that is warm a document under
// kLargeText costs no allocation but those of its outcome, with the front ends `text`,
// `consonants`, `bytes` and `html` (but for words) and selectors of windows. One a thread.
class DocumentFingerprinter {
 public:
  // `plan` lives longer.
  explicit DocumentFingerprinter(const FingerprintPlan& plan) : plan_(plan) {}

  // Uses up to `threads` threads where the document is large. What needs more than `room` is not
  // usable.
  FingerprintOutcome take(Document document, unsigned threads, const input::Room& room = {});

 private:
  void take_whole(const input::Viewable& text, unsigned threads, FingerprintOutcome& out);
  void take_chunks(const input::Viewable& text, FingerprintOutcome& out) const;

  const FingerprintPlan& plan_;
  tokens::SymbolMemory symbols_;
  select::SelectionMemory selection_;
  Fingerprints found_;
};

// The file `path`, read block by block with memory for some blocks: nothing where it is no plain
// text, the plan's recipe needs the whole, or it cannot be read; then read_path() knows more.
std::optional<FingerprintOutcome> fingerprint_large_file(const std::string& path,
                                                         const std::string& name,
                                                         const FingerprintPlan& plan,
                                                         unsigned threads);

}  // namespace whorl::internal::job
