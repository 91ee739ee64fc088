#include "whorl/compare.h"

#include <utility>

#include "base/guard.h"
#include "base/try.h"
#include "compare/corpus/settings.h"
#include "compare/job.h"
#include "compare/submissions/collect.h"
#include "compare/submissions/from_memory.h"

namespace whorl {

using namespace internal;

// In both, wrong words are told before anything is read.

Result<CompareReport> compare(const CompareOptions& options, Progress& progress) try {
  WHORL_ASSIGN_OR_RETURN(const auto settings, compare::corpus::Settings::resolve(options));
  settings.conversions().watch(&progress);
  if (options.input.paths.empty()) {
    return fail(ErrorCode::invalid_argument, "there is no path to compare; give at least one");
  }
  auto collected = compare::submissions::collect(options, progress);
  if (!collected && collected.error().code == ErrorCode::cancelled) return compare::stopped();
  WHORL_RETURN_IF_ERROR(collected);
  return compare::compare_collected(std::move(*collected), settings, options, progress);
} catch (...) {
  return internal::base::caught();
}

Result<CompareReport> compare(std::vector<SubmissionSource> submissions, std::vector<Document> base,
                              const CompareOptions& options, Progress& progress) try {
  WHORL_ASSIGN_OR_RETURN(const auto settings, compare::corpus::Settings::resolve(options));
  settings.conversions().watch(&progress);
  WHORL_RETURN_IF_ERROR(compare::submissions::check_unused(options.input));
  WHORL_ASSIGN_OR_RETURN(
      auto given, compare::submissions::from_memory(std::move(submissions), std::move(base)));
  return compare::compare_collected(std::move(given), settings, options, progress);
} catch (...) {
  return internal::base::caught();
}

Result<CompareReport> compare(std::vector<SubmissionSource> submissions,
                              const CompareOptions& options, Progress& progress) {
  return whorl::compare(std::move(submissions), {}, options, progress);
}

}  // namespace whorl
