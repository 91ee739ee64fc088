// Listed pairs: a table with two documents and a label in each line, next to the documents.
#pragma once

#include <string>
#include <vector>

#include "methods/texts.h"
#include "whorl/progress.h"
#include "whorl/result.h"

namespace whorl::internal::methods {

struct LabelledPair {
  std::size_t a = 0;  // index in the texts
  std::size_t b = 0;
  std::string label;  // empty if there is none
};

struct LabelledPairs {
  std::vector<Text> texts;  // each once, by the name in the table
  std::vector<LabelledPair> pairs;
};

// Reads a file of lines separated by tabs, of which the first names the columns: a document, a
// document, a label if there is one, and other columns. Documents are searched for in the folder
// `files` next to it, else in its own folder. Errors name the line or the document.
Result<LabelledPairs> read_pairs(const std::string& path, Progress& progress);

}  // namespace whorl::internal::methods
