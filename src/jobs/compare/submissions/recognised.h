// Finds out from names and contents alone how paths are to be read: exports of learning platforms,
// and the info.csv of Dolos.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "jobs/compare/submissions/arguments.h"
#include "jobs/compare/submissions/exports.h"
#include "jobs/compare/submissions/metadata.h"

namespace whorl::internal::compare::submissions {

class RecognisedExports {
 public:
  RecognisedExports() = default;
  // The paths of new submissions are either one export together or none, since a shell may have
  // listed the folders of an export. Each path of past years is looked at alone. `new_ones` says
  // whether new submissions are looked at.
  RecognisedExports(const std::vector<Argument>& arguments, bool new_ones);

  // Null if the file is not part of an export. `name` is the name of a document or of a skipped
  // input.
  const ExportedFile* find(const Argument& argument, std::string_view name) const;

  // Messages that name each export and its number of students.
  std::vector<std::string> sentences() const;

 private:
  std::optional<Export> current_;
  std::map<std::string, Export> archived_;  // by Argument::resolved
};

// The metadata table of a folder or an archive in the format of Dolos.
struct FoundMetadata {
  std::string name;  // name of its document
  Metadata metadata;
};

// The info.csv that is nearest to the root, if it lists nine in ten of the other files and these
// are of at least two submissions.
std::optional<FoundMetadata> dolos_metadata(const Argument& argument);

// The path of the file `name` of the argument, including the path of the argument's folder or
// archive.
std::string place_of(const Argument& argument, std::string_view name);

}  // namespace whorl::internal::compare::submissions
