// The steps up to the lists: sketch, rank, prefixes, lists.
#pragma once

#include <cstdint>
#include <vector>

#include "jobs/collection/tasks/job.h"

namespace whorl::internal::tasks {

// Sketches the documents of the task's inputs, into a store of its own.
Result<void> sketch(const Job& job, std::uint32_t task);
// Joins these stores, groups equal documents, sorts the groups by preference, and finds the
// shingles that are frequent in a sample.
Result<void> rank(const Job& job);
// Writes the sorted prefixes of the task's documents, one section for each range of shingles.
Result<void> take_prefixes(const Job& job, std::uint32_t task);
// Reads the hot shares (phases::SketchSize) of all documents at each of the kUsedModuli.
Result<std::vector<std::uint8_t>> read_hot_shares(const Job& job);
// Makes the lists of a range of shingles.
Result<void> make_lists(const Job& job, std::uint32_t range);

// The lists that a task made.
class Lists {
 public:
  static Result<Lists> read(const Job& job, std::uint32_t range);

  phases::ShingleLists all() const { return {sizes_, members_}; }

 private:
  std::vector<std::uint32_t> sizes_;
  std::vector<phases::ListMember> members_;
};

}  // namespace whorl::internal::tasks
