#include "lab/inputs.h"

#include <random>

#include "base/try.h"

namespace whorl::internal::lab {

std::string random_letters(std::uint64_t count, std::uint64_t seed) {
  // 26^12 is less than 2^57, so the letters of one draw are equally likely to within 1 %.
  constexpr int kLettersADraw = 12;
  std::mt19937_64 random(seed);
  std::string out;
  out.reserve(count);
  while (out.size() < count) {
    std::uint64_t bits = random();
    for (int i = 0; i < kLettersADraw && out.size() < count; ++i, bits /= 26) {
      out += static_cast<char>('a' + bits % 26);
    }
  }
  return out;
}

Result<methods::Texts> texts_of(const LabOptions& options, Progress& progress) {
  if ((options.random > 0) == !options.paths.empty()) {
    return fail(ErrorCode::invalid_argument, "give either files and folders, or --random");
  }
  methods::Texts all;
  if (options.random > 0) {
    all.texts.push_back({"random letters", random_letters(options.random, options.seed)});
  }
  for (const std::string& path : options.paths) {
    WHORL_ASSIGN_OR_RETURN(auto found, methods::read_texts(path, progress));
    for (auto& text : found.texts) all.texts.push_back(std::move(text));
    for (auto& skipped : found.skipped) all.skipped.push_back(std::move(skipped));
  }
  return all;
}

std::uint32_t noise_of(const LabOptions& options) { return options.k.value_or(kNoise); }

std::string front_end_of(const LabOptions& options) {
  return options.front_end.empty() ? "text" : options.front_end;
}

Result<Recipe> recipe_of(const LabOptions& options, std::string_view selector) {
  return parse_recipe(front_end_of(options) + "/k=" + std::to_string(noise_of(options)) + "/" +
                      std::string(selector));
}

std::vector<std::string> selectors_of(const LabOptions& options) {
  const std::string w = std::to_string(options.window), p = std::to_string(options.modulus);
  return {"winnow:w=" + w,   "robust:w=" + w, "oc:w=" + w,   "modmin:w=" + w,
          "safemodp:w=" + w, "modp:p=" + p,   "every:i=" + p};
}

Result<void> check_positive(std::string_view name, std::uint64_t value) {
  if (value > 0) return {};
  return fail(ErrorCode::invalid_argument, std::string(name) + " is 0; it must be at least 1");
}

}  // namespace whorl::internal::lab
