// Where dedup keeps the store that it works in.
#pragma once

#include <filesystem>
#include <optional>
#include <string>

#include "cluster/runs.h"
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

  // Makes the folder, keeps other runs out of it, and leaves dedup's mark there, before anything
  // else is written. Refuses an output, or a store, that another run is writing to.
  Result<void> make(const std::string& output);

  const std::string& store() const { return store_; }
  // Of a folder that was made.
  StoreUse use() const {
    return {stay_ == Stay::kept ? Readers::anyone : Readers::this_run, &*lock_};
  }
  // The output is complete. Removes the copy of standard input, so that a store that is kept
  // contains no texts.
  void done();

 private:
  enum class Stay { kept, until_done, never };
  DedupWorkplace(std::string store, Stay stay) : store_(std::move(store)), stay_(stay) {
    folder_ = store_;
  }
  bool goes() const;
  Result<void> lock(const std::string& output);
  Result<void> mark() const;

  std::string store_;
  std::filesystem::path folder_;  // the same; made early, since it is needed where memory may end
  Stay stay_;
  std::optional<store::StoreLock> lock_;
  bool made_ = false;  // in this run
  bool done_ = false;
};

}  // namespace whorl::internal::cluster
