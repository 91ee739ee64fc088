// The documents of a run in reading order: the number of symbols and the name of each.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/file_system.h"
#include "base/hash128.h"

namespace whorl::internal::repeats {

// Symbols are numbered consecutively over all documents. Uses 24 bytes a document; names are on
// disk.
class DocumentList {
 public:
  static Result<DocumentList> create(base::FileSystem& file_system, base::FileSystem::Path path);

  Result<void> add(std::string_view id, std::uint64_t symbols, const base::Hash128& content);
  // Call it after all were added; then names can be read.
  Result<void> finish();

  std::uint64_t size() const { return rows_.size(); }
  std::uint64_t symbols() const { return end_; }  // of all
  // The first symbol of a document; for the number after the last, the end of all.
  std::uint64_t first_symbol(std::uint64_t document) const {
    return document < rows_.size() ? rows_[document].begin : end_;
  }
  bool has_content(std::uint64_t document, const base::Hash128& content) const {
    return rows_[document].content == content.low;
  }
  // The document with the symbol. O(log documents).
  std::uint64_t document_of(std::uint64_t symbol) const;
  Result<std::string> id(std::uint64_t document) const;

 private:
  struct Row {
    std::uint64_t begin;    // its first symbol
    std::uint64_t content;  // half of the hash of its text
    std::uint64_t name;     // position of its id
  };

  base::FileSystem* file_system_ = nullptr;
  base::FileSystem::Path path_;
  std::unique_ptr<base::WritableFile> writer_;
  std::unique_ptr<base::ReadableFile> names_;
  std::vector<Row> rows_;
  std::uint64_t end_ = 0;
  std::uint64_t name_bytes_ = 0;
};

}  // namespace whorl::internal::repeats
