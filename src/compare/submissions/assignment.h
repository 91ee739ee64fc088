// Which submission a file belongs to, and under which names both are shown.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "compare/submissions/arguments.h"
#include "compare/submissions/grouping.h"
#include "compare/submissions/layout.h"
#include "compare/submissions/metadata.h"

namespace whorl::internal::compare::submissions {

struct SubmissionAssignment {
  std::string owner;       // files are of one submission when owner and submission are equal
  std::string submission;  // its name
  std::string scope;       // where that name was found, see ScopedName
  std::string file;        // the name of the file
  std::string group;
  std::string student;
  std::string attempt;
};

// How names are read, for all arguments of a run.
struct NamingRules {
  SubmissionUnit by = SubmissionUnit::automatic;
  std::string layout_text;
  std::optional<Layout> layout;
  std::optional<Metadata> metadata;
};

// The submission of the file `name` of `argument`. Fails with a sentence for Skipped::reason when
// the rules leave it out.
Result<SubmissionAssignment> assign(const Argument& argument, const Grouping& grouping,
                                    const NamingRules& rules, std::string_view name);

// The row of the metadata that lists this file, and how much of its name after the archive's;
// nothing without metadata.
std::optional<Metadata::Hit> metadata_of(const Argument& argument, const Grouping& grouping,
                                         const NamingRules& rules, std::string_view name);

}  // namespace whorl::internal::compare::submissions
