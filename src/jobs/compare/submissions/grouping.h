// Decides how the files of each path are divided into submissions.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "jobs/compare/submissions/arguments.h"
#include "whorl/compare.h"

namespace whorl::internal::compare::submissions {

// How the files of one path are divided into submissions: the rules of collect.h.
enum class Division : std::uint8_t {
  whole,     // all files are one submission
  children,  // each folder, archive and file directly under a common folder
  files,     // each file
  siblings,  // a single file, together with the others of its folder
};

struct Grouping {
  Division division = Division::whole;
  std::size_t common = 0;   // bytes of a name up to the folder whose children are submissions
  std::size_t archive = 0;  // bytes of a name that repeat the name of the argument, an archive
};

// The relations between the paths of one run.
struct InputContext {
  SubmissionUnit by = SubmissionUnit::automatic;
  std::size_t new_paths = 0;  // of purpose `submissions`
  bool archives = false;      // --archive is given
  bool collections = false;   // all folders among several new paths contain only folders
};

InputContext input_context_of(const std::vector<Argument>& arguments, SubmissionUnit by);

Grouping grouping_of(const Argument& argument, const InputContext& context);

}  // namespace whorl::internal::compare::submissions
