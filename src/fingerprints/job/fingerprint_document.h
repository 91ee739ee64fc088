// Fingerprints of one document in a run.
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

// How a run processes its documents.
struct FingerprintPlan {
  Recipe recipe;
  bool keep = true;  // keep the fingerprints, not only their number
  std::shared_ptr<input::Conversions> conversions = std::make_shared<input::Conversions>();
};

// The result of one document.
struct FingerprintOutcome {
  std::string name;
  bool usable = false;             // otherwise `skipped` has the reason
  std::optional<Skipped> skipped;  // also if it was read by a fallback
  bool exceeded = false;           // the document exceeded its memory limit
  std::uint64_t bytes = 0;         // as stored
  std::uint64_t symbols = 0;
  std::uint64_t count = 0;        // of fingerprints
  std::uint64_t longest_gap = 0;  // longest run of k-grams without a fingerprint
  Fingerprints fingerprints;      // empty if they were not requested
  ChunkSet chunks;                // if the recipe has chunks
};

// Processes documents one after the other; they reuse its memory. After the first ones, a document
// under kLargeText only allocates memory for its result. That applies to the tokenizers `text`,
// `consonants`, `bytes` and `html` (except for words) and to selectors of windows. One a thread.
class DocumentFingerprinter {
 public:
  // `plan` must outlive this.
  explicit DocumentFingerprinter(const FingerprintPlan& plan) : plan_(plan) {}

  // Uses up to `threads` threads if the document is large. A document that exceeds `room` is not
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

// Reads the file `path` block by block, with memory for some blocks. Returns nothing if it is no
// plain text, if the plan's recipe needs the whole text, or if it cannot be read; read_path() then
// gives the reason.
std::optional<FingerprintOutcome> fingerprint_large_file(const std::string& path,
                                                         const std::string& name,
                                                         const FingerprintPlan& plan,
                                                         unsigned threads);

}  // namespace whorl::internal::job
