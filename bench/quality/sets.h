// The table of labelled sets: how each is graded, and the results that it must reach.
#pragma once

#include <span>
#include <string_view>

#include "quality/labelled_data.h"

namespace whorl::quality {

struct SetSpec {
  std::string_view name;
  std::string_view archive;
  // The rows of pairs.tsv that belong to it.
  bool (*holds)(const Row& row);
  // The number of leading folders of a document's name that define a run of `compare`, and the
  // number if the set is graded whole.
  int folders_a_run;
  int folders_whole;
  // Every unlisted pair counts as no copy.
  bool unlisted_are_others;
  std::string_view base;  // given code, under files/; no submission. Empty if there is none
  // The minimum for the quality test: a little less than the current result.
  double floor_roc_auc;
  double floor_average_precision;
};

std::span<const SetSpec> sets();

}  // namespace whorl::quality
