// What experiments work on: texts that somebody names, or random letters.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "lab/lab.h"
#include "methods/texts.h"
#include "whorl/recipe.h"
#include "whorl/result.h"

namespace whorl::internal::lab {

// So many letters a to z, each as likely as the others; the same of a seed everywhere.
std::string random_letters(std::uint64_t count, std::uint64_t seed);

// The texts of options.paths, or one of options.random letters. Fails where there are neither, or
// both.
Result<methods::Texts> texts_of(const LabOptions& options, Progress& progress);

// FRONT-END/k=K/SELECTOR. Errors as of parse_recipe().
Result<Recipe> recipe_of(const LabOptions& options, std::string_view selector);

// k and front end of experiments of Schleimer 2003.
inline constexpr std::uint32_t kNoise = 50;
std::uint32_t noise_of(const LabOptions& options);
std::string front_end_of(const LabOptions& options);

// The selectors that experiments set beside each other: "winnow:w=100", "modp:p=50" ….
std::vector<std::string> selectors_of(const LabOptions& options);

// An error where `value` is 0.
Result<void> check_positive(std::string_view name, std::uint64_t value);

}  // namespace whorl::internal::lab
