// Registry::import_segment: fingerprints that were made elsewhere.
#include "base/guard.h"
#include "base/try.h"
#include "index/segment.h"
#include "registry/adder.h"
#include "registry/opened_registry.h"

namespace whorl {

using namespace internal;

namespace {

Result<void> check_takes(const registry::Method& method, const index::Segment& segment,
                         const std::string& path) {
  const auto refuse = [&](const std::string& why) {
    return fail(ErrorCode::invalid_argument, path + ": " + why);
  };
  if (!method.scheme->info.positions) {
    return refuse("a segment holds winnowed fingerprints, which the scheme passages keeps, not " +
                  std::string(method.scheme->info.name));
  }
  if (method.key) {
    return refuse("was made without a key: give the texts to whorl registry add");
  }
  if (const std::string own = id(method.recipe); segment.recipe != own) {
    return refuse("was made by " + segment.recipe + ", not by the registry's " + own);
  }
  return {};
}

}  // namespace

Result<AddedToRegistry> Registry::import_segment(const std::string& segment,
                                                 const DocumentCodes& codes) try {
  WHORL_ASSIGN_OR_RETURN(auto read, index::read_segment(segment));
  WHORL_RETURN_IF_ERROR(opened_->recover());
  registry::Index& index = opened_->index;
  WHORL_RETURN_IF_ERROR(check_takes(index.method(), read, segment));
  registry::Adder adder(index);
  std::vector<Skipped> twice;
  for (index::SegmentDocument& document : read.documents) {
    DocumentCodes named = codes;
    named.name = std::move(document.name);
    const auto features = registry::features_of(document.fingerprints, index.method());
    WHORL_ASSIGN_OR_RETURN(const bool taken, adder.take(named, 0, features));
    if (!taken) {
      twice.push_back({named.name, "the segment has another document of this name before it",
                       SkipKind::skipped});
    }
  }
  return adder.finish(std::move(twice));
} catch (...) {
  return base::caught();
}

}  // namespace whorl
