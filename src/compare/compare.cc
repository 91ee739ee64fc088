#include "whorl/compare.h"

#include <utility>

#include "compare/corpus/settings.h"
#include "compare/job.h"
#include "compare/submissions/collect.h"

namespace whorl {

using namespace internal;

Result<CompareReport> compare(const CompareOptions& options, Progress& progress) {
  // Wrong words are told before anything is read.
  if (auto settings = compare::corpus::Settings::resolve(options); !settings) {
    return tl::unexpected(settings.error());
  }
  auto collected = compare::submissions::collect(options, progress);
  if (!collected && collected.error().code == ErrorCode::cancelled) return compare::stopped();
  if (!collected) return tl::unexpected(collected.error());
  return compare::compare_collected(std::move(*collected), options, progress);
}

}  // namespace whorl
