// The documents of a run in the order read: how many symbols each has, and what it is called.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/file_system.h"
#include "base/hash128.h"

namespace whorl::internal::repeats {

// Symbols of all documents are numbered through. Holds 24 bytes a document; names are on the disk.
class DocumentList {
 public:
  static Result<DocumentList> create(base::FileSystem& file_system, base::FileSystem::Path path);

  Result<void> add(std::string_view id, std::uint64_t symbols, const base::Hash128& content);
  // All were added, and names can be asked for.
  Result<void> finish();

  std::uint64_t size() const { return rows_.size(); }
  std::uint64_t symbols() const { return end_; }  // of all
  // Where the symbols of a document begin; of the number after the last, where all end.
  std::uint64_t first_symbol(std::uint64_t document) const {
    return document < rows_.size() ? rows_[document].begin : end_;
  }
  bool has_content(std::uint64_t document, const base::Hash128& content) const {
    return rows_[document].content == content.low;
  }
  // That which has the symbol. O(log documents).
  std::uint64_t document_of(std::uint64_t symbol) const;
  Result<std::string> id(std::uint64_t document) const;

 private:
  struct Row {
    std::uint64_t begin;    // its first symbol
    std::uint64_t content;  // half of the hash of its text
    std::uint64_t name;     // where its id begins
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
