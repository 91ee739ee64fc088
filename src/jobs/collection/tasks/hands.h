// What a task hands out to a range of ranks, in a file of a round.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "base/varint.h"
#include "jobs/collection/tasks/job.h"

namespace whorl::internal::tasks {

// Adds the two sections of one range: the candidates of its documents as differences of ascending
// numbers, about three bytes each, and what was held back.
void add_hand(std::span<const phases::Candidate> candidates,
              std::span<const phases::HeldBack> held_back, SectionWriter& file);

// Reads the sections of one range, document by document.
class HandReader {
 public:
  static Result<HandReader> open(const base::FileSystem::Path& path, std::uint32_t range);

  // Appends the candidates of a document, and lowers `end` to the first one that was held back.
  // Documents ascend from call to call.
  void take(phases::Rank own, std::vector<phases::Candidate>& candidates, phases::Rank& end);

  // False if the section ends too early or has an invalid number.
  bool is_whole() const { return !numbers_->failed(); }

 private:
  void read_document();

  std::vector<std::uint8_t> bytes_;
  std::optional<base::VarintReader> numbers_;  // of `bytes_`
  std::optional<phases::Rank> document_;       // of the next candidates
  std::uint64_t candidates_ = 0;               // of this document
  std::vector<phases::HeldBack> held_back_;
  std::size_t back_ = 0;
};

}  // namespace whorl::internal::tasks
