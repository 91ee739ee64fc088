// Reads the paths of a command into submissions of documents.
#pragma once

#include <string>
#include <vector>

#include "jobs/compare/submissions/arguments.h"
#include "whorl/compare.h"
#include "whorl/document.h"
#include "whorl/progress.h"
#include "whorl/report.h"
#include "whorl/result.h"

namespace whorl::internal::compare::submissions {

struct CollectedInputs {
  std::vector<SubmissionSource> submissions;  // by name, their documents too
  std::vector<Document> base;                 // by name
  std::vector<Skipped> skipped;               // by path
  std::vector<std::string> recognised = {};   // CompareReport::recognised
};

// Reads all inputs and groups them. What a submission is:
//
//   --layout    The values of its {placeholders}, see jobs/compare/submissions/layout.h. Files that
//               do not fit are listed as skipped.
//   --by file   Each file, including members of archives.
//   --by dir    One PATH: each folder, archive and file directly in it; the folder itself if it
//               contains only files. Several: each folder or archive; files of one folder together.
//   --by auto   One PATH, a folder or an archive: each folder, archive and file directly in it
//               (below the folders that all names begin with) if there is any folder or archive,
//               else each file. Several PATHs: each of them (`sub/*` of the shell). But if all
//               folders among them contain at least two folders or archives and no files, they are
//               courses or years, and each folder or archive in them is a submission.
//               With --metadata: each file or folder that it lists; files of the PATHs that it
//               does not list are skipped, as Dolos does.
//
// --archive P is read as if it were the only PATH, but one folder or archive in it stays one
// submission; all get `archived`. An archive that is the only PATH next to --archive is one
// submission unless it contains several folders and no files, as above.
//
// A path given for one purpose inside a path given for another belongs only to the inner one: a
// base file in a PATH is no submission, last year's folder in a PATH is archived.
//
// Names are relative to their PATH. Equal names of different PATHs (two years) are distinguished by
// the last parts of the PATHs: 2025/ann, 2026/ann. `student` is empty if it is unknown. A student
// of an archived submission is never one of the new ones, because numbers are reused each year; so
// equal names of students are distinguished in the same way.
//
// Fails if a path does not exist (the message names it), if --layout or --metadata is invalid, or
// with ErrorCode::cancelled. The result does not depend on the order of the paths.
Result<CollectedInputs> collect(const InputRun& run, Progress& progress);

}  // namespace whorl::internal::compare::submissions
