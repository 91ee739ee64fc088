// Exports: whose work a file is, by the names that a learning platform gives to the files of a
// class.
#pragma once

#include <cstddef>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace whorl::internal::compare::submissions {

// A file that may belong to an export.
struct ListedName {
  // From the folder or archive that the export is: "hw1.zip/Ann
  // Lee_12345_assignsubmission_file_/a.c".
  std::string name;
  const std::string* bytes = nullptr;  // null: it could not be read
};

// What an export says of one file.
struct ExportedFile {
  std::string student;    // as people know them; no other student of the export has this name
  std::string attempt;    // as the platform writes it; may be empty
  std::string handed_in;  // in the form of Submission::handed_in; may be empty
  std::string dated_by;   // likewise
  std::string path;       // of the student's folder, or of the file: the beginning of its name
  std::string file;       // its name inside the submission
  std::string left_out;   // why it is not compared, as a note; empty: it is
  bool about = false;     // it tells about submissions and is none
};

struct Export {
  std::string platform;                                    // "Moodle"
  std::map<std::string, ExportedFile, std::less<>> files;  // by name
  std::size_t students = 0;
  std::size_t earlier_attempts = 0;  // that are left out

  const ExportedFile* find(std::string_view name) const {
    const auto file = files.find(name);
    return file == files.end() ? nullptr : &file->second;
  }
};

// Whether a folder of the listed names, "hw1/hw1-ann", is the root of a repository.
using IsRepository = std::function<bool(std::string_view folder)>;

// Recognises an export of Moodle, Canvas, Gradescope, Blackboard or GitHub Classroom. Nothing if
// the names are of none: nine in ten must have the platform's form, and tell at least two students
// apart. Of several attempts of a student (Blackboard) the latest is compared.
std::optional<Export> recognise_export(const std::vector<ListedName>& names,
                                       const IsRepository& is_repository);

}  // namespace whorl::internal::compare::submissions
