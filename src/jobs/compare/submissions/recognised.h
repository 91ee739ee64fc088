// What the names of a run's paths say by themselves: exports of learning platforms, and the
// info.csv of Dolos.
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
  // All paths of new submissions are one export or none, since a shell may have listed the folders
  // of one; each path of past years is one by itself. `new_ones`: look at the new submissions too.
  RecognisedExports(const std::vector<Argument>& arguments, bool new_ones);

  // Null: the file is of no export. `name` is that of a document or of what was skipped.
  const ExportedFile* find(const Argument& argument, std::string_view name) const;

  // For people: which export, and how many students.
  std::vector<std::string> sentences() const;

 private:
  std::optional<Export> current_;
  std::map<std::string, Export> archived_;  // by Argument::resolved
};

// The table of a folder or an archive that Dolos reads.
struct FoundMetadata {
  std::string name;  // of the document
  Metadata metadata;
};

// The info.csv nearest to the top, if it lists nine in ten of the other files, of two submissions
// at least.
std::optional<FoundMetadata> dolos_metadata(const Argument& argument);

// Where the file `name` of the argument is: its folder or archive is the beginning.
std::string place_of(const Argument& argument, std::string_view name);

}  // namespace whorl::internal::compare::submissions
