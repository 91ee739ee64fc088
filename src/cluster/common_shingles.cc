#include "cluster/common_shingles.h"

#include <algorithm>
#include <filesystem>

#include "cluster/pair_source.h"
#include "cluster/pairs.h"

namespace whorl::clustering {
namespace {

constexpr const char* kCommonFile = "common.bin";

}  // namespace

Result<void> CommonShingles::find(Disk& disk, const Disk::Path& store,
                                  std::span<const SketchEntry> entries,
                                  const std::function<bool(DocId)>& wanted, std::uint64_t most,
                                  const SortBudget& budget) {
  std::error_code ignored;
  std::filesystem::remove(store / kCommonFile, ignored);  // of fewer documents
  auto sets = SetReader::open(disk, store);
  if (!sets) return tl::unexpected(sets.error());
  ExternalSorter<std::uint64_t> sorter(disk, budget);
  ShingleSet set;
  for (DocId doc = 0; doc < entries.size(); ++doc) {
    if (!wanted(doc)) continue;
    if (auto got = sets->full_set(entries[doc], set); !got) return got;
    for (std::uint64_t shingle : set) {
      if (auto added = sorter.add(shingle); !added) return added;
    }
  }
  auto sorted = sorter.finish();
  if (!sorted) return tl::unexpected(sorted.error());
  ShingleSet common;
  std::uint64_t last = 0, holders = 0;
  while (true) {
    auto shingle = sorted->next();
    if (!shingle) return tl::unexpected(shingle.error());
    if (!*shingle) break;
    holders = **shingle == last ? holders + 1 : 1;
    last = **shingle;
    if (holders == most + 1) common.push_back(last);
  }
  const auto bytes = std::as_bytes(std::span(common));
  return disk.replace(store / kCommonFile,
                      {reinterpret_cast<const char*>(bytes.data()), bytes.size()});
}

Result<CommonShingles> CommonShingles::load(Disk& disk, const Disk::Path& store) {
  CommonShingles common;
  std::error_code missing;
  if (!std::filesystem::exists(store / kCommonFile, missing)) return common;
  auto file = disk.read(store / kCommonFile);
  if (!file) return tl::unexpected(file.error());
  ShingleSet shingles((*file)->size() / sizeof(std::uint64_t));
  auto got = (*file)->read(0, std::as_writable_bytes(std::span(shingles)));
  if (!got) return tl::unexpected(got.error());
  common.shingles_ = std::make_shared<const ShingleSet>(std::move(shingles));
  return common;
}

bool CommonShingles::has(std::uint64_t shingle) const {
  return std::ranges::binary_search(*shingles_, shingle);
}

void CommonShingles::remove_from(ShingleSet& set) const {
  if (empty()) return;
  std::erase_if(set, [this](std::uint64_t shingle) { return has(shingle); });
}

}  // namespace whorl::clustering
