#include "real_collection.h"

#include <algorithm>

#include "base/parallel.h"
#include "base/parallel_sort.h"
#include "store/shingler.h"

namespace whorl::quality {

namespace fs = std::filesystem;

std::vector<std::string> files_below(const fs::path& folder) {
  std::vector<std::string> names;
  for (const auto& entry : fs::recursive_directory_iterator(folder)) {
    if (entry.is_regular_file()) names.push_back(fs::relative(entry.path(), folder).string());
  }
  std::sort(names.begin(), names.end());
  return names;
}

RealCollection RealCollection::read(const fs::path& folder, std::vector<std::string> files,
                                    std::uint32_t k) {
  RealCollection found;
  found.names = std::move(files);
  found.sets.resize(found.size());
  const auto make = *internal::store::Shingler::make("", {.k = k});
  internal::base::parallel_for(found.size(), 0, [&](std::size_t i) {
    internal::input::CollectionRecord record;
    record.id = record.place = found.names[i];
    record.shape = internal::input::RecordShape::file;
    record.path = (folder / found.names[i]).string();
    if (auto shingled = make(std::move(record))) found.sets[i] = std::move(shingled->set);
  });
  for (std::size_t i = 0; i < found.size(); ++i) found.numbers_[found.names[i]] = i;
  return found;
}

SharedCounts::SharedCounts(const std::vector<internal::sketch::ShingleSet>& sets)
    : size_(sets.size()), counts_(size_ * size_) {
  std::vector<std::pair<std::uint64_t, std::size_t>> holders;
  for (std::size_t d = 0; d < sets.size(); ++d) {
    for (const std::uint64_t shingle : sets[d]) holders.emplace_back(shingle, d);
  }
  internal::base::parallel_sort(holders, 0);
  for (auto begin = holders.begin(); begin != holders.end();) {
    const auto end = std::find_if(begin, holders.end(),
                                  [&](const auto& holder) { return holder.first != begin->first; });
    for (auto a = begin; a != end; ++a) {
      for (auto b = a + 1; b != end; ++b) ++counts_[a->second * size_ + b->second];
    }
    begin = end;
  }
}

}  // namespace whorl::quality
