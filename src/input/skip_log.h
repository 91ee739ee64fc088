// A list of what could not be read, in bounded memory for any input.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "whorl/report.h"
#include "whorl/result.h"

namespace whorl::internal::input {

// The errors of a run that found no readable document.

// Names the first skipped entry with its reason, and counts the rest; empty if there is none.
std::string first_of(const std::vector<Skipped>& skipped);

// An error with that text.
tl::unexpected<Error> nothing_read(const std::vector<Skipped>& skipped);

// Adds that the error is about the collection to compare with.
tl::unexpected<Error> of_against(const Error& error);

// The same for the collection to compare with, which begins with `name`.
tl::unexpected<Error> nothing_to_compare_against(const std::string& name,
                                                 const std::vector<Skipped>& skipped);

// Fails if inputs were skipped and no document was read. Empty inputs are no error.
Result<void> check_any_read(std::uint64_t documents, const std::vector<Skipped>& skipped);

// The name in every output: "skipped" or "fallback".
std::string_view name_of(SkipKind kind);

// Keeps the first entries one by one and counts later ones by their reason. So a file of a billion
// bad lines costs as much as one of ten thousand.
class SkipLog {
 public:
  static constexpr std::size_t kListed = 10'000;
  static constexpr std::size_t kReasons = 100;

  void add(Skipped entry);
  // Adds the result of list() of another log.
  void add_all(const std::vector<Skipped>& list);
  std::uint64_t count() const { return count_; }
  // The entries, then one for each reason of counted ones.
  std::vector<Skipped> list() const;

 private:
  void count(const Skipped& entry, std::uint64_t times);

  struct Counted {
    std::uint64_t count = 0;
    SkipKind kind = SkipKind::fallback;  // skipped if at least one is
  };

  std::uint64_t count_ = 0;
  std::vector<Skipped> listed_;
  std::map<std::string, Counted> counted_;  // by reason
};

}  // namespace whorl::internal::input
