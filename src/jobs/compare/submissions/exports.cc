#include "jobs/compare/submissions/exports.h"

#include <algorithm>
#include <set>
#include <utility>

#include "base/utf8.h"
#include "input/paths/names.h"
#include "jobs/compare/submissions/export_names.h"
#include "jobs/compare/submissions/gradescope.h"
#include "jobs/compare/submissions/hand_in.h"

namespace whorl::internal::compare::submissions {
namespace {

constexpr std::size_t kFewestStudents = 2;

// A name in the form of a platform.
struct Candidate {
  const ListedName* listed = nullptr;
  NameParts parts;
  std::string person;  // the person's usual name
};

std::size_t count_readable(const std::vector<ListedName>& names) {
  return static_cast<std::size_t>(std::ranges::count_if(
      names, [](const ListedName& listed) { return listed.bytes != nullptr; }));
}

// Whether nearly all readable files have the form, so that the others must be strays.
bool are_most(const std::vector<Candidate>& candidates, std::size_t readable) {
  const auto matched = static_cast<std::size_t>(std::ranges::count_if(
      candidates, [](const Candidate& one) { return one.listed->bytes != nullptr; }));
  return matched > 0 && 10 * matched >= 9 * readable;
}

template <class Form>
std::vector<Candidate> with_form(const std::vector<ListedName>& names, Form form) {
  std::vector<Candidate> candidates;
  for (const ListedName& listed : names) {
    const std::optional<NameParts> parts = form(listed.name);
    if (parts) candidates.push_back({&listed, *parts, std::string(parts->person)});
  }
  return candidates;
}

ExportedFile described(const Candidate& candidate, std::string student) {
  const NameParts& parts = candidate.parts;
  ExportedFile file;
  file.student = std::move(student);
  file.attempt = parts.attempt;
  file.handed_in = time_written(parts.attempt);
  if (!file.handed_in.empty()) file.dated_by = "name";
  file.path = parts.path;
  file.file = parts.file;
  if (file.file.empty() && candidate.listed->bytes != nullptr) {
    file.file = input::base_name(parts.path);
  }
  return file;
}

// Adds the id to the names of different people with the same name. Nothing if there are too few
// students.
std::optional<Export> export_of(std::string platform, const std::vector<Candidate>& candidates) {
  std::map<std::string_view, std::set<std::string_view>> ids;
  for (const Candidate& one : candidates) ids[one.person].insert(one.parts.id);
  Export out;
  out.platform = std::move(platform);
  for (const auto& [person, own] : ids) out.students += own.size();
  if (out.students < kFewestStudents) return std::nullopt;
  for (const Candidate& one : candidates) {
    std::string student = one.person;
    if (ids[one.person].size() > 1) student += " (" + std::string(one.parts.id) + ")";
    out.files.emplace(one.listed->name, described(one, std::move(student)));
  }
  return out;
}

std::optional<Export> recognise_moodle(const std::vector<ListedName>& names) {
  const std::vector<Candidate> candidates = with_form(names, moodle_name);
  if (!are_most(candidates, count_readable(names))) return std::nullopt;
  return export_of("Moodle", candidates);
}

// Other names may have this form by chance. So each id must belong to one person, and each serial
// number to one id.
std::optional<Export> recognise_canvas(const std::vector<ListedName>& names) {
  const std::vector<Candidate> candidates = with_form(names, canvas_name);
  if (!are_most(candidates, count_readable(names))) return std::nullopt;
  std::map<std::string_view, std::string_view> person_of_id;
  std::map<std::string_view, std::string_view> id_of_serial;
  for (const auto& [listed, parts, person] : candidates) {
    if (person_of_id.try_emplace(parts.id, parts.person).first->second != parts.person) {
      return std::nullopt;
    }
    if (parts.serial.empty()) continue;
    if (id_of_serial.try_emplace(parts.serial, parts.id).first->second != parts.id) {
      return std::nullopt;
    }
  }
  return export_of("Canvas", candidates);
}

std::optional<Export> recognise_gradescope(const std::vector<ListedName>& names) {
  const auto metadata = std::ranges::find_if(names, [](const ListedName& listed) {
    return listed.bytes != nullptr && input::base_name(listed.name) == kGradescopeTable;
  });
  if (metadata == names.end()) return std::nullopt;
  const auto about = gradescope_metadata(*metadata->bytes);
  std::vector<Candidate> candidates;
  for (Candidate& one : with_form(names, gradescope_name)) {
    const auto row = about.find(one.parts.person);
    if (row == about.end()) continue;
    one.person = row->second.submitters;
    candidates.push_back(std::move(one));
  }
  if (!are_most(candidates, count_readable(names) - 1)) return std::nullopt;
  std::optional<Export> out = export_of("Gradescope", candidates);
  if (!out) return std::nullopt;
  for (const Candidate& one : candidates) {
    ExportedFile& file = out->files.at(one.listed->name);
    file.handed_in = time_written(about.find(one.parts.person)->second.created_at);
    if (!file.handed_in.empty()) file.dated_by = "metadata";
  }
  out->files[metadata->name].about = true;
  return out;
}

// The length of the common beginning of all names, up to and including its last `mark`.
std::size_t common_prefix(const std::vector<std::string_view>& names, char mark) {
  if (names.empty()) return 0;
  std::string_view common = names[0];
  for (const std::string_view name : names) {
    const auto [end, other] = std::ranges::mismatch(common, name);
    common = common.substr(0, static_cast<std::size_t>(end - common.begin()));
  }
  return common.rfind(mark) + 1;
}

// The name in Blackboard's receipt of an attempt, which begins "Name: Ann Lee (alee)"; empty if it
// does not begin so.
std::string name_in_receipt(std::string_view receipt, std::string_view user) {
  if (receipt.starts_with(base::kUtf8Bom)) receipt.remove_prefix(base::kUtf8Bom.size());
  constexpr std::string_view kBegin = "Name: ";
  std::string_view line = receipt.substr(0, receipt.find_first_of("\r\n"));
  const std::string end = " (" + std::string(user) + ")";
  if (!line.starts_with(kBegin) || !line.ends_with(end) || !base::is_utf8(line)) return {};
  line.remove_prefix(kBegin.size());
  return line.size() > end.size() ? std::string(line.substr(0, line.size() - end.size())) : "";
}

struct BlackboardUser {
  std::string name;         // from the receipt, otherwise the user name
  std::string_view latest;  // the latest attempt
  // Number of files of each attempt, without the receipt.
  std::map<std::string_view, std::size_t> handed_in;
};

// Users by user name. Removes the assignment from the names of the candidates.
std::map<std::string_view, BlackboardUser> blackboard_users(std::vector<Candidate>& candidates) {
  std::vector<std::string_view> people;
  for (const Candidate& one : candidates) people.push_back(one.parts.person);
  const std::size_t assignment = common_prefix(people, '_');
  std::map<std::string_view, BlackboardUser> users;
  for (Candidate& one : candidates) {
    one.parts.id = one.parts.person.substr(assignment);
    BlackboardUser& user = users[one.parts.id];
    user.latest = std::max(user.latest, one.parts.attempt);
    user.handed_in[one.parts.attempt] += !one.parts.receipt;
    if (!one.parts.receipt || one.listed->bytes == nullptr) continue;
    if (user.name.empty()) user.name = name_in_receipt(*one.listed->bytes, one.parts.id);
  }
  for (auto& [id, user] : users) {
    if (user.name.empty()) user.name = id;
  }
  return users;
}

std::optional<Export> recognise_blackboard(const std::vector<ListedName>& names) {
  std::vector<Candidate> candidates = with_form(names, blackboard_name);
  if (!are_most(candidates, count_readable(names))) return std::nullopt;
  const std::map<std::string_view, BlackboardUser> users = blackboard_users(candidates);
  for (Candidate& one : candidates) one.person = users.at(one.parts.id).name;
  std::optional<Export> out = export_of("Blackboard", candidates);
  if (!out) return std::nullopt;
  for (const auto& [id, user] : users) out->earlier_attempts += user.handed_in.size() - 1;
  for (const Candidate& one : candidates) {
    ExportedFile& file = out->files.at(one.listed->name);
    const BlackboardUser& user = users.at(one.parts.id);
    // If a student typed the work into the page, only the receipt contains it.
    file.about = one.parts.receipt && user.handed_in.at(one.parts.attempt) > 0;
    if (one.parts.attempt == user.latest) continue;
    file.left_out = "is of an earlier attempt, " + std::string(one.parts.attempt) +
                    "; only the latest attempt of a student is compared";
  }
  return out;
}

bool is_login(std::string_view name) {
  constexpr std::size_t kLongest = 39;
  const auto is_allowed = [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '-';
  };
  return !name.empty() && name.size() <= kLongest && name.front() != '-' &&
         std::ranges::all_of(name, is_allowed);
}

// The length of the assignment's name and its '-'. The name is that of the parent folder, which
// GitHub's program calls "hw1-submissions"; otherwise the common beginning of all folders, if they
// are repositories. 0 if there is none.
std::size_t assignment_size(std::string_view parent, const std::set<std::string_view>& folders,
                            const IsRepository& is_repository) {
  constexpr std::string_view kEnd = "-submissions/";
  if (parent.ends_with(kEnd)) {
    const std::string_view around = input::base_name(parent.substr(0, parent.size() - 1));
    const std::string_view assignment = around.substr(0, around.rfind('-') + 1);
    const auto has_it = [&](std::string_view name) { return name.starts_with(assignment); };
    if (std::ranges::all_of(folders, has_it)) return assignment.size();
  }
  const bool repositories = std::ranges::all_of(folders, [&](std::string_view folder) {
    return is_repository(std::string(parent) + std::string(folder));
  });
  return repositories ? common_prefix({folders.begin(), folders.end()}, '-') : 0;
}

std::optional<Export> recognise_classroom(const std::vector<ListedName>& names,
                                          const IsRepository& is_repository) {
  std::vector<std::string_view> all;
  for (const ListedName& listed : names) {
    if (listed.bytes != nullptr) all.push_back(listed.name);
  }
  const std::size_t parent = common_prefix(all, '/');
  std::set<std::string_view> folders;
  for (const std::string_view name : all) {
    const std::size_t slash = name.find('/', parent);
    if (slash == name.npos) return std::nullopt;
    folders.insert(name.substr(parent, slash - parent));
  }
  if (folders.size() < kFewestStudents) return std::nullopt;
  const std::size_t assignment = assignment_size(all[0].substr(0, parent), folders, is_repository);
  if (assignment == 0) return std::nullopt;
  std::vector<Candidate> candidates;
  for (const ListedName& listed : names) {
    const std::string_view name = listed.name;
    const std::size_t slash = name.find('/', parent);
    if (slash == name.npos || slash < parent + assignment) continue;
    const std::string_view login = name.substr(parent + assignment, slash - parent - assignment);
    if (!is_login(login)) return std::nullopt;
    const NameParts parts{login, {}, {}, {}, name.substr(0, slash), name.substr(slash + 1)};
    candidates.push_back({&listed, parts, std::string(login)});
  }
  return export_of("GitHub Classroom", candidates);
}

}  // namespace

std::optional<Export> recognise_export(const std::vector<ListedName>& names,
                                       const IsRepository& is_repository) {
  for (const auto recognise :
       {recognise_moodle, recognise_blackboard, recognise_gradescope, recognise_canvas}) {
    if (std::optional<Export> found = recognise(names)) return found;
  }
  return recognise_classroom(names, is_repository);
}

}  // namespace whorl::internal::compare::submissions
