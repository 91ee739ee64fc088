#include "store/check/words.h"

namespace whorl::internal::store::check {

Result<void> go_on(const Progress& progress) {
  if (!progress.cancelled()) return {};
  return fail(ErrorCode::cancelled, "stopped before everything was checked");
}

tl::unexpected<Error> wrong(std::string what) { return fail(ErrorCode::corrupt, std::move(what)); }

std::string what_of(const Error& error, const base::FileSystem::Path& path) {
  std::string what = error.message;
  const std::string place = path.string() + ": ";
  if (what.starts_with(place)) what.erase(0, place.size());
  return what.substr(0, what.find("; "));
}

}  // namespace whorl::internal::store::check
