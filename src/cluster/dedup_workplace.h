// Where dedup keeps the store that it works in.
#pragma once

#include <filesystem>
#include <string>

#include "whorl/dedup.h"

namespace whorl::internal::cluster {

class DedupWorkplace {
 public:
  // The folder that the options name, else one beside the output, or, where that is standard
  // output, a new one that nobody else can read. Refuses a folder of others. Writes nothing but
  // that new folder.
  static Result<DedupWorkplace> choose(const DedupOptions& options);

  DedupWorkplace(DedupWorkplace&& other) noexcept;
  DedupWorkplace& operator=(DedupWorkplace&&) = delete;
  // Removes what nobody will go on with: the folder of a finished run, one that no store was begun
  // in, and that of standard output.
  ~DedupWorkplace();

  // Makes the folder and leaves dedup's mark in it, before anything else is written there.
  Result<void> make();

  const std::string& store() const { return store_; }
  // The output is whole.
  void done() { done_ = true; }

 private:
  enum class Stay { kept, until_done, never };
  DedupWorkplace(std::string store, Stay stay) : store_(std::move(store)), stay_(stay) {
    folder_ = store_;
  }
  bool goes() const;

  std::string store_;
  std::filesystem::path folder_;  // the same; made early, since it is needed where memory may end
  Stay stay_;
  bool made_ = false;  // in this run
  bool done_ = false;
};

}  // namespace whorl::internal::cluster
