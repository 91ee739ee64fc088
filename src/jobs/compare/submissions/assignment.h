// Decides which submission a file belongs to, and under which names both are shown.
#pragma once

#include <cstddef>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "input/paths/name_filter.h"
#include "jobs/compare/submissions/arguments.h"
#include "jobs/compare/submissions/exports.h"
#include "jobs/compare/submissions/grouping.h"
#include "jobs/compare/submissions/layout.h"
#include "jobs/compare/submissions/metadata.h"
#include "whorl/compare.h"
#include "whorl/result.h"

namespace whorl::internal::compare::submissions {

struct SubmissionAssignment {
  std::string owner;       // files are of one submission when owner and submission are equal
  std::string submission;  // its name
  std::string scope;       // the path of that name, see ScopedName
  std::string file;        // the name of the file
  std::string group;
  std::string student;
  std::string attempt;
  std::string path;  // see Submission::path
};

// How names are read, for all arguments of a run.
struct NamingRules {
  SubmissionUnit by = SubmissionUnit::automatic;
  std::string layout_text;
  std::optional<Layout> layout;
  std::optional<Metadata> metadata;
  std::string metadata_called = "--metadata";
  // An info.csv among the files: the name of its document, and the number of rows of each person.
  std::string found_table;
  std::map<std::string, std::size_t, std::less<>> rows_of;
  input::NameFilter asked_for{{}, {}};  // without tables of names
};

Result<NamingRules> naming_rules(const SubmissionInput& input);

// True if no option says how names are read.
bool may_recognise(const SubmissionInput& input);

// If the only path contains an info.csv, uses it and returns true.
bool find_table(const std::vector<Argument>& arguments, const InputContext& context,
                NamingRules& rules);

// The row of the metadata that lists this file, and how much of its name after the archive's it
// lists; nothing without metadata.
std::optional<Metadata::Hit> metadata_of(const Argument& argument, const Grouping& grouping,
                                         const NamingRules& rules, std::string_view name);

// The submission of a file of an export.
SubmissionAssignment assign_exported(const Argument& argument, const ExportedFile& exported,
                                     bool one_of_several);

// The submission of the file `name` of `argument`. Fails with a sentence for Skipped::reason if the
// rules leave the file out.
Result<SubmissionAssignment> assign(const Argument& argument, const Grouping& grouping,
                                    const NamingRules& rules, std::string_view name);

}  // namespace whorl::internal::compare::submissions
