// Several sorted sources as one sorted stream.
#pragma once

#include <algorithm>
#include <compare>
#include <functional>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "base/try.h"
#include "whorl/result.h"

namespace whorl::internal::base {

// Record has a total order by `<=>`; of equal records, that of the source added first comes first.
// O(log sources) a record.
template <class Record>
class Merge {
 public:
  // The next records of a source, none at its end; valid until the next call.
  using Source = std::function<Result<std::span<const Record>>()>;

  Result<void> add(Source source) {
    WHORL_ASSIGN_OR_RETURN(auto records, source());
    sources_.push_back(std::move(source));
    if (records.empty()) return {};
    heads_.push_back({records, sources_.size() - 1});
    std::push_heap(heads_.begin(), heads_.end(),
                   [](const Head& a, const Head& b) { return b < a; });
    return {};
  }

  // The next of all, or null at the end; valid until the next call.
  Result<const Record*> next() {
    if (heads_.empty()) return nullptr;
    Head& first = heads_.front();
    current_ = first.records.front();
    first.records = first.records.subspan(1);
    if (first.records.empty()) {
      WHORL_RETURN_IF_ERROR(refill_first());
    }
    sink_first();
    return &current_;
  }

 private:
  struct Head {
    std::span<const Record> records;  // not returned yet
    std::size_t source;

    bool operator<(const Head& other) const {
      const auto order = records.front() <=> other.records.front();
      return order < 0 || (order == 0 && source < other.source);
    }
  };

  Result<void> refill_first() {
    Head& first = heads_.front();
    WHORL_ASSIGN_OR_RETURN(auto records, sources_[first.source]());
    first.records = records;
    if (records.empty()) {
      first = heads_.back();
      heads_.pop_back();
    }
    return {};
  }

  // Moves the first head to its position, at half the cost of removing it and adding another.
  void sink_first() {
    for (std::size_t at = 0, child; (child = 2 * at + 1) < heads_.size(); at = child) {
      if (child + 1 < heads_.size() && heads_[child + 1] < heads_[child]) ++child;
      if (heads_[at] < heads_[child]) return;
      std::swap(heads_[at], heads_[child]);
    }
  }

  std::vector<Source> sources_;
  std::vector<Head> heads_;  // a heap, the smallest first
  Record current_{};
};

// A source from a function that returns Result<std::optional<Record>>.
template <class Record, class Next>
typename Merge<Record>::Source source_of_function(Next next) {
  return [next = std::move(next),
          held = std::optional<Record>()]() mutable -> Result<std::span<const Record>> {
    WHORL_ASSIGN_OR_RETURN(held, next());
    return held ? std::span<const Record>(&*held, 1) : std::span<const Record>();
  };
}

}  // namespace whorl::internal::base
