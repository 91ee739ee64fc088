#include "jobs/compare/submissions/collect.h"

#include <algorithm>
#include <cstddef>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

#include "base/try.h"
#include "input/paths/names.h"
#include "jobs/compare/submissions/arguments.h"
#include "jobs/compare/submissions/assignment.h"
#include "jobs/compare/submissions/distinct_names.h"
#include "jobs/compare/submissions/grouping.h"
#include "jobs/compare/submissions/hand_in.h"
#include "jobs/compare/submissions/recognised.h"

namespace whorl::internal::compare::submissions {
namespace {

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
           "is listed in the " + rules_.metadata_called + ", but was not found in the paths"});
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
