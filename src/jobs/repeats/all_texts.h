// The texts of both collections of a run, in the order in which documents are numbered.
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "base/try.h"
#include "jobs/repeats/texts.h"
#include "jobs/repeats/workplace.h"

namespace whorl::internal::repeats {

// The texts of `against` and of the input, batch after batch.
class AllTexts {
 public:
  static Result<AllTexts> open(const Sources& sources, Want want, const Workplace& place) {
    AllTexts all;
    if (sources.has_against()) {
      WHORL_RETURN_IF_ERROR(all.add(sources.against, want, place));
    }
    WHORL_RETURN_IF_ERROR(all.add(sources.input, want, place));
    return all;
  }

  // Calls visit(texts, of the input) for each batch.
  template <class Visit>
  Result<void> for_each_batch(Visit visit) {
    for (Texts& texts : parts_) {
      const bool of_input = &texts == &parts_.back();
      while (true) {
        WHORL_ASSIGN_OR_RETURN(auto batch, texts.next());
        if (batch.empty()) break;
        WHORL_RETURN_IF_ERROR(visit(batch, of_input));
      }
    }
    return {};
  }

  std::vector<Skipped> skipped_of_against() const { return parts_.front().skipped(); }

  // Size of all inputs before decompression; 0 if it is not known.
  Result<std::uint64_t> bytes() const {
    std::uint64_t sum = 0;
    for (const Texts& texts : parts_) {
      WHORL_ASSIGN_OR_RETURN(auto bytes, texts.input_bytes());
      if (bytes == 0) return 0;
      sum += bytes;
    }
    return sum;
  }

 private:
  Result<void> add(const CollectionInput& input, Want want, const Workplace& place) {
    WHORL_ASSIGN_OR_RETURN(auto texts,
                           Texts::open(input, place.limits, place.grid, want, place.progress));
    parts_.push_back(std::move(texts));
    return {};
  }

  std::vector<Texts> parts_;
};

}  // namespace whorl::internal::repeats
