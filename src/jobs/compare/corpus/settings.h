// Settings: the meaning of the options of `compare` for each tokenizer.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "input/convert/convert.h"
#include "whorl/compare.h"
#include "whorl/recipe.h"
#include "whorl/result.h"

namespace whorl::internal::compare::corpus {

class Settings {
 public:
  // Checks what does not depend on the files: recipe, noise, guarantee, shares.
  static Result<Settings> resolve(const CompareOptions& options);

  // The recipe of files read by a tokenizer. Its selector has local ties, since its selected
  // k-grams are the anchors of the alignment. So `robust` becomes `winnow`, which selects the same
  // values.
  Recipe recipe_for(std::string_view front_end, std::string_view argument) const;

  // Why such files are read without the strong normal form although it is requested; empty if they
  // are not.
  std::string note_on_plain(std::string_view front_end, std::string_view argument) const;

  // t of files read by `recipe`: consecutive symbols that two submissions must share to form a
  // pair. Their shorter matches, down to k symbols, then count too (docs/quality.md).
  std::uint32_t guarantee_of(const Recipe& recipe) const;

  // The recipe of every file, if the options give one; else null.
  const Recipe* fixed() const { return fixed_ ? &*fixed_ : nullptr; }
  std::uint64_t memory() const { return memory_; }           // of the run, in bytes
  const std::string& language() const { return language_; }  // of --language; may be empty

  // True if the user names one language for whole files.
  bool names_language() const { return fixed_.has_value() || !language_.empty(); }

  // What the converters of this run may do; its threads share it.
  input::Conversions& conversions() const { return *conversions_; }

  // The most students, of `students` in the run, that may have a fingerprint; 0: any number.
  std::uint32_t max_students(std::uint32_t students) const;

 private:
  // True if the strong normal form is requested and such files may have one.
  bool may_be_strong(std::string_view front_end) const;
  // The argument for that form; empty if there is none.
  std::string strong_argument(std::string_view front_end, std::string_view argument) const;

  std::optional<std::uint32_t> noise_, guarantee_;
  Normalization normalize_ = Normalization::plain;
  std::optional<Recipe> fixed_;
  std::string language_;
  std::uint64_t memory_ = 0;
  std::optional<MaxShare> max_share_;
  std::shared_ptr<input::Conversions> conversions_;
};

}  // namespace whorl::internal::compare::corpus
