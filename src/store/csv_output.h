// Rows of CSV and TSV, written unchanged, after the header of their file.
#pragma once

#include <string>

#include "input/collection.h"
#include "store/output_files.h"
#include "whorl/result.h"

namespace whorl::internal::store {

// Sets the header of each file of the plan. Refuses a file .csv or .tsv if an input is not of this
// kind and read by rows, or if the headers of the inputs differ. Reads only the headers.
Result<void> plan_headers(OutputPlan& plan, const input::Collection& inputs);

// The row of the record with a line end.
std::string row_of(input::CollectionRecord& record);

}  // namespace whorl::internal::store
