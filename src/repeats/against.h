// The texts that passages are looked for in, where those of the input itself are not.
#pragma once

#include "repeats/sorted_runs.h"
#include "whorl/repeats.h"

namespace whorl::internal::repeats {

struct Against {
  CollectionInput input;  // no inputs: none
  // How many documents they are to be, where a store tells; 0: it is not known.
  std::uint64_t documents = 0;
};

// What `options.against` names. For a store stand the inputs that it was made of.
Result<Against> open_against(const RepeatOptions& options);

// An error where nothing was read, or not what a store was made of.
Result<void> check_read(const Against& against, const AgainstRead& read);

}  // namespace whorl::internal::repeats
