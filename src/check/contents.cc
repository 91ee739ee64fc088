#include "check/contents.h"

#include <algorithm>

#include "base/try.h"
#include "check/file_blocks.h"

namespace whorl::internal::check {

Result<void> go_on(const Progress& progress) {
  if (!progress.cancelled()) return {};
  return fail(ErrorCode::cancelled, "stopped: not all was checked");
}

tl::unexpected<Error> wrong(std::string what) { return fail(ErrorCode::corrupt, std::move(what)); }

Result<void> FilesCheck::blocks() {
  std::uint64_t bytes = 0;
  for (const auto& [name, file] : files_.table().files) bytes += file.length.bytes;
  progress_.phase("checking blocks", bytes);
  for (const auto& [name, file] : files_.table().files) {
    WHORL_ASSIGN_OR_RETURN(auto damage, damage_of(files_, name, progress_));
    if (damage) add(name, *damage);
  }
  return {};
}

Result<void> FilesCheck::contents(const Contents& contents) {
  for (const std::string& name : contents.due) {
    if (!files_.has(name)) add(name, "is not named in the manifest");
  }
  progress_.phase("checking contents", contents.checks.size());
  for (const ContentCheck& check : contents.checks) {
    const auto good = [&](const std::string& name) {
      return files_.has(name) && !bad_.contains(name);
    };
    progress_.advance(1);
    if (!good(check.file) || !std::ranges::all_of(check.needs, good)) continue;
    const auto checked = check.run();
    if (checked) continue;
    if (checked.error().code != ErrorCode::corrupt) return checked;
    add(check.file, what_of(checked.error(), files_.folder()));
  }
  return {};
}

void FilesCheck::add(const std::string& name, std::string what) {
  const auto found = files_.table().files.find(name);
  const std::string& on_disk = found == files_.table().files.end() ? name : found->second.name;
  const bool again = name == store::kClustersFile;
  findings_.push_back(
      {on_disk, std::move(what), again ? "`whorl recluster` writes it anew" : remedy_});
  bad_.insert(name);
}

}  // namespace whorl::internal::check
