#include "store/name_index.h"

#define XXH_INLINE_ALL
#include <xxhash.h>

#include "base/try.h"

namespace whorl::internal::store {
namespace {

constexpr std::uint64_t kMagic = 0x3130'6b6f'6f6c'6877;  // "whlook01"

struct Header {
  std::uint64_t magic;
  std::uint64_t entries;
};

struct NamedDoc {
  std::uint64_t hash;
  std::uint64_t doc;
  auto operator<=>(const NamedDoc&) const = default;
};

std::uint64_t hash_of(std::string_view name) { return XXH3_64bits(name.data(), name.size()); }

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
  auto added = documents.for_each_named(
      [&](DocId doc, const DocumentRecord&, const DocumentNames& names) -> Result<void> {
        ++entries;
        WHORL_RETURN_IF_ERROR(sorter.add({hash_of(names.id), doc}));
        if (names.url.empty() || names.url == names.id) return {};
        ++entries;
        return sorter.add({hash_of(names.url), doc});
      });
  WHORL_RETURN_IF_ERROR(added);
  WHORL_ASSIGN_OR_RETURN(auto sorted, sorter.finish());
  WHORL_ASSIGN_OR_RETURN(auto file, files.write(kNameIndexFile));
  WHORL_RETURN_IF_ERROR(append(*file, Header{kMagic, entries}));
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
  if (got != sizeof header || header.magic != kMagic || room / sizeof(NamedDoc) != header.entries) {
    return fail(ErrorCode::corrupt,
                files.folder().string() + ": " + kNameIndexFile + " is no whole table of names");
  }
  index.entries_ = header.entries;
  return index;
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
