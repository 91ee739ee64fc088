// What is written: the documents without their repeats, and what was cut of them.
// Formats: docs/format.md, "passages".
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

// Cutting a JSON string without decoding it.
struct CutString {
  std::string kept;                   // a JSON string
  std::vector<std::string_view> cut;  // for each piece, the inside of one
};

// The JSON string `raw`, quotes among it, without the pieces of the text that it stands for, and
// with `mask`, itself the inside of a JSON string, in the place of each. All keeps its escapes.
// `raw` is valid and stays, and pieces are of whole characters. O(raw).
CutString cut_json_string(std::string_view raw, std::span<const Piece> pieces,
                          std::string_view mask);

// A document of the input on its way out.
struct Outgoing {
  const Text& text;
  std::uint64_t number = 0;   // in the list of documents
  std::uint64_t symbols = 0;  // of it
  std::span<const Passage> passages;
  std::vector<Piece> pieces;

  std::uint64_t cut_symbols() const;
  // Of its symbols those that would be cut; 0 where it has none.
  double share() const;
};

class RepeatOutput {
 public:
  // Documents go where `plan` says.
  static Result<RepeatOutput> open(const RepeatOptions& options, store::OutputPlan plan,
                                   const DocumentList& documents, std::uint64_t against,
                                   const Progress& progress);

  // Writes the document where it belongs, and counts it.
  Result<void> add(const Outgoing& document, RepeatSummary& summary);

  // Lists what could not be read, writes the report, and puts the files in their places.
  Result<void> finish(const RepeatSummary& summary);

 private:
  // What is repeated most is repeated by many documents, so it is named again and again.
  static constexpr std::size_t kNamed = 1 << 12;
  struct Named {
    std::uint64_t document = 0;
    std::string name;  // empty: of none
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
  // Appends the member "repeats" to an object whose end is still to come.
  Result<void> append_repeats(std::span<const Passage> passages, std::string& object);
  nlohmann::ordered_json entry(const Outgoing& document, std::string_view reason) const;

  const RepeatOptions& options_;
  const DocumentList& documents_;
  std::uint64_t against_;
  std::string mask_;                  // as the inside of a JSON string
  std::vector<Named> named_{kNamed};  // each in the place of its document's number modulo kNamed
  store::OutputFiles output_;
  std::optional<base::CompressedFile> removed_;
  std::optional<base::CompressedFile> report_;
};

}  // namespace whorl::internal::repeats
