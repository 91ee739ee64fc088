// Exports of learning platforms: the names that a platform gives to files tell whose work they are.
#pragma once

#include <cstddef>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace whorl::internal::compare::submissions {

// Files that say who the students are.
inline constexpr std::string_view kGradescopeTable = "submission_metadata.yml";
inline constexpr std::string_view kDolosTable = "info.csv";

// A file that may be part of an export.
struct ListedName {
  // The path, starting with the export's folder or archive: "hw1.zip/Ann
  // Lee_12345_assignsubmission_file_/a.c".
  std::string name;
  const std::string* bytes = nullptr;  // null if it could not be read
};

// The information in an export about one file.
struct ExportedFile {
  std::string student;    // the usual name; no other student of the export has the same
  std::string attempt;    // as the platform writes it; may be empty
  std::string handed_in;  // in the form of Submission::handed_in; may be empty
  std::string dated_by;   // see Submission::dated_by; may be empty
  std::string path;      // the beginning of the file's path, up to the student's folder or the file
  std::string file;      // its name inside the submission
  std::string left_out;  // the reason why it is not compared; empty if it is compared
  bool about = false;    // a file about submissions, not part of one
};

struct Export {
  std::string platform;                                    // "Moodle"
  std::map<std::string, ExportedFile, std::less<>> files;  // by name
  std::size_t students = 0;
  std::size_t earlier_attempts = 0;  // number of attempts that are left out

  const ExportedFile* find(std::string_view name) const {
    const auto file = files.find(name);
    return file == files.end() ? nullptr : &file->second;
  }
};

// Whether a folder, such as "hw1/hw1-ann", is the root of a repository.
using IsRepository = std::function<bool(std::string_view folder)>;

// Recognises an export of Moodle, Canvas, Gradescope, Blackboard or GitHub Classroom. At least nine
// in ten names must have the platform's form, and they must have at least two students; otherwise
// nothing is returned. If a student has several attempts (Blackboard), only the latest is compared.
std::optional<Export> recognise_export(const std::vector<ListedName>& names,
                                       const IsRepository& is_repository);

}  // namespace whorl::internal::compare::submissions
