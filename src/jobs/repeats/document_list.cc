#include "jobs/repeats/document_list.h"

#include <algorithm>
#include <span>

#include "base/try.h"

namespace whorl::internal::repeats {

Result<DocumentList> DocumentList::create(base::FileSystem& file_system,
                                          base::FileSystem::Path path) {
  DocumentList list;
  list.file_system_ = &file_system;
  list.path_ = std::move(path);
  WHORL_ASSIGN_OR_RETURN(list.writer_, file_system.write(list.path_));
  return list;
}

Result<void> DocumentList::add(std::string_view id, std::uint64_t symbols,
                               const base::Hash128& content) {
  WHORL_RETURN_IF_ERROR(writer_->append(std::as_bytes(std::span(id))));
  rows_.push_back({end_, content.low, name_bytes_});
  end_ += symbols;
  name_bytes_ += id.size();
  return {};
}

Result<void> DocumentList::finish() {
  WHORL_RETURN_IF_ERROR(writer_->flush());
  WHORL_ASSIGN_OR_RETURN(names_, file_system_->read(path_));
  return {};
}

std::uint64_t DocumentList::document_of(std::uint64_t symbol) const {
  const auto after = std::ranges::upper_bound(rows_, symbol, {}, &Row::begin);
  return static_cast<std::uint64_t>(after - rows_.begin()) - 1;
}

Result<std::string> DocumentList::id(std::uint64_t document) const {
  const std::uint64_t begin = rows_[document].name;
  const std::uint64_t end = document + 1 < rows_.size() ? rows_[document + 1].name : name_bytes_;
  std::string id(end - begin, '\0');
  WHORL_ASSIGN_OR_RETURN(auto got, names_->read(begin, std::as_writable_bytes(std::span(id))));
  if (got == id.size()) return id;
  return fail(ErrorCode::corrupt, path_.string() + ": is shorter than when it was written");
}

}  // namespace whorl::internal::repeats
