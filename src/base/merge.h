// Several sorted sources as one sorted stream.
#pragma once

#include <compare>
#include <functional>
#include <memory>
#include <optional>
#include <queue>
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
    sources_.push_back(std::move(source));
    return pull(sources_.size() - 1);
  }

  // The next of all, or null at the end; valid until the next call.
  Result<const Record*> next() {
    if (heads_.empty()) return nullptr;
    const Head head = heads_.top();
    heads_.pop();
    current_ = head.record;
    if (auto pulled = pull(head.source); !pulled) return tl::unexpected(pulled.error());
    return &current_;
  }

 private:
  struct Head {
    Record record;
    std::size_t source;
    // The queue gives its greatest first.
    bool operator<(const Head& other) const {
      const auto order = other.record <=> record;
      return order < 0 || (order == 0 && other.source < source);
    }
  };

  Result<void> pull(std::size_t source) {
    auto record = sources_[source]();
    if (!record) return tl::unexpected(record.error());
    if (*record) heads_.push({**record, source});
    return {};
  }

  std::vector<Source> sources_;
  std::priority_queue<Head> heads_;
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
