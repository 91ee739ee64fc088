#include "whorl/recipe.h"

#include <algorithm>
#include <charconv>
#include <optional>

#include "base/guard.h"
#include "base/try.h"
#include "fingerprints/chunks/chunk_table.h"
#include "fingerprints/chunks/chunks.h"
#include "fingerprints/chunks/culling.h"
#include "fingerprints/kernels/kgram_hash.h"
#include "fingerprints/select/check_recipe.h"
#include "fingerprints/select/select.h"
#include "tokens/front_ends.h"

namespace whorl {

using namespace internal;

namespace {

tl::unexpected<Error> refuse(std::string message) {
  return fail(ErrorCode::invalid_argument, std::move(message));
}

std::string quoted(std::string_view text) { return "'" + std::string(text) + "'"; }

// Removes the part of `text` up to the first `separator` and returns it without the separator.
std::string_view take(std::string_view& text, char separator) {
  const std::size_t end = text.find(separator);
  const std::string_view part = text.substr(0, end);
  text = end == std::string_view::npos ? std::string_view() : text.substr(end + 1);
  return part;
}

// A decimal number that fits in 64 bits and has no sign, blank or leading zero.
std::optional<std::uint64_t> number(std::string_view text) {
  std::uint64_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  const bool padded = text.size() > 1 && text[0] == '0';
  if (error != std::errc() || end != text.data() + text.size() || padded) return std::nullopt;
  return value;
}

Result<std::uint64_t> number_in(std::string_view what, std::string_view text, std::uint64_t low,
                                std::uint64_t high) {
  const auto value = number(text);
  if (value && *value >= low && *value <= high) return *value;
  return refuse(std::string(what) + " is " + quoted(text) + "; it must be a whole number from " +
                std::to_string(low) + " to " + std::to_string(high));
}

Result<void> parse_front_end(std::string_view text, Recipe& recipe) {
  const std::string_view name = take(text, ':');
  const tokens::FrontEnd* row = tokens::find_front_end(name);
  if (row == nullptr) {
    return refuse("there is no tokenizer " + quoted(name) + "; known are " +
                  select::names_of(tokens::front_ends()));
  }
  recipe.front_end = name;
  recipe.argument = text;
  return row->check(text);
}

// "k=N" and "seed=N".
Result<std::uint64_t> parse_setting(std::string_view text, std::string_view name, std::uint64_t low,
                                    std::uint64_t high) {
  const std::string_view key = take(text, '=');
  if (key != name) {
    return refuse("'" + std::string(name) + "=N' was expected instead of " + quoted(key));
  }
  return number_in(name, text, low, high);
}

// One argument: "100" or "w=100".
Result<std::uint64_t> parse_argument(std::string_view text, const select::Parameter& parameter) {
  if (text.find('=') != std::string_view::npos) {
    return parse_setting(text, parameter.name, 1, parameter.max);
  }
  return number_in(parameter.name, text, 1, parameter.max);
}

// "w=100,s=4": as many of the row's arguments as are given. `what` names the row in messages.
template <class Row>
Result<void> parse_arguments(const char* what, std::string_view text, const Row& row,
                             std::vector<std::uint64_t>& args) {
  while (!text.empty()) {
    if (args.size() == row.parameters.size()) {
      return refuse(what + (" " + quoted(row.name)) + " takes no argument " + quoted(text));
    }
    WHORL_ASSIGN_OR_RETURN(const auto value,
                           parse_argument(take(text, ','), row.parameters[args.size()]));
    args.push_back(value);
  }
  return {};
}

template <class Row>
Result<void> check_none_is_missing(const char* what, const Row& row,
                                   const std::vector<std::uint64_t>& args) {
  if (args.size() >= row.parameters.size()) return {};
  return refuse(what + (" " + quoted(row.name)) + " needs the argument " +
                quoted(row.parameters[args.size()].name));
}

Result<void> parse_selector(std::string_view text, Recipe& recipe) {
  const std::string_view name = take(text, ':');
  if (name.empty()) {
    return refuse("a recipe ends in a selector, such as /winnow:w=8; there are " +
                  select::names_of(select::selectors()));
  }
  const select::Selector* row = select::find_selector(name);
  if (row == nullptr) {
    return refuse("there is no selector " + quoted(name) + "; known are " +
                  select::names_of(select::selectors()));
  }
  recipe.selector.name = name;
  std::vector<std::uint64_t>& args = recipe.selector.args;
  WHORL_RETURN_IF_ERROR(parse_arguments("selector", text, *row, args));
  if (!args.empty() && row->complete != nullptr && args.size() < row->parameters.size()) {
    row->complete(recipe.k, args);
  }
  WHORL_RETURN_IF_ERROR(check_none_is_missing("selector", *row, args));
  const char* reason = row->refuse == nullptr ? nullptr : row->refuse(recipe.k, args);
  if (reason != nullptr) return refuse("selector " + quoted(name) + " is refused: " + reason);
  return {};
}

Result<void> parse_kgrams(std::string_view text, Recipe& recipe) {
  WHORL_ASSIGN_OR_RETURN(const auto k, parse_setting(text, "k", 1, select::kMaxK));
  recipe.k = static_cast<std::uint32_t>(k);
  return {};
}

// Chunks, if their table has the name; else "k=N".
Result<void> parse_features(std::string_view text, Recipe& recipe) {
  const std::string_view whole = text;
  const std::string_view name = take(text, ':');
  const chunks::Chunking* row = chunks::find_chunking(name);
  if (row == nullptr) {
    return parse_kgrams(whole, recipe).map_error([&](Error error) {
      if (name.starts_with("k=")) return error;
      error.message += "; or chunks: " + select::names_of(chunks::chunkings());
      return error;
    });
  }
  recipe.chunk.name = name;
  WHORL_RETURN_IF_ERROR(parse_arguments("chunks", text, *row, recipe.chunk.args));
  return check_none_is_missing("chunks", *row, recipe.chunk.args);
}

Result<void> parse_digest(std::string_view text, Recipe& recipe) {
  if (text != "digest=md5") {
    return refuse("the digest is " + quoted(text) + "; it may be digest=md5, or be left out");
  }
  if (!recipe.has_chunks()) return refuse("digest=md5 is for chunks; k-grams have fingerprints");
  recipe.digest = Digest::md5;
  return {};
}

// "digest=md5", "seed=N" and "key=ID", in this order.
Result<void> parse_settings(std::string_view text, Recipe& recipe) {
  if (text.starts_with("digest=")) {
    WHORL_RETURN_IF_ERROR(parse_digest(take(text, '/'), recipe));
    if (text.empty()) return {};
  }
  if (!text.starts_with("key=")) {
    WHORL_ASSIGN_OR_RETURN(recipe.seed,
                           parse_setting(take(text, '/'), "seed", 0, ~std::uint64_t{0}));
    if (text.empty()) return {};
  }
  if (take(text, '=') != "key") return refuse("'key=ID' was expected after the seed");
  if (text.empty()) return refuse("the key's id is missing after 'key='");
  recipe.key_id = text;
  return select::check_key_id(recipe);
}

// ":w=100,s=4"
template <class Row>
std::string print_arguments(const std::vector<std::uint64_t>& args, const Row* row) {
  std::string text;
  for (std::size_t i = 0; i < args.size(); ++i) {
    text += i == 0 ? ":" : ",";
    if (row != nullptr && i < row->parameters.size())
      text += std::string(row->parameters[i].name) + "=";
    text += std::to_string(args[i]);
  }
  return text;
}

// "k=20/winnow:w=21" or "breakpoint:c=10/variance"
std::string print_features(const Recipe& recipe) {
  if (recipe.has_chunks()) {
    return recipe.chunk.name +
           print_arguments(recipe.chunk.args, chunks::find_chunking(recipe.chunk.name)) + "/" +
           recipe.selector.name;
  }
  return "k=" + std::to_string(recipe.k) + "/" + recipe.selector.name +
         print_arguments(recipe.selector.args, select::find_selector(recipe.selector.name));
}

}  // namespace

Result<Recipe> parse_recipe(std::string_view text) try {
  Recipe recipe;
  const std::string_view front_end = take(text, '/');
  WHORL_RETURN_IF_ERROR(parse_front_end(front_end, recipe));
  WHORL_RETURN_IF_ERROR(parse_features(take(text, '/'), recipe));
  const std::string_view selection = take(text, '/');
  if (recipe.has_chunks()) {
    recipe.selector.name = selection;
    WHORL_RETURN_IF_ERROR(chunks::check_chunks(recipe));
  } else {
    WHORL_RETURN_IF_ERROR(parse_selector(selection, recipe));
  }
  if (text.empty()) return recipe;
  WHORL_RETURN_IF_ERROR(parse_settings(text, recipe));
  return recipe;
} catch (...) {
  return internal::base::caught();
}

std::string print(const Recipe& recipe) {
  std::string text = recipe.front_end;
  if (!recipe.argument.empty()) text += ":" + recipe.argument;
  text += "/" + print_features(recipe);
  if (recipe.digest == Digest::md5) text += "/digest=md5";
  if (recipe.seed != 0) text += "/seed=" + std::to_string(recipe.seed);
  if (!recipe.key_id.empty()) text += "/key=" + recipe.key_id;
  return text;
}

std::string id(const Recipe& recipe) {
  const tokens::FrontEnd* row = tokens::find_front_end(recipe.front_end);
  const std::string versions =
      row == nullptr ? "no tokenizer" : tokens::versions_of(*row, recipe.argument);
  const std::string chunks =
      recipe.has_chunks() ? ", chunks " + std::to_string(chunks::kChunkVersion) : "";
  return print(recipe) + " (" + versions + ", hash " + std::to_string(kernels::kHashVersion) +
         chunks + ")";
}

namespace {

Result<void> comparable_front_ends(const Recipe& query, const Recipe& stored) {
  const auto class_of = [](const Recipe& recipe) {
    return tokens::find_front_end(recipe.front_end)->comparison_class(recipe.argument);
  };
  if (class_of(query) == class_of(stored)) return {};
  return refuse("the tokenizers differ: the query's is " + quoted(class_of(query)) +
                ", the stored one's " + quoted(class_of(stored)));
}

Result<void> comparable_numbers(const char* name, std::uint64_t query, std::uint64_t stored) {
  if (query == stored) return {};
  return refuse(std::string(name) + " differs: the query's is " + std::to_string(query) +
                ", the stored one's " + std::to_string(stored));
}

Result<void> comparable_selectors(const SelectorSpec& query, const SelectorSpec& stored) {
  const select::Selector* row = select::find_selector(query.name);
  if (row->family != select::find_selector(stored.name)->family) {
    return refuse("the selectors differ: the query's is " + quoted(query.name) +
                  ", the stored one's " + quoted(stored.name));
  }
  if (row->query.allows(query.args, stored.args)) return {};
  return refuse("the arguments of selector " + quoted(query.name) +
                " do not fit the stored ones: " + std::string(row->query.demand));
}

// The chunks of a culled query are a subset of all chunks, so it compares with stores without
// culling.
Result<void> comparable_cullings(const SelectorSpec& query, const SelectorSpec& stored) {
  if (query == stored || stored.name == "none") return {};
  return refuse("the cullings differ: the query's is " + quoted(query.name) +
                ", the stored one's " + quoted(stored.name) + "; all compare with none");
}

Result<void> comparable_selections(const Recipe& query, const Recipe& stored) {
  return query.has_chunks() ? comparable_cullings(query.selector, stored.selector)
                            : comparable_selectors(query.selector, stored.selector);
}

std::string features_of(const Recipe& recipe) {
  if (!recipe.has_chunks()) return "k-grams";
  return recipe.chunk.name +
         print_arguments(recipe.chunk.args, chunks::find_chunking(recipe.chunk.name)) +
         (recipe.digest == Digest::md5 ? " by MD5" : "");
}

std::string key_of(const Recipe& recipe) {
  return recipe.key_id.empty() ? "no key" : recipe.key_id;
}

Result<void> comparable_words(const char* what, const std::string& query,
                              const std::string& stored) {
  if (query == stored) return {};
  return refuse(std::string(what) + " differ: the query's are " + quoted(query) +
                ", the stored one's " + quoted(stored));
}

}  // namespace

Result<void> comparable(const Recipe& query, const Recipe& stored) try {
  return select::check_recipe(query)
      .and_then([&] { return select::check_recipe(stored); })
      .and_then([&] { return comparable_front_ends(query, stored); })
      .and_then(
          [&] { return comparable_words("the features", features_of(query), features_of(stored)); })
      .and_then([&] { return comparable_numbers("k", query.k, stored.k); })
      .and_then([&] { return comparable_numbers("the seed", query.seed, stored.seed); })
      .and_then([&] { return comparable_words("the keys", key_of(query), key_of(stored)); })
      .and_then([&] { return comparable_selections(query, stored); });
} catch (...) {
  return internal::base::caught();
}

}  // namespace whorl
