// What could not be read, kept in bounded memory however bad the input is.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "whorl/report.h"

namespace whorl::internal::read {

// As it is written in every output: "skipped" or "fallback".
std::string_view name_of(SkipKind kind);

// The first entries are kept one by one. What follows is counted by its reason, so that a
// file of a billion bad lines costs no more than one of ten thousand.
class SkipLog {
 public:
  static constexpr std::size_t kListed = 10'000;
  static constexpr std::size_t kReasons = 100;

  void add(Skipped entry);
  std::uint64_t count() const { return count_; }
  // The entries, then one a reason for those that are only counted.
  std::vector<Skipped> list() const;

 private:
  struct Counted {
    std::uint64_t count = 0;
    SkipKind kind = SkipKind::fallback;  // skipped as soon as one is
  };

  std::uint64_t count_ = 0;
  std::vector<Skipped> listed_;
  std::map<std::string, Counted> counted_;  // by reason
};

}  // namespace whorl::internal::read
