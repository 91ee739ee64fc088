// Settings: what the options of `compare` mean for each front end.
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
  // Checks what can be checked before a file is read: recipe, noise, guarantee, shares.
  static Result<Settings> resolve(const CompareOptions& options);

  // The recipe of files read by a front end. Its selector has local ties, since its selected
  // k-grams are the anchors of the alignment: `robust` becomes `winnow`, which selects the same
  // values.
  Recipe recipe_for(std::string_view front_end, std::string_view argument) const;

  // Why files read so stay plain although the strong normal form is asked for; empty: they do not.
  std::string note_on_plain(std::string_view front_end, std::string_view argument) const;

  // t of files read by `recipe`: symbols in a row that two submissions must share to be a pair.
  // Their shorter matches, down to k, count beside such a one (docs/quality.md).
  std::uint32_t guarantee_of(const Recipe& recipe) const;

  // The recipe of every file, where the options give one; else null.
  const Recipe* fixed() const { return fixed_ ? &*fixed_ : nullptr; }
  std::uint64_t memory() const { return memory_; }           // of the run, in bytes
  const std::string& language() const { return language_; }  // of --language; may be empty

  // Whether the user names one language for whole files.
  bool names_language() const { return fixed_.has_value() || !language_.empty(); }

  // What converters of this run may do; shared by its threads.
  input::Conversions& conversions() const { return *conversions_; }

  // Students a fingerprint may occur among, of `students` in the run; 0: any number.
  std::uint32_t max_students(std::uint32_t students) const;

 private:
  // Whether the strong normal form is asked for of files that may have one.
  bool may_be_strong(std::string_view front_end) const;
  // Its argument; empty: they stay plain.
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
