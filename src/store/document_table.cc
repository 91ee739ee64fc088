#include "store/document_table.h"

#define XXH_INLINE_ALL
#include <xxhash.h>

#include "base/try.h"
#include "input/skip_log.h"

namespace whorl::internal::store {
namespace {

struct HashedId {
  std::uint64_t hash;
  std::uint64_t doc;
  auto operator<=>(const HashedId&) const = default;
};

Result<std::string> id_of(const DocumentTable& documents, std::uint64_t doc) {
  WHORL_ASSIGN_OR_RETURN(auto record, documents.record(static_cast<DocId>(doc)));
  WHORL_ASSIGN_OR_RETURN(auto names, documents.names(record));
  return std::move(names.id);
}

}  // namespace

Result<std::vector<Skipped>> repeated_ids(base::FileSystem& file_system,
                                          const DocumentTable& documents,
                                          const base::SortBudget& budget) {
  base::ExternalSorter<HashedId> sorter(file_system, budget);
  auto hashed = documents.for_each_named(
      [&](DocId doc, const DocumentRecord&, const DocumentNames& names) -> Result<void> {
        return sorter.add({XXH3_64bits(names.id.data(), names.id.size()), doc});
      });
  WHORL_RETURN_IF_ERROR(hashed);
  WHORL_ASSIGN_OR_RETURN(auto sorted, sorter.finish());
  input::SkipLog repeated;
  HashedId first{};
  for (bool any = false;; any = true) {
    WHORL_ASSIGN_OR_RETURN(auto next, sorted.next());
    if (!next) return repeated.list();
    if (!any || next->hash != first.hash) {
      first = *next;
      continue;
    }
    WHORL_ASSIGN_OR_RETURN(auto id, id_of(documents, next->doc));
    repeated.add({id, "is the id of several documents; they count as different documents",
                  SkipKind::fallback});
  }
}

static_assert(sizeof(DocumentRecord) == 104 && sizeof(SketchEntry) == 32);

Result<DocumentTable> DocumentTable::open(const StoreFiles& files, std::uint64_t count) {
  DocumentTable table;
  WHORL_ASSIGN_OR_RETURN(auto records, files.read(kDocumentsFile));
  WHORL_ASSIGN_OR_RETURN(auto names, files.read(kNamesFile));
  table.records_ = std::move(records);
  table.names_ = std::move(names);
  if (count > kMaxDocuments || table.records_->size() != count * sizeof(DocumentRecord)) {
    return fail(ErrorCode::corrupt, files.folder().string() + ": " + kDocumentsFile +
                                        " does not match the documents of the manifest");
  }
  table.size_ = count;
  return table;
}

Result<void> DocumentTable::read(std::uint64_t first, std::vector<DocumentRecord>& window) const {
  WHORL_ASSIGN_OR_RETURN(auto got, records_->read(first * sizeof(DocumentRecord),
                                                  std::as_writable_bytes(std::span(window))));
  if (got != window.size() * sizeof(DocumentRecord)) {
    return fail(ErrorCode::corrupt, std::string(kDocumentsFile) + " ends early");
  }
  return {};
}

Result<DocumentRecord> DocumentTable::record(DocId doc) const {
  std::vector<DocumentRecord> window(1);
  WHORL_RETURN_IF_ERROR(read(doc, window));
  return window.front();
}

Result<std::string> DocumentTable::texts(std::uint64_t first, std::uint64_t last) const {
  last = std::min(last, names_->size());
  std::string text(last - std::min(first, last), '\0');
  WHORL_ASSIGN_OR_RETURN(auto got, names_->read(first, std::as_writable_bytes(std::span(text))));
  text.resize(got);
  return text;
}

Result<DocumentNames> DocumentTable::cut(const DocumentRecord& record, std::string_view text) {
  if (text.size() < record.name_bytes()) {
    return fail(ErrorCode::corrupt, std::string(kNamesFile) + " ends early");
  }
  text = text.substr(0, record.name_bytes());
  return DocumentNames{std::string(text.substr(0, record.id_bytes)),
                       std::string(text.substr(record.id_bytes, record.url_bytes)),
                       std::string(text.substr(record.id_bytes + record.url_bytes))};
}

Result<DocumentNames> DocumentTable::names(const DocumentRecord& record) const {
  constexpr std::uint64_t kLongest = 1 << 20;
  if (record.name_bytes() > kLongest) {
    return fail(ErrorCode::corrupt, "a document's name is too long");
  }
  WHORL_ASSIGN_OR_RETURN(auto text,
                         texts(record.name_offset, record.name_offset + record.name_bytes()));
  return cut(record, text);
}

}  // namespace whorl::internal::store
