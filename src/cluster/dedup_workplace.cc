#include "cluster/dedup_workplace.h"

#include <stdlib.h>

#include <cerrno>
#include <cstring>
#include <utility>

#include "base/folder.h"
#include "base/new_file.h"
#include "base/try.h"
#include "claim/folder.h"
#include "store/lock.h"
#include "store/manifest.h"
#include "store/standard_input.h"

namespace whorl::internal::cluster {
namespace {

namespace fs = std::filesystem;

Result<std::string> new_folder(const std::string& temporary) {
  if (!temporary.empty()) WHORL_RETURN_IF_ERROR(base::make_folder(temporary));
  const fs::path parent = temporary.empty() ? fs::temp_directory_path() : fs::path(temporary);
  std::string name = (parent / "whorl-dedup.XXXXXX").string();
  if (::mkdtemp(name.data()) != nullptr) return name;
  return fail(ErrorCode::io, name + ": cannot be made: " + std::strerror(errno));
}

}  // namespace

Result<DedupWorkplace> DedupWorkplace::choose(const DedupOptions& options) {
  if (!options.cluster.store.empty()) {
    WHORL_RETURN_IF_ERROR(claim::check_folder(options.cluster.store, claim::kStore));
    return DedupWorkplace(options.cluster.store, Stay::kept);
  }
  if (options.output == "-") {
    WHORL_ASSIGN_OR_RETURN(auto folder, new_folder(options.cluster.limits.temporary));
    return DedupWorkplace(std::move(folder), Stay::never);
  }
  const std::string beside = options.output + ".store";
  WHORL_RETURN_IF_ERROR(claim::check_folder(beside, claim::kDedupWork));
  return DedupWorkplace(beside, Stay::until_done);
}

DedupWorkplace::DedupWorkplace(DedupWorkplace&& other) noexcept
    : store_(std::move(other.store_)),
      folder_(std::move(other.folder_)),
      stay_(std::exchange(other.stay_, Stay::kept)),
      lock_(std::move(other.lock_)),
      made_(std::exchange(other.made_, false)),
      done_(other.done_) {}

DedupWorkplace::~DedupWorkplace() {
  if (!goes()) return;
  base::remove_tree(folder_,
                    {{"store.json", "store.next.json"}, {claim::kDedupMark, "store.lock"}});
}

void DedupWorkplace::done() {
  std::error_code ignored;
  fs::remove(folder_ / store::kStandardInput, ignored);
  done_ = true;
}

bool DedupWorkplace::goes() const {
  if (stay_ == Stay::never || (stay_ == Stay::until_done && done_)) return true;
  // A run that gave up has removed it, and another may have begun to work there meanwhile.
  return made_ && !store::is_store(folder_) && lock_->is_in_place();
}

Result<void> DedupWorkplace::make(const std::string& output) {
  const bool was_free = claim::is_free(store_);
  WHORL_RETURN_IF_ERROR(base::make_folder(store_));
  auto claimed = lock(output);
  if (claimed && (was_free || !claim::kStore.bears_mark(store_).value_or(true))) claimed = mark();
  made_ = was_free && claimed;
  if (was_free && !claimed) {
    std::error_code ignored;
    if (lock_) fs::remove(folder_ / "store.lock", ignored);
    fs::remove(folder_, ignored);  // which leaves what another run has put in
  }
  return claimed;
}

Result<void> DedupWorkplace::lock(const std::string& output) {
  auto taken = store::StoreLock::take(store_);
  if (!taken && stay_ == Stay::until_done && store::StoreLock::is_held(store_)) {
    return fail(ErrorCode::io, output + ": another whorl is writing to this output");
  }
  WHORL_ASSIGN_OR_RETURN(lock_, std::move(taken));
  return {};
}

Result<void> DedupWorkplace::mark() const {
  const std::string_view mark = stay_ == Stay::kept ? claim::kDedupKeeps : claim::kDedupWorks;
  return base::replace_file(base::FileSystem::real(), folder_ / claim::kDedupMark, mark);
}

}  // namespace whorl::internal::cluster
