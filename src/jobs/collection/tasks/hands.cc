#include "jobs/collection/tasks/hands.h"

#include <algorithm>
#include <utility>

#include "base/try.h"

namespace whorl::internal::tasks {

using phases::Candidate;
using phases::HeldBack;
using phases::Rank;

void add_hand(std::span<const Candidate> candidates, std::span<const HeldBack> held_back,
              SectionWriter& file) {
  std::vector<std::uint8_t> bytes;
  Rank document = 0;
  for (auto begin = candidates.begin(), end = begin; begin != candidates.end(); begin = end) {
    end = std::find_if(begin, candidates.end(),
                       [&](const Candidate& one) { return one.own != begin->own; });
    base::put_varint(begin->own - std::exchange(document, begin->own), bytes);
    base::put_varint(static_cast<std::uint64_t>(end - begin), bytes);
    Rank before = 0;
    for (const Candidate& candidate : std::span(begin, end)) {
      base::put_varint(candidate.rank - std::exchange(before, candidate.rank), bytes);
      base::put_varint(candidate.shared, bytes);
    }
  }
  file.add(std::span<const std::uint8_t>(bytes));
  file.add(held_back);
}

Result<HandReader> HandReader::open(const base::FileSystem::Path& path, std::uint32_t range) {
  HandReader reader;
  WHORL_ASSIGN_OR_RETURN(reader.bytes_, read_section_of<std::uint8_t>(path, 2 * range));
  WHORL_ASSIGN_OR_RETURN(reader.held_back_, read_section_of<HeldBack>(path, 2 * range + 1));
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

void HandReader::take(Rank own, std::vector<Candidate>& candidates, Rank& end) {
  while (document_ && *document_ <= own) {
    Rank rank = 0;
    for (; candidates_ > 0 && !numbers_->failed(); --candidates_) {
      rank += numbers_->next();
      const std::uint64_t shared = numbers_->next();
      if (*document_ == own) candidates.push_back({own, rank, shared});
    }
    read_document();
  }
  for (; back_ < held_back_.size() && held_back_[back_].own <= own; ++back_) {
    if (held_back_[back_].own == own) end = std::min(end, held_back_[back_].from);
  }
}

}  // namespace whorl::internal::tasks
