// What a task hands out to a range of ranks, in a file of a round.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "base/varint.h"
#include "jobs/collection/tasks/job.h"

namespace whorl::internal::tasks {

// Writes candidates as differences of ascending numbers, about three bytes each, in a section for
// each range of ranks.
class HandWriter {
 public:
  HandWriter(std::uint64_t ranges, std::uint64_t ranks);

  // Adds the candidates of one document. Documents and candidates ascend.
  void add(std::span<const phases::Candidate> candidates);
  Result<void> write(const base::FileSystem::Path& path);

 private:
  void end_section();

  std::uint64_t ranges_;
  std::uint64_t ranks_;
  SectionWriter file_;
  std::uint64_t range_ = 0;
  std::vector<std::uint8_t> bytes_;  // of this range
  phases::Rank document_ = 0;        // the last one of this range
};

// Reads the section of one range, document by document.
class HandReader {
 public:
  static Result<HandReader> open(const base::FileSystem::Path& path, std::uint32_t range);

  // Appends the candidates of a document. Documents ascend from call to call.
  void take(phases::Rank own, std::vector<phases::Candidate>& candidates);

  // False if the section ends too early or has an invalid number.
  bool is_whole() const { return !numbers_->failed(); }

 private:
  void read_document();

  std::vector<std::uint8_t> bytes_;
  std::optional<base::VarintReader> numbers_;  // of `bytes_`
  std::optional<phases::Rank> document_;       // of the next candidates
  std::uint64_t candidates_ = 0;               // of this document
};

}  // namespace whorl::internal::tasks
