#include "compare/submissions/assignment.h"

#include <algorithm>
#include <utility>

#include "read/names.h"

namespace whorl::internal::compare::submissions {
namespace {

std::string_view folder_of(std::string_view path) {
  const std::size_t slash = path.rfind('/');
  return slash == path.npos ? std::string_view() : path.substr(0, slash);
}

// The argument itself is the submission.
SubmissionAssignment assign_whole(const Argument& argument, std::string_view name) {
  const std::string own(read::base_name(argument.shown));
  const std::string display = read::display_name(own);
  SubmissionAssignment out;
  out.owner = argument.resolved;
  out.submission = display;
  out.scope = folder_of(argument.shown);
  out.file =
      argument.folder ? display + (name == "." ? "" : '/' + std::string(name)) : std::string(name);
  return out;
}

SubmissionAssignment place_sibling(const Argument& argument, std::string_view name) {
  const std::string_view folder = folder_of(argument.shown);
  SubmissionAssignment out;
  out.owner = folder_of(argument.resolved);
  out.submission = read::display_name(read::base_name(folder));
  out.scope = folder_of(folder);
  out.file = out.submission + '/' + std::string(name);
  return out;
}

Result<SubmissionAssignment> place_by_layout(SubmissionAssignment out, const NamingRules& rules) {
  std::optional<LayoutMatch> match = rules.layout->match(out.file);
  if (!match) {
    return fail(ErrorCode::invalid_argument, "does not fit --layout " + rules.layout_text);
  }
  out.submission = std::move(match->submission);
  out.student = std::move(match->student);
  out.attempt = std::move(match->attempt);
  const bool both = !match->group.empty() && !match->assignment.empty();
  out.group = match->group + (both ? "/" : "") + match->assignment;
  return out;
}

}  // namespace

std::optional<Metadata::Hit> metadata_of(const Argument& argument, const Grouping& grouping,
                                         const NamingRules& rules, std::string_view name) {
  if (!rules.metadata) return std::nullopt;
  const std::string_view root =
      argument.folder ? std::string_view(argument.resolved) : folder_of(argument.resolved);
  const std::string place = std::string(root == "/" ? "" : root) + '/' + std::string(name);
  name.remove_prefix(std::min(grouping.archive, name.size()));
  return rules.metadata->find(place, name);
}

Result<SubmissionAssignment> assign(const Argument& argument, const Grouping& grouping,
                                    const NamingRules& rules, std::string_view name) {
  const bool by_rows = rules.metadata && !rules.layout && rules.by == SubmissionUnit::automatic &&
                       argument.purpose == Purpose::submissions;
  if (!rules.layout && !by_rows) {
    if (grouping.division == Division::whole) return assign_whole(argument, name);
    if (grouping.division == Division::siblings) return place_sibling(argument, name);
  }
  const std::size_t hidden = grouping.archive;
  SubmissionAssignment out;
  out.owner = argument.resolved;
  out.scope = hidden == 0 && !argument.folder ? folder_of(argument.shown) : argument.shown;
  out.file = name.size() > hidden ? name.substr(hidden) : name;
  if (rules.layout) return place_by_layout(std::move(out), rules);
  std::size_t size = submission_size(grouping, name);
  if (by_rows) {
    const auto hit = metadata_of(argument, grouping, rules, name);
    if (!hit) return fail(ErrorCode::invalid_argument, "is not listed in the --metadata");
    size = hidden + hit->name_size;
  }
  out.submission = size > hidden ? name.substr(hidden, size - hidden) : name.substr(0, size);
  return out;
}

}  // namespace whorl::internal::compare::submissions
