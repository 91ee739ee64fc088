#include "whorl/compare.h"

#include <utility>

#include "base/try.h"
#include "compare/corpus/settings.h"
#include "compare/job.h"
#include "compare/submissions/collect.h"

namespace whorl {

using namespace internal;

Result<CompareReport> compare(const CompareOptions& options, Progress& progress) {
  // Wrong words are told before anything is read.
  WHORL_RETURN_IF_ERROR(compare::corpus::Settings::resolve(options));
  auto collected = compare::submissions::collect(options, progress);
  if (!collected && collected.error().code == ErrorCode::cancelled) return compare::stopped();
  WHORL_RETURN_IF_ERROR(collected);
  return compare::compare_collected(std::move(*collected), options, progress);
}

}  // namespace whorl
