// How the files of one path are divided into submissions: the rules of collect.h.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "compare/submissions/arguments.h"

namespace whorl::internal::compare::submissions {

enum class Division : std::uint8_t {
  whole,     // all files are one submission
  children,  // each folder, archive and file directly under a common folder
  files,     // each file
  siblings,  // a single file, together with the others of its folder
};

struct Grouping {
  Division division = Division::whole;
  std::size_t common = 0;   // bytes of a name up to the folder whose children are meant
  std::size_t archive = 0;  // bytes of a name that repeat the name of the argument, an archive
};

// What the paths of one run are to each other.
struct InputContext {
  SubmissionUnit by = SubmissionUnit::automatic;
  std::size_t new_paths = 0;  // of purpose `submissions`
  bool archives = false;      // whether there is --archive
  bool collections = false;   // all folders among several new paths hold folders only
};
InputContext input_context_of(const std::vector<Argument>& arguments, SubmissionUnit by);

Grouping grouping_of(const Argument& argument, const InputContext& context);

// The bytes of `name` that name its submission.
std::size_t submission_size(const Grouping& grouping, std::string_view name);

}  // namespace whorl::internal::compare::submissions
