// Gathering: from the paths of a command to submissions of documents.
#pragma once

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
};

// Reads all that the input names and groups it. What a submission is:
//
//   --layout    What its {placeholders} say, see jobs/compare/submissions/layout.h. Files that do
//   not
//               fit are listed as skipped.
//   --by file   Each file, members of archives too.
//   --by dir    One PATH: each folder, archive and file directly in it; the folder itself when it
//               holds files only. Several: each folder or archive; files of one folder together.
//   --by auto   One PATH, a folder or an archive: each folder, archive and file directly in it
//               (below the folders that all names begin with) when there is any folder or archive,
//               else each file. Several PATHs: each of them (`sub/*` of the shell); but when all
//               that are folders hold two or more folders or archives and no files, these are
//               courses or years and each folder or archive in them is a submission.
//               With --metadata: each file or folder that it lists; files of the PATHs that it
//               does not list are skipped, as Dolos does.
//
// --archive P is looked at as if it were the only PATH, but one folder or archive in it stays one
// submission; all get `archived`. An archive as the only PATH beside --archive is one submission
// unless it holds several folders and no files, as above.
//
// A path given for one purpose inside a path given for another belongs to the inner one only: a
// base file in a PATH is no submission, last year's folder in a PATH is archived.
//
// Names are relative to their PATH. Equal names of different PATHs (two years) are told apart by
// the last parts of the PATHs before them: 2025/ann, 2026/ann. `student` is empty when nothing
// says who it is; a student of an archived submission is never one of the new ones (numbers are
// given again each year), so equal names of students are told apart likewise.
//
// Fails when a path is not there (the message names it), when --layout or --metadata are no such
// thing, or with ErrorCode::cancelled. The result does not depend on the order of the paths.
Result<CollectedInputs> collect(const InputRun& run, Progress& progress);

}  // namespace whorl::internal::compare::submissions
