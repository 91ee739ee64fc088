// The first kernel: from texts to sketches.
#pragma once

#include <vector>

#include "../table.h"
#include "whorl/text_documents.h"

namespace whorl::python::phases {

// A row for each document, with the columns of whorl.phases.documents().
Table table_of(const std::vector<TextDocument>& documents);

// The block of all shingles of each document; null if it was skipped.
Array shingles_of(const std::vector<TextDocument>& documents);

}  // namespace whorl::python::phases
