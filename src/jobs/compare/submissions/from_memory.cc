#include "jobs/compare/submissions/from_memory.h"

#include <algorithm>
#include <string>
#include <string_view>
#include <utility>

#include "base/try.h"

namespace whorl::internal::compare::submissions {
namespace {

tl::unexpected<Error> refuse(std::string message) {
  return fail(ErrorCode::invalid_argument, std::move(message));
}

// Sorts `things` by name. Fails if one has no name or another's name; `where` is appended to the
// message.
template <class Thing>
Result<void> sort_by_name(std::vector<Thing>& things, std::string_view called,
                          const std::string& where) {
  std::ranges::sort(things, {}, &Thing::name);
  if (!things.empty() && things.front().name.empty()) {
    return refuse(std::string(called) + where + " has no name; each needs a unique name");
  }
  const auto equal = std::ranges::adjacent_find(things, {}, &Thing::name);
  if (equal == things.end()) return {};
  return refuse("two " + std::string(called) + "s" + where + " are called '" + equal->name +
                "'; each needs a name of its own");
}

}  // namespace

Result<CollectedInputs> from_memory(std::vector<SubmissionSource> submissions,
                                    std::vector<Document> base) {
  if (submissions.empty()) return refuse("there is no submission to compare; give at least one");
  WHORL_RETURN_IF_ERROR(sort_by_name(submissions, "submission", ""));
  for (SubmissionSource& submission : submissions) {
    WHORL_RETURN_IF_ERROR(
        sort_by_name(submission.documents, "document", " of submission '" + submission.name + "'"));
  }
  WHORL_RETURN_IF_ERROR(sort_by_name(base, "document", " of the base code"));
  return CollectedInputs{std::move(submissions), std::move(base), {}};
}

Result<void> check_unused(const SubmissionInput& input) {
  const bool unused = input.paths.empty() && input.base.empty() && input.archives.empty() &&
                      input.layout.empty() && input.metadata.empty() && input.include.empty() &&
                      input.exclude.empty();
  if (unused) return {};
  return refuse("options.input names paths, but the submissions come from memory; leave it empty");
}

}  // namespace whorl::internal::compare::submissions
