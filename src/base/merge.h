// Several sorted sources as one sorted stream.
#pragma once

#include <algorithm>
#include <compare>
#include <functional>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "whorl/result.h"

namespace whorl {

// Record has a total order by `<=>`; of equal records that of the source added first comes
// first. O(log sources) a record.
template <class Record>
class Merge {
 public:
  // The next record of a source, or nothing at its end.
  using Source = std::function<Result<std::optional<Record>>()>;

  Result<void> add(Source source) {
    auto record = source();
    if (!record) return tl::unexpected(record.error());
    sources_.push_back(std::move(source));
    if (!*record) return {};
    heads_.push_back({**record, sources_.size() - 1});
    std::push_heap(heads_.begin(), heads_.end(),
                   [](const Head& a, const Head& b) { return b < a; });
    return {};
  }

  // The next of all, or null at the end; valid until the next call.
  Result<const Record*> next() {
    if (heads_.empty()) return nullptr;
    Head& least = heads_.front();
    current_ = least.record;
    auto record = sources_[least.source]();
    if (!record) return tl::unexpected(record.error());
    if (*record) {
      least.record = **record;
    } else {
      least = heads_.back();
      heads_.pop_back();
    }
    sink_first();
    return &current_;
  }

 private:
  struct Head {
    Record record;
    std::size_t source;

    bool operator<(const Head& other) const {
      const auto order = record <=> other.record;
      return order < 0 || (order == 0 && source < other.source);
    }
  };

  // Puts the first head where it belongs: half of what to take it out and put another in costs.
  void sink_first() {
    for (std::size_t at = 0, child; (child = 2 * at + 1) < heads_.size(); at = child) {
      if (child + 1 < heads_.size() && heads_[child + 1] < heads_[child]) ++child;
      if (heads_[at] < heads_[child]) return;
      std::swap(heads_[at], heads_[child]);
    }
  }

  std::vector<Source> sources_;
  std::vector<Head> heads_;  // a heap, the least first
  Record current_{};
};

// A source of what a stream or scan gives by next(), one after the other.
template <class Record, class Stream>
typename Merge<Record>::Source source_of_stream(std::shared_ptr<Stream> stream) {
  return [stream = std::move(stream)]() -> Result<std::optional<Record>> {
    auto record = stream->next();
    if (!record) return tl::unexpected(record.error());
    return *record ? std::optional<Record>(**record) : std::nullopt;
  };
}

}  // namespace whorl
