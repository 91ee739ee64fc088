// The inputs of experiments: texts that the user names, or random letters.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "lab/lab.h"
#include "methods/texts.h"
#include "whorl/recipe.h"
#include "whorl/result.h"

namespace whorl::internal::lab {

// `count` letters a to z with equal probability; a seed gives the same letters on every machine.
std::string random_letters(std::uint64_t count, std::uint64_t seed);

// The texts of options.paths, or one of options.random letters. Fails if neither or both are given.
Result<methods::Texts> texts_of(const LabOptions& options, Progress& progress);

// FRONT-END/k=K/SELECTOR. Errors as in parse_recipe().
Result<Recipe> recipe_of(const LabOptions& options, std::string_view selector);

// k and tokenizer of the experiments of Schleimer 2003.
inline constexpr std::uint32_t kNoise = 50;
std::uint32_t noise_of(const LabOptions& options);
std::string front_end_of(const LabOptions& options);

// The selectors that experiments compare: "winnow:w=100", "modp:p=50" ….
std::vector<std::string> selectors_of(const LabOptions& options);

// Fails if `value` is 0.
Result<void> check_positive(std::string_view name, std::uint64_t value);

}  // namespace whorl::internal::lab
