// The table of samplings: which shingles of a text its sketch keeps.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "whorl/sketch.h"

namespace whorl::internal::sketch {

struct SamplingRow {
  SketchKind kind;
  std::string_view name;
  std::string_view argument;  // the letter of the number after the colon; empty: there is none
  std::string_view example;
  std::string_view kept;      // shingles
  std::string_view measures;  // what can be said of two sketches
  std::string_view source;

  bool counts() const { return !argument.empty(); }
};

// The first is the default.
std::span<const SamplingRow> samplings();

// "mod:25, min:400 (a number up to 1048576), vi or all", for errors.
std::string sampling_examples();

// Whether there is a row of its kind and its number is in range.
bool is_sampling(const Sampling& sampling);

}  // namespace whorl::internal::sketch
