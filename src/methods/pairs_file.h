// Listed pairs: a table of two documents and a label in each line, beside the documents.
#pragma once

#include <string>
#include <vector>

#include "methods/texts.h"
#include "whorl/progress.h"
#include "whorl/result.h"

namespace whorl::internal::methods {

struct LabelledPair {
  std::size_t a = 0;  // of the texts
  std::size_t b = 0;
  std::string label;  // empty: none
};

struct LabelledPairs {
  std::vector<Text> texts;  // each once, by the name that the table has
  std::vector<LabelledPair> pairs;
};

// Reads a file of lines separated by tabs, the first of which names the columns: a document, a
// document, a label if there is one, and whatever follows. Documents are looked for in the folder
// `files` beside it, else in its own folder. Errors name the line or the document.
Result<LabelledPairs> read_pairs(const std::string& path, Progress& progress);

}  // namespace whorl::internal::methods
