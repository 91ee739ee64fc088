#include "jobs/compare/submissions/collect.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/try.h"
#include "input/paths/name_filter.h"
#include "input/paths/names.h"
#include "jobs/compare/submissions/arguments.h"
#include "jobs/compare/submissions/hand_in.h"
#include "jobs/compare/submissions/layout.h"
#include "jobs/compare/submissions/metadata.h"
#include "jobs/compare/submissions/recognised.h"

namespace whorl::internal::compare::submissions {
namespace {

// Distinguishes equal names that come from different places.

struct ScopedName {
  std::string name;
  std::string scope;  // the path of the name: its last parts can be put before the name
};

// The last `parts` parts of a path, with a '/' after them.
std::string tail(std::string_view scope, std::size_t parts) {
  if (parts == 0) return {};
  std::size_t begin = scope.size();
  for (; parts != 0 && begin != 0 && begin != scope.npos; --parts) {
    begin = begin == 1 ? 0 : scope.rfind('/', begin - 1);
  }
  if (begin == scope.npos) begin = 0;
  std::string_view out = scope.substr(begin);
  if (out.starts_with('/')) out.remove_prefix(1);
  return out.empty() ? std::string() : std::string(out) + '/';
}

// Names that are equal including their prefixes, and whether their scopes could distinguish them.
struct Equal {
  std::vector<std::size_t> members;
  bool different_scopes = false;
};

// A prefix for each name ("" or "2025/" or "courses/2025/") such that prefix + name are distinct:
// the fewest parts of its scope that distinguish it from equal names. Names with equal scopes stay
// equal. Does not depend on the order. O(n log n) comparisons a round; at most as many rounds as a
// scope has parts.
std::vector<std::string> distinguishing_prefixes(const std::vector<ScopedName>& names) {
  std::vector<std::string> prefixes(names.size());
  std::vector<std::size_t> parts(names.size());
  for (bool changed = true; changed;) {
    changed = false;
    std::map<std::string, Equal> groups;
    for (std::size_t i = 0; i < names.size(); ++i) {
      Equal& group = groups[prefixes[i] + names[i].name];
      if (!group.members.empty()) {
        group.different_scopes |= names[group.members[0]].scope != names[i].scope;
      }
      group.members.push_back(i);
    }
    for (const auto& [name, group] : groups) {
      if (!group.different_scopes) continue;
      for (const std::size_t i : group.members) {
        std::string longer = tail(names[i].scope, ++parts[i]);
        changed |= longer != prefixes[i];
        prefixes[i] = std::move(longer);
      }
    }
  }
  return prefixes;
}

// Decides which submission a file belongs to, and under which names both are shown.

// How the files of one path are divided into submissions: the rules of collect.h.
enum class Division : std::uint8_t {
  whole,     // all files are one submission
  children,  // each folder, archive and file directly under a common folder
  files,     // each file
  siblings,  // a single file, together with the others of its folder
};

struct Grouping {
  Division division = Division::whole;
  std::size_t common = 0;   // bytes of a name up to the folder whose children are submissions
  std::size_t archive = 0;  // bytes of a name that repeat the name of the argument, an archive
};

// The relations between the paths of one run.
struct InputContext {
  SubmissionUnit by = SubmissionUnit::automatic;
  std::size_t new_paths = 0;  // of purpose `submissions`
  bool archives = false;      // --archive is given
  bool collections = false;   // all folders among several new paths contain only folders
};

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
  input::NameFilter asked_for{{}, {}};  // without tables of names
  std::map<std::string, std::size_t, std::less<>> rows_of;
};

// True if the argument is an archive: its names continue its own.
bool is_archive_file(const Argument& argument) {
  const auto inside = [](std::string_view name) { return name.find('/') != name.npos; };
  return !argument.folder &&
         (std::any_of(argument.content.documents.begin(), argument.content.documents.end(),
                      [&](const Document& document) { return inside(document.name); }) ||
          std::any_of(argument.content.skipped.begin(), argument.content.skipped.end(),
                      [&](const Skipped& skipped) { return inside(skipped.path); }));
}

std::vector<std::string_view> names_of(const Argument& argument) {
  std::vector<std::string_view> names;
  for (const Document& document : argument.content.documents) names.push_back(document.name);
  for (const Skipped& skipped : argument.content.skipped) names.push_back(skipped.path);
  return names;
}

// The entries directly below the first `common` bytes that all names share.
struct Shape {
  std::size_t common = 0;
  std::set<std::string_view> nested;  // folders and archives with files in them
  bool loose = false;                 // a file

  bool holds_several_folders_only() const { return nested.size() >= 2 && !loose; }
};

Shape shape_at(const std::vector<std::string_view>& names, std::size_t common) {
  Shape shape{common, {}, false};
  for (const std::string_view name : names) {
    if (name.size() <= common) continue;
    const std::size_t slash = name.find('/', common);
    if (slash == name.npos) {
      shape.loose = true;
    } else {
      shape.nested.insert(name.substr(common, slash - common));
    }
  }
  return shape;
}

// Enters folders that are the only entry.
Shape unwrapped(const std::vector<std::string_view>& names, Shape shape) {
  while (!shape.loose && shape.nested.size() == 1) {
    shape = shape_at(names, shape.common + shape.nested.begin()->size() + 1);
  }
  return shape;
}

std::size_t archive_prefix(const Argument& argument) {
  return is_archive_file(argument)
             ? input::display_name(input::base_name(argument.shown)).size() + 1
             : 0;
}

Shape own_shape(const Argument& argument) {
  return shape_at(names_of(argument), archive_prefix(argument));
}

Grouping children_or(Division otherwise, const Shape& shape) {
  if (shape.nested.empty()) return {otherwise};
  return {Division::children, shape.common};
}

Grouping group_archive_file(const Argument& argument, const InputContext& context, bool alone) {
  const Shape shape = unwrapped(names_of(argument), own_shape(argument));
  if (alone && !context.archives) {
    const bool by_dir = context.by == SubmissionUnit::directory;
    return children_or(by_dir ? Division::whole : Division::files, shape);
  }
  const bool collection = argument.purpose == Purpose::archived || alone;
  if (collection && shape.holds_several_folders_only()) {
    return {Division::children, shape.common};
  }
  return {};
}

Grouping group_folder(const Argument& argument, const InputContext& context, bool alone) {
  const Shape shape = own_shape(argument);
  if (argument.purpose == Purpose::submissions && !alone) {
    return context.collections ? children_or(Division::whole, shape) : Grouping{};
  }
  if (context.by == SubmissionUnit::directory) return children_or(Division::whole, shape);
  const bool unwrap = alone && !context.archives;
  return children_or(Division::files, unwrap ? unwrapped(names_of(argument), shape) : shape);
}

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

InputContext input_context_of(const std::vector<Argument>& arguments, SubmissionUnit by) {
  InputContext context;
  context.by = by;
  bool any_folder = false;
  context.collections = by == SubmissionUnit::automatic;
  for (const Argument& argument : arguments) {
    context.archives |= argument.purpose == Purpose::archived;
    if (argument.purpose != Purpose::submissions) continue;
    ++context.new_paths;
    if (!argument.folder) continue;
    any_folder = true;
    context.collections &= own_shape(argument).holds_several_folders_only();
  }
  context.collections &= any_folder;
  return context;
}

Grouping grouping_of(const Argument& argument, const InputContext& context) {
  const bool alone = argument.purpose == Purpose::submissions && context.new_paths == 1;
  Grouping out;
  if (context.by == SubmissionUnit::file) {
    out.division = Division::files;
  } else if (argument.folder) {
    out = group_folder(argument, context, alone);
  } else if (is_archive_file(argument)) {
    out = group_archive_file(argument, context, alone);
  } else if (context.by == SubmissionUnit::directory) {
    out.division = Division::siblings;
  }
  out.archive = archive_prefix(argument);
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

// The row of the metadata that lists this file, and how much of its name after the archive's it
// lists; nothing without metadata.
std::optional<Metadata::Hit> metadata_of(const Argument& argument, const Grouping& grouping,
                                         const NamingRules& rules, std::string_view name) {
  if (!rules.metadata) return std::nullopt;
  const std::string place = place_of(argument, name);
  name.remove_prefix(std::min(grouping.archive, name.size()));
  return rules.metadata->find(place, name);
}

// The submission of a file of an export.
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

// The submission of the file `name` of `argument`. Fails with a sentence for Skipped::reason if the
// rules leave the file out.
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

// True if no option says how names are read.
bool may_recognise(const SubmissionInput& input) {
  return !input.plain_names && input.layout.empty() && input.metadata.empty() &&
         input.by == SubmissionUnit::automatic;
}

// If the only path contains an info.csv, uses it and returns true.
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

struct Draft {
  SubmissionSource source;
  std::string scope;
};

// A skipped file, with the draft that it would have been part of.
struct Loss {
  Skipped skipped;
  std::string scope;
  std::pair<std::string, std::string> draft;
};

class Gathering {
 public:
  Gathering(const NamingRules& rules, const RecognisedExports& exports)
      : rules_(rules), exports_(exports) {}

  void add(Argument& argument, const InputContext& context) {
    if (argument.purpose == Purpose::base) return add_base(argument.content);
    const Grouping grouping = grouping_of(argument, context);
    one_of_several_ = argument.purpose == Purpose::submissions && context.new_paths > 1;
    for (Document& document : argument.content.documents) {
      add_document(argument, grouping, std::move(document));
    }
    for (Skipped& skipped : argument.content.skipped) {
      add_skipped(argument, grouping, std::move(skipped));
    }
  }

  CollectedInputs finish() {
    name_submissions();
    tell_students_apart();
    name_losses();
    list_unused_rows();
    for (auto& [key, draft] : drafts_) {
      SubmissionSource& source = draft.source;
      std::ranges::stable_sort(source.documents, {}, &Document::name);
      input::make_names_unique(source.documents);
      out_.submissions.push_back(std::move(source));
    }
    date_by_files(out_.submissions);
    std::sort(out_.submissions.begin(), out_.submissions.end(),
              [](const SubmissionSource& a, const SubmissionSource& b) { return a.name < b.name; });
    std::sort(out_.base.begin(), out_.base.end(),
              [](const Document& a, const Document& b) { return a.name < b.name; });
    std::sort(out_.skipped.begin(), out_.skipped.end(), [](const Skipped& a, const Skipped& b) {
      return std::tie(a.path, a.reason) < std::tie(b.path, b.reason);
    });
    return std::move(out_);
  }

 private:
  using Key = std::pair<std::string, std::string>;

  void add_base(input::ReadResult& content) {
    std::move(content.documents.begin(), content.documents.end(), std::back_inserter(out_.base));
    std::move(content.skipped.begin(), content.skipped.end(), std::back_inserter(out_.skipped));
  }

  void add_document(const Argument& argument, const Grouping& grouping, Document document) {
    if (argument.purpose == Purpose::submissions && document.name == rules_.found_table) return;
    if (!rules_.asked_for.takes_file(document.name)) return;
    const ExportedFile* exported = exports_.find(argument, document.name);
    if (exported != nullptr && exported->about) return;
    if (exported != nullptr && !exported->left_out.empty()) return leave_out(argument, *exported);
    const auto hit = metadata_of(argument, grouping, rules_, document.name);
    if (hit) used_rows_.insert(hit->row);
    Result<SubmissionAssignment> assignment =
        exported != nullptr ? assign_exported(argument, *exported, one_of_several_)
                            : assign(argument, grouping, rules_, document.name);
    if (!assignment) {
      losses_.push_back({{document.name, assignment.error().message}, argument.shown, {}});
      return;
    }
    Draft& draft = drafts_[{assignment->owner, assignment->submission}];
    SubmissionSource& about = draft.source;
    if (draft.source.documents.empty()) {
      about.name = assignment->submission;
      about.group = assignment->group;
      about.student = assignment->student;
      about.attempt = assignment->attempt;
      about.path = assignment->path;
      if (exported != nullptr) {
        about.handed_in = exported->handed_in;
        about.dated_by = exported->dated_by;
      }
      date(assignment->attempt, "name", about);
      about.archived = argument.purpose == Purpose::archived;
      draft.scope = assignment->scope;
    }
    if (hit) describe(rules_.metadata->rows()[hit->row], about);
    draft.source.documents.push_back(
        {std::move(assignment->file), std::move(document.bytes), document.modified});
  }

  // Values of a layout take precedence over those of a table.
  static void describe(const MetadataRow& row, SubmissionSource& about) {
    if (about.group.empty()) about.group = row.label;
    if (about.student.empty()) about.student = row.full_name;
    if (about.attempt.empty()) about.attempt = row.created_at;
    date(row.created_at, "metadata", about);
  }

  static void date(std::string_view written, std::string_view by, SubmissionSource& about) {
    if (!about.handed_in.empty()) return;
    about.handed_in = time_written(written);
    if (!about.handed_in.empty()) about.dated_by = by;
  }

  void leave_out(const Argument& argument, const ExportedFile& exported) {
    losses_.push_back(
        {{exported.student + '/' + exported.file, exported.left_out, SkipKind::fallback},
         argument.shown,
         {}});
  }

  void add_skipped(const Argument& argument, const Grouping& grouping, Skipped skipped) {
    const auto hit = metadata_of(argument, grouping, rules_, skipped.path);
    if (hit) used_rows_.insert(hit->row);
    Loss loss{std::move(skipped), argument.shown, {}};
    const ExportedFile* exported = exports_.find(argument, loss.skipped.path);
    const Result<SubmissionAssignment> assignment =
        exported != nullptr ? assign_exported(argument, *exported, one_of_several_)
                            : assign(argument, grouping, rules_, loss.skipped.path);
    if (assignment) {
      loss.draft = {assignment->owner, assignment->submission};
      loss.scope = assignment->scope;
      loss.skipped.path = assignment->file;
    } else if (loss.skipped.path == ".") {
      loss.skipped.path = input::display_name(input::base_name(argument.shown));
    }
    losses_.push_back(std::move(loss));
  }

  void name_submissions() {
    std::vector<ScopedName> names;
    for (const auto& [key, draft] : drafts_) {
      names.push_back({draft.source.name, draft.scope});
    }
    const std::vector<std::string> prefixes = distinguishing_prefixes(names);
    std::size_t i = 0;
    for (auto& [key, draft] : drafts_) {
      const std::string& prefix = prefixes[i++];
      prefixes_[key] = prefix;
      draft.source.name.insert(0, prefix);
      for (Document& document : draft.source.documents) document.name.insert(0, prefix);
    }
  }

  void tell_students_apart() {
    std::set<std::string> current;
    for (const auto& [key, draft] : drafts_) {
      if (!draft.source.archived) current.insert(draft.source.student);
    }
    for (auto& [key, draft] : drafts_) {
      std::string& student = draft.source.student;
      if (!draft.source.archived || student.empty() || !current.contains(student)) continue;
      student.insert(0, std::string(input::base_name(draft.scope)) + '/');
    }
  }

  void name_losses() {
    std::vector<ScopedName> names;
    for (const Loss& loss : losses_) names.push_back({loss.skipped.path, loss.scope});
    const std::vector<std::string> prefixes = distinguishing_prefixes(names);
    for (std::size_t i = 0; i < losses_.size(); ++i) {
      const auto draft = prefixes_.find(losses_[i].draft);
      losses_[i].skipped.path.insert(0, draft != prefixes_.end() ? draft->second : prefixes[i]);
      out_.skipped.push_back(std::move(losses_[i].skipped));
    }
  }

  void list_unused_rows() {
    if (!rules_.metadata) return;
    for (std::size_t i = 0; i < rules_.metadata->rows().size(); ++i) {
      if (used_rows_.contains(i)) continue;
      out_.skipped.push_back(
          {rules_.metadata->rows()[i].filename,
           "is listed in the " + rules_.metadata_called + ", but is in none of the paths"});
    }
  }

  const NamingRules& rules_;
  const RecognisedExports& exports_;
  bool one_of_several_ = false;  // true if the argument is one of several new paths
  std::map<Key, Draft> drafts_;
  std::map<Key, std::string> prefixes_;
  std::vector<Loss> losses_;
  std::set<std::size_t> used_rows_;
  CollectedInputs out_;
};

}  // namespace

Result<CollectedInputs> collect(const InputRun& run, Progress& progress) {
  WHORL_ASSIGN_OR_RETURN(NamingRules rules, naming_rules(run.input));
  WHORL_ASSIGN_OR_RETURN(std::vector<Argument> arguments, read_arguments(run, progress));
  const InputContext context = input_context_of(arguments, run.input.by);
  const bool look = may_recognise(run.input);
  const bool table = look && find_table(arguments, context, rules);
  const RecognisedExports exports =
      look ? RecognisedExports(arguments, !table) : RecognisedExports();
  Gathering gathering(rules, exports);
  for (Argument& argument : arguments) gathering.add(argument, context);
  CollectedInputs out = gathering.finish();
  out.recognised = exports.sentences();
  if (table)
    out.recognised.push_back("Names of the students are those of " + rules.found_table + ".");
  return out;
}

}  // namespace whorl::internal::compare::submissions
