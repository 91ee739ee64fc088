#include "fingerprints/select/check_recipe.h"

#include "base/try.h"
#include "fingerprints/chunks/chunks.h"
#include "fingerprints/select/select.h"
#include "tokens/front_ends.h"

namespace whorl::internal::select {
namespace {

tl::unexpected<Error> refuse(std::string message) {
  return fail(ErrorCode::invalid_argument, std::move(message));
}

Result<void> check_front_end(const Recipe& recipe) {
  const tokens::FrontEnd* row = tokens::find_front_end(recipe.front_end);
  if (row != nullptr) return row->check(recipe.argument);
  return refuse("there is no tokenizer '" + recipe.front_end + "'; known are " +
                names_of(tokens::front_ends()));
}

Result<void> check_range(std::string_view what, std::uint64_t value, std::uint64_t high) {
  if (value >= 1 && value <= high) return {};
  return refuse(std::string(what) + " is " + std::to_string(value) +
                "; it must be a whole number from 1 to " + std::to_string(high));
}

Result<void> check_selector(const SelectorSpec& spec, std::uint32_t k) {
  const Selector* row = find_selector(spec.name);
  if (row == nullptr) {
    return refuse("there is no selector '" + spec.name + "'; known are " + names_of(selectors()));
  }
  if (spec.args.size() != row->parameters.size()) {
    return refuse("selector '" + spec.name + "' has " + std::to_string(spec.args.size()) +
                  " arguments; it takes " + names_of(row->parameters));
  }
  for (std::size_t i = 0; i < spec.args.size(); ++i) {
    WHORL_RETURN_IF_ERROR(
        check_range(row->parameters[i].name, spec.args[i], row->parameters[i].max));
  }
  const char* reason = row->refuse == nullptr ? nullptr : row->refuse(k, spec.args);
  if (reason != nullptr) return refuse("selector '" + spec.name + "' is refused: " + reason);
  return {};
}

Result<void> check_features(const Recipe& recipe) {
  if (recipe.has_chunks()) return chunks::check_chunks(recipe);
  if (recipe.digest != Digest::xxh3)
    return refuse("a digest needs chunks; k-grams have fingerprints");
  WHORL_RETURN_IF_ERROR(check_range("k", recipe.k, kMaxK));
  return check_selector(recipe.selector, recipe.k);
}

}  // namespace

Result<void> check_key_id(const Recipe& recipe) {
  const std::string& id = recipe.key_id;
  if (id.empty()) return {};
  if (id.size() != 16 || id.find_first_not_of("0123456789abcdef") != std::string::npos) {
    return refuse("the key's id is '" + id + "'; it has 16 hexadecimal digits");
  }
  if (recipe.digest == Digest::md5) {
    return refuse("digest=md5 cannot be used with a key: leave out one of them");
  }
  if (recipe.seed != 0) return refuse("a keyed recipe has no seed: leave out /seed=");
  return {};
}

Result<void> check_recipe(const Recipe& recipe) {
  WHORL_RETURN_IF_ERROR(check_front_end(recipe));
  WHORL_RETURN_IF_ERROR(check_features(recipe));
  return check_key_id(recipe);
}

Result<void> check_no_key(const Recipe& recipe) {
  if (recipe.key_id.empty()) return {};
  return refuse("the recipe needs the key (" + recipe.key_id +
                "), which is not given: leave out /key=");
}

Result<void> check_kgrams(const Recipe& recipe) {
  WHORL_RETURN_IF_ERROR(check_recipe(recipe));
  WHORL_RETURN_IF_ERROR(check_no_key(recipe));
  if (!recipe.has_chunks()) return {};
  return refuse("chunks ('" + recipe.chunk.name +
                "') are for registries and for `whorl fingerprint --jsonl`; here a recipe needs "
                "k-grams, as in words/k=4/winnow:w=2");
}

Result<void> check_chunked(const Recipe& recipe) {
  WHORL_RETURN_IF_ERROR(check_recipe(recipe));
  if (recipe.has_chunks()) return {};
  return refuse(
      "a recipe of chunks is needed, as in words:se/breakpoint:c=10/variance; k-grams "
      "have fingerprints");
}

}  // namespace whorl::internal::select
