// Texts to compare a collection against, in place of a store of them.
#pragma once

#include <filesystem>
#include <string>

#include "whorl/dedup.h"

namespace whorl::internal::cluster {

// A store of the texts `options.against`, which the work of `store` is compared against. It keeps
// all shingles, unless another sketch than the default is asked for: of a short text a thinned
// sketch keeps too little. Goes with the object; a store that was named in place of texts stays.
class AgainstTexts {
 public:
  static Result<AgainstTexts> make(const DedupOptions& options, const std::string& store,
                                   Progress& progress);
  AgainstTexts(AgainstTexts&& other) noexcept;
  AgainstTexts& operator=(AgainstTexts&&) = delete;
  ~AgainstTexts();

  const std::string& store() const { return store_; }
  // What of the texts could not be read.
  const std::vector<Skipped>& skipped() const { return skipped_; }

 private:
  AgainstTexts(std::string store, std::string made)
      : store_(std::move(store)), made_(std::move(made)) {}

  std::string store_;
  std::filesystem::path made_;  // empty: it was there
  std::vector<Skipped> skipped_;
};

}  // namespace whorl::internal::cluster
