#include "compare/submissions/collect.h"

#include <algorithm>
#include <map>
#include <set>
#include <utility>

#include "base/try.h"
#include "compare/submissions/arguments.h"
#include "compare/submissions/assignment.h"
#include "compare/submissions/distinct_names.h"
#include "read/names.h"

namespace whorl::internal::compare::submissions {
namespace {

Result<NamingRules> naming_rules(const CompareOptions& options) {
  NamingRules rules;
  rules.by = options.input.by;
  if (!options.input.layout.empty()) {
    rules.layout_text = options.input.layout;
    WHORL_ASSIGN_OR_RETURN(rules.layout, Layout::parse(options.input.layout));
  }
  if (!options.input.metadata.empty()) {
    WHORL_ASSIGN_OR_RETURN(rules.metadata, Metadata::read(options.input.metadata));
  }
  return rules;
}

struct Draft {
  SubmissionSource source;
  std::string scope;
};

// A skipped file, with the draft it would have been part of.
struct Loss {
  Skipped skipped;
  std::string scope;
  std::pair<std::string, std::string> draft;
};

class Gathering {
 public:
  explicit Gathering(const NamingRules& rules) : rules_(rules) {}

  void add(Argument& argument, const InputContext& context) {
    if (argument.purpose == Purpose::base) return add_base(argument.content);
    const Grouping grouping = grouping_of(argument, context);
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
      read::make_names_unique(source.documents);
      out_.submissions.push_back(std::move(source));
    }
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

  void add_base(read::ReadResult& content) {
    std::move(content.documents.begin(), content.documents.end(), std::back_inserter(out_.base));
    std::move(content.skipped.begin(), content.skipped.end(), std::back_inserter(out_.skipped));
  }

  void add_document(const Argument& argument, const Grouping& grouping, Document document) {
    const auto hit = metadata_of(argument, grouping, rules_, document.name);
    if (hit) used_rows_.insert(hit->row);
    Result<SubmissionAssignment> assignment = assign(argument, grouping, rules_, document.name);
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
      about.archived = argument.purpose == Purpose::archived;
      draft.scope = assignment->scope;
    }
    if (hit) describe(rules_.metadata->rows()[hit->row], about);
    draft.source.documents.push_back({std::move(assignment->file), std::move(document.bytes)});
  }

  // What a layout says goes before what a table says.
  static void describe(const MetadataRow& row, SubmissionSource& about) {
    if (about.group.empty()) about.group = row.label;
    if (about.student.empty()) about.student = row.full_name;
    if (about.attempt.empty()) about.attempt = row.created_at;
  }

  void add_skipped(const Argument& argument, const Grouping& grouping, Skipped skipped) {
    const auto hit = metadata_of(argument, grouping, rules_, skipped.path);
    if (hit) used_rows_.insert(hit->row);
    Loss loss{std::move(skipped), argument.shown, {}};
    if (const auto assignment = assign(argument, grouping, rules_, loss.skipped.path)) {
      loss.draft = {assignment->owner, assignment->submission};
      loss.scope = assignment->scope;
      loss.skipped.path = assignment->file;
    } else if (loss.skipped.path == ".") {
      loss.skipped.path = read::display_name(read::base_name(argument.shown));
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
      student.insert(0, std::string(read::base_name(draft.scope)) + '/');
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
      out_.skipped.push_back({rules_.metadata->rows()[i].filename,
                              "is listed in the --metadata, but is in none of the paths"});
    }
  }

  const NamingRules& rules_;
  std::map<Key, Draft> drafts_;
  std::map<Key, std::string> prefixes_;
  std::vector<Loss> losses_;
  std::set<std::size_t> used_rows_;
  CollectedInputs out_;
};

}  // namespace

Result<CollectedInputs> collect(const CompareOptions& options, Progress& progress) {
  WHORL_ASSIGN_OR_RETURN(const NamingRules rules, naming_rules(options));
  WHORL_ASSIGN_OR_RETURN(std::vector<Argument> arguments, read_arguments(options, progress));
  const InputContext context = input_context_of(arguments, options.input.by);
  Gathering gathering(rules);
  for (Argument& argument : arguments) gathering.add(argument, context);
  return gathering.finish();
}

}  // namespace whorl::internal::compare::submissions
