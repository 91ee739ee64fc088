#include "jobs/compare/corpus/settings.h"

#include <algorithm>
#include <cmath>

#include "base/try.h"
#include "fingerprints/select/check_recipe.h"
#include "fingerprints/select/select.h"
#include "tokens/front_ends.h"
#include "tokens/language.h"
#include "whorl/pair_scores.h"

namespace whorl::internal::compare::corpus {
namespace {

tl::unexpected<Error> refuse(std::string message) {
  return fail(ErrorCode::invalid_argument, std::move(message));
}

Result<void> check_thresholds(const CompareOptions& options) {
  const std::uint32_t k = options.matching.noise.value_or(1);
  if (k == 0 || k > select::kMaxK) {
    return refuse("the noise threshold must be from 1 to " + std::to_string(select::kMaxK) +
                  " symbols");
  }
  if (!options.matching.guarantee) return {};
  const std::uint32_t t = *options.matching.guarantee;
  if (t < k) {
    return refuse("the guarantee threshold " + std::to_string(t) +
                  " is below the noise threshold " + std::to_string(k) +
                  "; it must be at least as large");
  }
  if (t - k >= select::kMaxWindow) {
    return refuse("the guarantee threshold must be less than " +
                  std::to_string(select::kMaxWindow) + " symbols over the noise threshold");
  }
  return {};
}

Result<void> check_language(const CompareOptions& options) {
  if (options.matching.language.empty() || tokens::language_named(options.matching.language))
    return {};
  return refuse("there is no language '" + options.matching.language +
                "'; `whorl methods` lists those that are known");
}

Result<void> check_sort_key(const std::string& key) {
  if (!measures_sorted_by(key).empty()) return {};
  return refuse("there is no measure '" + key + "' to sort by; `whorl methods` lists them");
}

Result<void> check_shares(const CompareOptions& options) {
  if (!(options.ranking.min_similarity >= 0 && options.ranking.min_similarity <= 1)) {
    return refuse("the smallest similarity must be from 0 to 1");
  }
  if (!options.matching.max_share) return {};
  const double value = options.matching.max_share->value;
  const bool percent = options.matching.max_share->percent;
  if (!(value > 0) || (percent && value > 100)) {
    return refuse(
        "the largest share must be a number of students above 0, or a percentage up to 100");
  }
  return {};
}

// The row with the valid thresholds. They depend on the kind of symbols, so pages read by words use
// those of words.
const tokens::FrontEnd& defaults_row(std::string_view front_end, std::string_view argument) {
  const tokens::FrontEnd& own = *tokens::find_front_end(front_end);
  const std::string_view compares_with = own.comparison_class(argument);
  const tokens::FrontEnd* row =
      tokens::find_front_end(compares_with.substr(0, compares_with.find(':')));
  return row != nullptr ? *row : own;
}

}  // namespace

Result<Settings> Settings::resolve(const CompareOptions& options) {
  WHORL_RETURN_IF_ERROR(check_thresholds(options));
  WHORL_RETURN_IF_ERROR(check_shares(options));
  WHORL_RETURN_IF_ERROR(check_language(options));
  WHORL_RETURN_IF_ERROR(check_sort_key(options.ranking.sort));
  Settings settings;
  settings.noise_ = options.matching.noise;
  settings.guarantee_ = options.matching.guarantee;
  settings.max_share_ = options.matching.max_share;
  settings.language_ = options.matching.language;
  settings.normalize_ = options.matching.normalize;
  settings.conversions_ = std::make_shared<input::Conversions>(options.input.convert);
  settings.memory_ = options.memory;
  if (options.matching.recipe.empty()) return settings;
  if (options.matching.noise || options.matching.guarantee) {
    return refuse(
        "a recipe already contains k and w; leave out the noise and guarantee thresholds");
  }
  if (options.matching.normalize == Normalization::strong) {
    return refuse(
        "a recipe already contains the normalization, as in code:java:strong/k=7/winnow:w=2; leave "
        "out --normalize");
  }
  WHORL_ASSIGN_OR_RETURN(settings.fixed_, parse_recipe(options.matching.recipe));
  WHORL_RETURN_IF_ERROR(select::check_kgrams(*settings.fixed_));
  std::string& name = settings.fixed_->selector.name;
  const select::Selector* selector = select::local_selector(*select::find_selector(name));
  if (selector == nullptr) {
    return refuse("the selector '" + name +
                  "' depends on more than the window, so compare cannot use it; use " +
                  std::string(select::default_selector().name));
  }
  name = selector->name;
  return settings;
}

Recipe Settings::recipe_for(std::string_view front_end, std::string_view argument) const {
  if (fixed_) return *fixed_;
  const tokens::FrontEnd& row = defaults_row(front_end, argument);
  Recipe recipe;
  recipe.front_end = front_end;
  const std::string strong = strong_argument(front_end, argument);
  recipe.argument = strong.empty() ? argument : strong;
  recipe.k = noise_.value_or(guarantee_ ? std::min(row.noise, *guarantee_) : row.noise);
  recipe.selector = {std::string(select::default_selector().name),
                     {std::min(row.window, guarantee_of(recipe) - recipe.k + 1)}};
  return recipe;
}

bool Settings::may_be_strong(std::string_view front_end) const {
  return normalize_ == Normalization::strong &&
         tokens::find_front_end(front_end)->strong_form != nullptr;
}

std::string Settings::strong_argument(std::string_view front_end, std::string_view argument) const {
  if (!may_be_strong(front_end)) return {};
  return tokens::find_front_end(front_end)->strong_form(argument);
}

std::string Settings::note_on_plain(std::string_view front_end, std::string_view argument) const {
  if (!may_be_strong(front_end) || !strong_argument(front_end, argument).empty()) return {};
  return "is compared without strong normalization: " + std::string(argument) +
         " does not support it";
}

std::uint32_t Settings::guarantee_of(const Recipe& recipe) const {
  if (fixed_) return recipe.k;
  const tokens::FrontEnd& row = defaults_row(recipe.front_end, recipe.argument);
  return guarantee_.value_or(std::max(recipe.k, row.guarantee));
}

std::uint32_t Settings::max_students(std::uint32_t students) const {
  if (!max_share_) return 0;
  const double most = max_share_->percent ? max_share_->value / 100 * students : max_share_->value;
  return static_cast<std::uint32_t>(std::clamp(std::floor(most), 1.0, 4e9));
}

}  // namespace whorl::internal::compare::corpus
