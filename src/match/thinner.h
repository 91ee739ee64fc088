// Thinner: of selected k-grams that repeat each other closely a few are enough.
#pragma once

#include <cstdint>

#include "match/side.h"
#include "whorl/fingerprint.h"

namespace whorl::internal::match {

// Keeps the first and last of selected k-grams that repeat each other closely, and some between.
class Thinner {
 public:
  Thinner(std::uint64_t window, Fingerprints& out) : window_(window), out_(out) {}

  void add(std::uint64_t hash, std::uint32_t position) {
    const bool repeats = waiting_ && hash == hash_ && position - waiting_position_ <= window_;
    if (waiting_ && (!repeats || waiting_position_ - kept_position_ >= kRepeatSpacing)) {
      keep(waiting_position_);
    }
    if (!repeats) {
      hash_ = hash;
      waiting_ = false;
      keep_first(position);
      return;
    }
    waiting_position_ = position;
  }

  void finish() {
    if (waiting_) keep(waiting_position_);
    waiting_ = false;
  }

 private:
  void keep_first(std::uint32_t position) {
    waiting_position_ = position;
    keep(position);
    waiting_ = true;
  }
  void keep(std::uint32_t position) {
    if (!out_.position.empty() && waiting_ && out_.position.back() == position) return;
    out_.hash.push_back(hash_);
    out_.position.push_back(position);
    kept_position_ = position;
  }

  std::uint64_t window_;
  Fingerprints& out_;
  bool waiting_ = false;  // the last selected k-gram repeats one that was kept, or is it
  std::uint64_t hash_ = 0;
  std::uint32_t waiting_position_ = 0;
  std::uint32_t kept_position_ = 0;
};

}  // namespace whorl::internal::match
