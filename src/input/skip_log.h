// What could not be read, kept in bounded memory however bad the input is.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "whorl/report.h"
#include "whorl/result.h"

namespace whorl::internal::input {

// How a run ends that found no document it could read.

// Names what was skipped first with its reason, and counts the rest; empty where nothing was.
std::string first_of(const std::vector<Skipped>& skipped);

// Says that of what was skipped.
tl::unexpected<Error> nothing_read(const std::vector<Skipped>& skipped);

// That it is of what a collection was to be compared against.
tl::unexpected<Error> of_against(const Error& error);

// The same of what a collection was to be compared against, the first of it `name`.
tl::unexpected<Error> nothing_to_compare_against(const std::string& name,
                                                 const std::vector<Skipped>& skipped);

// An error where inputs were skipped and no document was read. Inputs that are empty are whole.
Result<void> check_any_read(std::uint64_t documents, const std::vector<Skipped>& skipped);

// As it is written in every output: "skipped" or "fallback".
std::string_view name_of(SkipKind kind);

// The first entries are kept one by one. What follows is counted by its reason, so that a
// file of a billion bad lines costs no more than one of ten thousand.
class SkipLog {
 public:
  static constexpr std::size_t kListed = 10'000;
  static constexpr std::size_t kReasons = 100;

  void add(Skipped entry);
  // Adds the result of list() of another log.
  void add_all(const std::vector<Skipped>& list);
  std::uint64_t count() const { return count_; }
  // The entries, then one a reason for those that are only counted.
  std::vector<Skipped> list() const;

 private:
  void count(const Skipped& entry, std::uint64_t times);

  struct Counted {
    std::uint64_t count = 0;
    SkipKind kind = SkipKind::fallback;  // skipped as soon as one is
  };

  std::uint64_t count_ = 0;
  std::vector<Skipped> listed_;
  std::map<std::string, Counted> counted_;  // by reason
};

}  // namespace whorl::internal::input
