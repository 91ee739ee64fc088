// Rows of CSV and TSV, written as they were found, below the header of their file.
#pragma once

#include <string>

#include "input/collection.h"
#include "store/output_files.h"
#include "whorl/result.h"

namespace whorl::internal::store {

// Sets the header with which each file of the plan begins. Refuses a file .csv or .tsv if an input
// is not of this kind and read by rows, or if the headers of the inputs differ. Reads no more than
// the headers.
Result<void> plan_headers(OutputPlan& plan, const input::Collection& inputs);

// The row of the record with a line end.
std::string row_of(input::CollectionRecord& record);

}  // namespace whorl::internal::store
