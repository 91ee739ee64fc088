// Output: the documents without their repeats, and the parts that were cut. Formats:
// docs/format.md, "passages".
#pragma once

#include <cstdint>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/compressed_file.h"
#include "jobs/repeats/document_list.h"
#include "jobs/repeats/passages.h"
#include "jobs/repeats/texts.h"
#include "store/output_files.h"
#include "whorl/repeats.h"

namespace whorl::internal::repeats {

// Cuts a JSON string without decoding it.
struct CutString {
  std::string kept;                   // a JSON string
  std::vector<std::string_view> cut;  // for each piece, the inside of a JSON string
};

// The JSON string `raw`, including its quotes, without the pieces of its text. Each piece is
// replaced by `mask`, which is the inside of a JSON string. All escapes are kept. `raw` must be
// valid and stay in memory, and pieces must be whole characters. O(raw).
CutString cut_json_string(std::string_view raw, std::span<const Piece> pieces,
                          std::string_view mask);

// A document of the input that is being written.
struct Outgoing {
  const Text& text;
  std::uint64_t number = 0;   // in the list of documents
  std::uint64_t symbols = 0;  // of it
  std::span<const Passage> passages;
  std::vector<Piece> pieces;

  std::uint64_t cut_symbols() const;
  // The share of its symbols that would be cut; 0 if it has none.
  double share() const;
};

class RepeatOutput {
 public:
  // Documents are written by `plan`.
  static Result<RepeatOutput> open(const RepeatOptions& options, store::OutputPlan plan,
                                   const DocumentList& documents, std::uint64_t against,
                                   const Progress& progress);

  // Writes the document to its file, and counts it.
  Result<void> add(const Outgoing& document, RepeatSummary& summary);

  // Lists what could not be read, writes the report, and renames the files to their final names.
  Result<void> finish(const RepeatSummary& summary);

 private:
  // Documents that are named often are cached, because many documents repeat the same passages.
  static constexpr std::size_t kNamed = 1 << 12;
  struct Named {
    std::uint64_t document = 0;
    std::string name;  // empty slot if empty
  };

  RepeatOutput(store::OutputFiles output, const RepeatOptions& options,
               const DocumentList& documents, std::uint64_t against);
  Result<void> write(const Outgoing& document, std::string line);
  Result<void> cut(const Outgoing& document);
  Result<void> mark(const Outgoing& document);
  Result<void> list_cut(const Outgoing& document, std::span<const std::string_view> cut);
  Result<void> list_dropped(const Outgoing& document);
  // The id of a document as a JSON string.
  Result<std::string_view> name_of(std::uint64_t document);
  // Appends the member "repeats" to an object without its end.
  Result<void> append_repeats(std::span<const Passage> passages, std::string& object);
  nlohmann::ordered_json entry(const Outgoing& document, std::string_view reason) const;

  const RepeatOptions& options_;
  const DocumentList& documents_;
  std::uint64_t against_;
  std::string mask_;                  // as the inside of a JSON string
  std::vector<Named> named_{kNamed};  // each at its document's number modulo kNamed
  store::OutputFiles output_;
  std::optional<base::CompressedFile> removed_;
  std::optional<base::CompressedFile> report_;
};

}  // namespace whorl::internal::repeats
