#include "jobs/compare/submissions/assignment.h"

#include <algorithm>
#include <utility>

#include "base/try.h"
#include "input/paths/names.h"
#include "jobs/compare/submissions/recognised.h"

namespace whorl::internal::compare::submissions {
namespace {

std::string_view folder_of(std::string_view path) {
  const std::size_t slash = path.rfind('/');
  return slash == path.npos ? std::string_view() : path.substr(0, slash);
}

// The argument itself is the submission.
SubmissionAssignment assign_whole(const Argument& argument, std::string_view name) {
  const std::string own(input::base_name(argument.shown));
  const std::string display = input::display_name(own);
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
  out.submission = input::display_name(input::base_name(folder));
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

// The bytes of `name` that are the name of its submission.
std::size_t submission_size(const Grouping& grouping, std::string_view name) {
  switch (grouping.division) {
    case Division::files:
      return name.size();
    case Division::children:
      return std::min(name.find('/', grouping.common), name.size());
    case Division::whole:
    case Division::siblings:
      break;
  }
  return 0;
}

// Names the submission after the person in its row of a table that was found.
void name_by_person(const MetadataRow& row, const NamingRules& rules, SubmissionAssignment& out) {
  const auto rows = rules.rows_of.find(row.full_name);
  if (row.full_name.empty() || rows == rules.rows_of.end()) return;
  const std::string name =
      rows->second == 1 ? row.full_name : row.full_name + " (" + out.submission + ")";
  const bool is_file = out.file.size() == out.submission.size();
  const std::string inner(is_file ? input::base_name(out.file)
                                  : std::string_view(out.file).substr(out.submission.size() + 1));
  out.path = std::exchange(out.submission, name);
  out.file = name + '/' + inner;
}

}  // namespace

Result<NamingRules> naming_rules(const SubmissionInput& input) {
  NamingRules rules;
  rules.by = input.by;
  rules.asked_for = input::NameFilter(input.include, input.exclude);
  if (!input.layout.empty()) {
    rules.layout_text = input.layout;
    WHORL_ASSIGN_OR_RETURN(rules.layout, Layout::parse(input.layout));
  }
  if (!input.metadata.empty()) {
    WHORL_ASSIGN_OR_RETURN(rules.metadata, Metadata::read(input.metadata));
  }
  return rules;
}

bool may_recognise(const SubmissionInput& input) {
  return !input.plain_names && input.layout.empty() && input.metadata.empty() &&
         input.by == SubmissionUnit::automatic;
}

bool find_table(const std::vector<Argument>& arguments, const InputContext& context,
                NamingRules& rules) {
  if (context.new_paths != 1) return false;
  const auto path = std::ranges::find(arguments, Purpose::submissions, &Argument::purpose);
  std::optional<FoundMetadata> found = dolos_metadata(*path);
  if (!found) return false;
  rules.metadata_called = rules.found_table = found->name;
  rules.metadata = std::move(found->metadata);
  for (const MetadataRow& row : rules.metadata->rows()) ++rules.rows_of[row.full_name];
  return true;
}

std::optional<Metadata::Hit> metadata_of(const Argument& argument, const Grouping& grouping,
                                         const NamingRules& rules, std::string_view name) {
  if (!rules.metadata) return std::nullopt;
  const std::string place = place_of(argument, name);
  name.remove_prefix(std::min(grouping.archive, name.size()));
  return rules.metadata->find(place, name);
}

SubmissionAssignment assign_exported(const Argument& argument, const ExportedFile& exported,
                                     bool one_of_several) {
  SubmissionAssignment out;
  if (argument.purpose == Purpose::archived) out.owner = argument.resolved;
  out.submission = exported.student;
  out.scope = one_of_several ? folder_of(argument.shown) : argument.shown;
  out.file = exported.student + (exported.file.empty() ? "" : "/") + exported.file;
  out.student = exported.student;
  out.attempt = exported.attempt;
  out.path = exported.path;
  return out;
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
    if (!hit) {
      return fail(ErrorCode::invalid_argument, "is not listed in the " + rules.metadata_called);
    }
    size = hidden + hit->name_size;
    out.submission = name.substr(hidden, hit->name_size);
    name_by_person(rules.metadata->rows()[hit->row], rules, out);
    return out;
  }
  out.submission = size > hidden ? name.substr(hidden, size - hidden) : name.substr(0, size);
  return out;
}

}  // namespace whorl::internal::compare::submissions
