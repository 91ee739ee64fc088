// The documents of a store: `documents.bin` has one fixed record each in the order read, and
// `names.bin` has the texts of id, url and date in the same order. Format: docs/format.md,
// "documents".
#pragma once

#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/external_sort.h"
#include "base/hash128.h"
#include "base/try.h"
#include "store/records.h"
#include "store/sketch_file.h"
#include "store/store_files.h"
#include "whorl/report.h"

namespace whorl::internal::store {

struct DocumentRecord {
  std::uint64_t name_offset = 0;  // in names.bin
  std::uint32_t id_bytes = 0;
  std::uint32_t url_bytes = 0;
  std::uint32_t date_bytes = 0;
  std::uint32_t row_from_1 = 0;  // of a source of records; 0 if not kept
  std::uint64_t bytes = 0;       // before conversion
  base::Hash128 content;         // XXH3-128 of the bytes before conversion
  base::Hash128 canonical;       // XXH3-128 of the normalized symbols
  SketchEntry set;
  double rank = std::numeric_limits<double>::quiet_NaN();  // of `--survivor field:NAME`, if used

  // The row number; skipped records count too.
  std::optional<std::uint64_t> row() const {
    return row_from_1 == 0 ? std::nullopt : std::optional<std::uint64_t>(row_from_1 - 1);
  }
  std::uint64_t name_bytes() const { return std::uint64_t{id_bytes} + url_bytes + date_bytes; }
};

struct DocumentNames {
  std::string id;
  std::string url;
  std::string date;
};

// Reads records in order through a window, and names at any position.
class DocumentTable {
 public:
  // Of a store of `count` documents.
  static Result<DocumentTable> open(const StoreFiles& files, std::uint64_t count);

  std::uint64_t size() const { return size_; }
  // Calls visit(DocId, const DocumentRecord&) for all from `begin` on in order; stops at an error.
  template <class Visit>
  Result<void> for_each(Visit visit, std::uint64_t begin = 0) const;
  // The same with names: visit(DocId, const DocumentRecord&, const DocumentNames&).
  template <class Visit>
  Result<void> for_each_named(Visit visit, std::uint64_t begin = 0) const;
  Result<DocumentRecord> record(DocId doc) const;
  Result<DocumentNames> names(const DocumentRecord& record) const;

 private:
  static constexpr std::size_t kWindow = 4096;
  static constexpr std::uint64_t kNameWindow = 1 << 18;  // bytes
  Result<void> read(std::uint64_t first, std::vector<DocumentRecord>& window) const;
  // The texts of neighbours, which are contiguous.
  Result<std::string> texts(std::uint64_t first, std::uint64_t last) const;
  static Result<DocumentNames> cut(const DocumentRecord& record, std::string_view text);

  std::unique_ptr<base::ReadableFile> records_;
  std::unique_ptr<base::ReadableFile> names_;
  std::uint64_t size_ = 0;
};

template <class Visit>
Result<void> DocumentTable::for_each(Visit visit, std::uint64_t begin) const {
  std::vector<DocumentRecord> window;
  for (std::uint64_t first = begin; first < size_; first += window.size()) {
    window.resize(std::min<std::uint64_t>(kWindow, size_ - first));
    WHORL_RETURN_IF_ERROR(read(first, window));
    for (std::size_t i = 0; i < window.size(); ++i) {
      WHORL_RETURN_IF_ERROR(visit(static_cast<DocId>(first + i), window[i]));
    }
  }
  return {};
}

template <class Visit>
Result<void> DocumentTable::for_each_named(Visit visit, std::uint64_t begin) const {
  std::string window;
  std::uint64_t at = 0;  // of the window, in names.bin
  const auto named = [&](DocId doc, const DocumentRecord& about) -> Result<void> {
    const std::uint64_t end = about.name_offset + about.name_bytes();
    if (about.name_offset < at || end > at + window.size()) {
      at = about.name_offset;
      WHORL_ASSIGN_OR_RETURN(window, texts(at, std::max(end, at + kNameWindow)));
    }
    WHORL_ASSIGN_OR_RETURN(auto names,
                           cut(about, std::string_view(window).substr(about.name_offset - at)));
    return visit(doc, about, names);
  };
  return for_each(named, begin);
}

// Ids that several documents have. The outputs name documents by id, so duplicates are reported:
// one entry for each document whose id an earlier one has. Both are kept. Limited like a SkipLog.
// Sorts 16 bytes a document within the budget.
Result<std::vector<Skipped>> repeated_ids(base::FileSystem& file_system,
                                          const DocumentTable& documents,
                                          const base::SortBudget& budget);

}  // namespace whorl::internal::store
