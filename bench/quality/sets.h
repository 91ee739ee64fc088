// The table of labelled sets: how each is graded, and the figures it must not fall under.
#pragma once

#include <span>
#include <string_view>

#include "quality/labelled_data.h"

namespace whorl::quality {

struct SetSpec {
  std::string_view name;
  std::string_view archive;
  // Which rows of pairs.tsv belong to it.
  bool (*holds)(const Row& row);
  // How many leading folders of a document's name are one run of `compare`, and how many
  // when the set is graded whole.
  int folders_a_run;
  int folders_whole;
  // Every pair that is not listed counts as no copy.
  bool unlisted_are_others;
  std::string_view base;  // given code, under files/; no submission. Empty: none
  // What the quality test asks for: a little under what is reached.
  double floor_roc_auc;
  double floor_average_precision;
};

std::span<const SetSpec> sets();

}  // namespace whorl::quality
