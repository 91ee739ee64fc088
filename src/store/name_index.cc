#include "store/name_index.h"

#define XXH_INLINE_ALL
#include <xxhash.h>

#include <optional>

#include "base/try.h"

namespace whorl::internal::store {
namespace {

constexpr std::uint64_t kNameMagic = 0x3130'6b6f'6f6c'6877;  // "whlook01"

struct Header {
  std::uint64_t magic;
  std::uint64_t entries;
};

struct NamedDoc {
  std::uint64_t hash;
  std::uint64_t doc;
  auto operator<=>(const NamedDoc&) const = default;
};

constexpr std::size_t kEntryWindow = 4096;  // entries

std::uint64_t hash_of(std::string_view name) { return XXH3_64bits(name.data(), name.size()); }

// Calls visit(NamedDoc) for each entry of the documents, in their order.
template <class Visit>
Result<void> for_each_name(const DocumentTable& documents, Visit visit) {
  return documents.for_each_named(
      [&](DocId doc, const DocumentRecord&, const DocumentNames& names) -> Result<void> {
        WHORL_RETURN_IF_ERROR(visit(NamedDoc{hash_of(names.id), doc}));
        if (names.url.empty() || names.url == names.id) return {};
        return visit(NamedDoc{hash_of(names.url), doc});
      });
}

// For a sum over a set, which does not depend on the order.
std::uint64_t sum_of(const NamedDoc& entry) { return XXH3_64bits(&entry, sizeof entry); }

template <class T>
Result<void> append(base::WritableFile& file, const T& value) {
  return file.append(std::as_bytes(std::span(&value, 1)));
}

}  // namespace

Result<void> write_name_index(StoreFiles& files, const DocumentTable& documents,
                              const base::SortBudget& budget) {
  base::SortBudget part = budget;
  part.name = "lookup";
  base::ExternalSorter<NamedDoc> sorter(files.file_system(), part);
  std::uint64_t entries = 0;
  WHORL_RETURN_IF_ERROR(for_each_name(documents, [&](const NamedDoc& entry) {
    ++entries;
    return sorter.add(entry);
  }));
  WHORL_ASSIGN_OR_RETURN(auto sorted, sorter.finish());
  WHORL_ASSIGN_OR_RETURN(auto file, files.write(kNameIndexFile));
  WHORL_RETURN_IF_ERROR(append(*file, Header{kNameMagic, entries}));
  while (true) {
    WHORL_ASSIGN_OR_RETURN(auto entry, sorted.next());
    if (!entry) return file->sync();
    WHORL_RETURN_IF_ERROR(append(*file, *entry));
  }
}

Result<NameIndex> NameIndex::open(const StoreFiles& files) {
  WHORL_ASSIGN_OR_RETURN(auto file, files.read(kNameIndexFile));
  NameIndex index(std::move(file));
  Header header{};
  WHORL_ASSIGN_OR_RETURN(auto got,
                         index.file_->read(0, std::as_writable_bytes(std::span(&header, 1))));
  const std::uint64_t room = index.file_->size() - std::min(index.file_->size(), sizeof header);
  if (got != sizeof header || header.magic != kNameMagic ||
      room / sizeof(NamedDoc) != header.entries) {
    return fail(ErrorCode::corrupt,
                files.folder().string() + ": " + kNameIndexFile + " is damaged");
  }
  index.entries_ = header.entries;
  return index;
}

Result<void> check_name_index(const StoreFiles& files, const DocumentTable& documents) {
  WHORL_ASSIGN_OR_RETURN(auto index, NameIndex::open(files));
  std::uint64_t due = 0, found = 0, entries = 0;
  WHORL_RETURN_IF_ERROR(for_each_name(documents, [&](const NamedDoc& entry) -> Result<void> {
    ++entries;
    due += sum_of(entry);
    return {};
  }));
  std::vector<NamedDoc> window;
  std::optional<NamedDoc> last;
  bool ascends = true;
  for (std::uint64_t at = 0; at < index.entries_; at += window.size()) {
    window.resize(std::min<std::uint64_t>(kEntryWindow, index.entries_ - at));
    WHORL_RETURN_IF_ERROR(index.file_->read(sizeof(Header) + at * sizeof(NamedDoc),
                                            std::as_writable_bytes(std::span(window))));
    for (const NamedDoc& entry : window) {
      ascends = ascends && (!last || *last <= entry);
      last = entry;
      found += sum_of(entry);
    }
  }
  if (ascends && entries == index.entries_ && due == found) return {};
  return fail(ErrorCode::corrupt, "it does not contain the names of the documents");
}

Result<std::vector<DocId>> NameIndex::find(std::string_view name,
                                           const DocumentTable& documents) const {
  const std::uint64_t wanted = hash_of(name);
  NamedDoc entry{};
  const auto read = [&](std::uint64_t at) -> Result<void> {
    WHORL_RETURN_IF_ERROR(file_->read(sizeof(Header) + at * sizeof entry,
                                      std::as_writable_bytes(std::span(&entry, 1))));
    return {};
  };
  std::uint64_t low = 0;
  for (std::uint64_t high = entries_; low < high;) {
    const std::uint64_t middle = low + (high - low) / 2;
    WHORL_RETURN_IF_ERROR(read(middle));
    entry.hash < wanted ? low = middle + 1 : high = middle;
  }
  std::vector<DocId> found;
  for (; low < entries_; ++low) {
    WHORL_RETURN_IF_ERROR(read(low));
    if (entry.hash != wanted) break;
    const auto doc = static_cast<DocId>(entry.doc);
    WHORL_ASSIGN_OR_RETURN(auto record, documents.record(doc));
    WHORL_ASSIGN_OR_RETURN(auto names, documents.names(record));
    if (names.id == name || names.url == name) found.push_back(doc);
  }
  return found;
}

}  // namespace whorl::internal::store
