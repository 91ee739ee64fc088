#include "cluster/documents.h"

namespace whorl::clustering {

static_assert(sizeof(DocumentRecord) == 96);

Result<DocumentTable> DocumentTable::open(Disk& disk, const Disk::Path& store) {
  DocumentTable table;
  auto records = disk.read(store / kDocumentsFile);
  if (!records) return tl::unexpected(records.error());
  auto names = disk.read(store / kNamesFile);
  if (!names) return tl::unexpected(names.error());
  table.records_ = std::move(*records);
  table.names_ = std::move(*names);
  table.size_ = table.records_->size() / sizeof(DocumentRecord);
  return table;
}

Result<void> DocumentTable::read(std::uint64_t first, std::vector<DocumentRecord>& window) const {
  auto got =
      records_->read(first * sizeof(DocumentRecord), std::as_writable_bytes(std::span(window)));
  if (!got) return tl::unexpected(got.error());
  if (*got != window.size() * sizeof(DocumentRecord)) {
    return fail(ErrorCode::corrupt, std::string(kDocumentsFile) + " ends early");
  }
  return {};
}

Result<DocumentRecord> DocumentTable::record(DocId doc) const {
  std::vector<DocumentRecord> window(1);
  if (auto got = read(doc, window); !got) return tl::unexpected(got.error());
  return window.front();
}

Result<DocumentNames> DocumentTable::names(const DocumentRecord& record) const {
  constexpr std::uint64_t kLongest = 1 << 20;
  const std::uint64_t total = std::uint64_t{record.id_bytes} + record.url_bytes + record.date_bytes;
  if (total > kLongest) return fail(ErrorCode::corrupt, "a document's name is too long");
  std::string text(total, '\0');
  auto got = names_->read(record.name_offset, std::as_writable_bytes(std::span(text)));
  if (!got) return tl::unexpected(got.error());
  if (*got != total) return fail(ErrorCode::corrupt, std::string(kNamesFile) + " ends early");
  return DocumentNames{text.substr(0, record.id_bytes),
                       text.substr(record.id_bytes, record.url_bytes),
                       text.substr(record.id_bytes + record.url_bytes)};
}

}  // namespace whorl::clustering
