#include "jobs/collection/tasks/hands.h"

#include <algorithm>
#include <utility>

#include "base/try.h"
#include "whorl/prefixes.h"

namespace whorl::internal::tasks {

using phases::Candidate;
using phases::Rank;

HandWriter::HandWriter(std::uint64_t ranges, std::uint64_t ranks)
    : ranges_(ranges), ranks_(ranks) {}

void HandWriter::add(std::span<const Candidate> candidates) {
  const Rank own = candidates.front().own;
  while (range_ < phases::range_of(own, ranges_, ranks_)) end_section();
  base::put_varint(own - std::exchange(document_, own), bytes_);
  base::put_varint(candidates.size(), bytes_);
  Rank before = 0;
  for (const Candidate& candidate : candidates) {
    base::put_varint(candidate.rank - std::exchange(before, candidate.rank), bytes_);
    base::put_varint(candidate.shared, bytes_);
  }
}

void HandWriter::end_section() {
  file_.add(std::span<const std::uint8_t>(bytes_));
  bytes_.clear();
  document_ = 0;
  ++range_;
}

Result<void> HandWriter::write(const base::FileSystem::Path& path) {
  while (range_ < ranges_) end_section();
  return file_.write(path);
}

Result<HandReader> HandReader::open(const base::FileSystem::Path& path, std::uint32_t range) {
  HandReader reader;
  WHORL_ASSIGN_OR_RETURN(reader.bytes_, read_section_of<std::uint8_t>(path, range));
  reader.numbers_.emplace(reader.bytes_);
  reader.read_document();
  return reader;
}

void HandReader::read_document() {
  if (numbers_->done() || numbers_->failed()) {
    document_.reset();
    return;
  }
  document_ = document_.value_or(0) + numbers_->next();
  candidates_ = numbers_->next();
}

void HandReader::take(Rank own, std::vector<Candidate>& candidates) {
  while (document_ && *document_ <= own) {
    Rank rank = 0;
    for (; candidates_ > 0 && !numbers_->failed(); --candidates_) {
      rank += numbers_->next();
      const std::uint64_t shared = numbers_->next();
      if (*document_ == own) candidates.push_back({own, rank, shared});
    }
    read_document();
  }
}

}  // namespace whorl::internal::tasks
