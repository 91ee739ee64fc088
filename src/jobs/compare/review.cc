#include "jobs/compare/review.h"

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>
#include <optional>

#include "base/file_system.h"
#include "base/guard.h"
#include "base/json.h"
#include "base/try.h"
#include "whorl/review.h"

namespace whorl::internal::compare {
namespace {

using Json = nlohmann::json;

tl::unexpected<Error> refuse(std::string message) {
  return fail(ErrorCode::corrupt, std::move(message));
}

constexpr std::uint64_t kMostBytes = 1u << 28;  // of a review file

constexpr std::array<std::string_view, 4> kVerdicts = {"none", "copied", "allowed", "unclear"};

std::optional<Verdict> verdict_named(std::string_view name) {
  const auto found = std::ranges::find(kVerdicts, name);
  if (found == kVerdicts.end()) return std::nullopt;
  return static_cast<Verdict>(found - kVerdicts.begin());
}

// The string under `key`; empty if it is absent and `optional`; no value if it is no string.
std::optional<std::string> text_of(const Json& object, const char* key, bool optional) {
  const auto field = object.find(key);
  if (field == object.end()) return optional ? std::optional(std::string()) : std::nullopt;
  if (!field->is_string()) return std::nullopt;
  return field->get<std::string>();
}

Result<ReviewNote> parse_note(const Json& object, std::size_t number) {
  const std::string which = "verdict " + std::to_string(number + 1);
  if (!object.is_object()) return refuse(which + " is not an object");
  const auto a = text_of(object, "a", false);
  const auto b = text_of(object, "b", false);
  const auto note = text_of(object, "note", true);
  const auto verdict = verdict_named(text_of(object, "verdict", false).value_or(""));
  if (!a || !b) return refuse(which + " needs the names of two submissions, \"a\" and \"b\"");
  if (!verdict) return refuse(which + " needs a \"verdict\": none, copied, allowed or unclear");
  if (!note) return refuse(which + " has a \"note\" that is not a text");
  return ReviewNote{*a, *b, *verdict, *note};
}

Result<IgnoredPassage> parse_ignored(const Json& object, std::size_t number) {
  const std::string which = "ignored passage " + std::to_string(number + 1);
  if (!object.is_object()) return refuse(which + " is not an object");
  const auto file = text_of(object, "file", false);
  const auto text = text_of(object, "text", false);
  if (!file || !text) return refuse(which + " needs a \"file\" name and its \"text\"");
  return IgnoredPassage{*file, *text};
}

// Appends the entries of the list under `key`, which may be absent.
template <class Entry>
Result<void> parse_list(const Json& root, const char* key,
                        Result<Entry> (*parse)(const Json&, std::size_t),
                        std::vector<Entry>& entries) {
  const auto list = root.find(key);
  if (list == root.end()) return {};
  if (!list->is_array()) return refuse("\"" + std::string(key) + "\" is not a list");
  for (const Json& object : *list) {
    WHORL_ASSIGN_OR_RETURN(auto entry, parse(object, entries.size()));
    entries.push_back(std::move(entry));
  }
  return {};
}

}  // namespace

Result<Review> parse_review(std::string_view json) {
  const Json root = base::parse_json(json);
  if (root.is_discarded()) return refuse("is not JSON");
  if (!root.is_object() || !root.contains("version")) return refuse("is not a review file");
  if (root["version"] != 1) return refuse("has a version other than 1");
  Review review;
  WHORL_RETURN_IF_ERROR(parse_list(root, "verdicts", parse_note, review.notes));
  WHORL_RETURN_IF_ERROR(parse_list(root, "ignored", parse_ignored, review.ignored));
  return review;
}

Result<Review> read_review(const std::string& path) {
  if (path.empty()) return Review();
  const auto json = base::read_all(base::FileSystem::real(), path, kMostBytes);
  if (!json) return fail(json.error().code, "the review file " + json.error().message);
  auto review = parse_review(*json);
  if (review) return review;
  return fail(review.error().code, "review file '" + path + "': " + review.error().message);
}

std::vector<Document> base_of(const std::vector<IgnoredPassage>& ignored) {
  std::vector<Document> base;
  for (const IgnoredPassage& passage : ignored) {
    const std::string number = std::to_string(base.size() + 1);
    base.push_back({"ignored passage " + number + "/" + passage.file, passage.text});
  }
  return base;
}

}  // namespace whorl::internal::compare

namespace whorl {

Result<Review> parse_review(std::string_view json) try {
  return internal::compare::parse_review(json);
} catch (...) {
  return internal::base::caught();
}

std::string review_json(const Review& review) {
  using internal::compare::kVerdicts;
  nlohmann::ordered_json verdicts = nlohmann::ordered_json::array();
  for (const ReviewNote& note : review.notes) {
    verdicts.push_back({{"a", note.a},
                        {"b", note.b},
                        {"verdict", kVerdicts.at(static_cast<std::size_t>(note.verdict))},
                        {"note", note.note}});
  }
  nlohmann::ordered_json file = {{"version", 1}, {"verdicts", std::move(verdicts)}};
  for (const IgnoredPassage& passage : review.ignored) {
    file["ignored"].push_back({{"file", passage.file}, {"text", passage.text}});
  }
  return internal::base::json_text(file, 2) + "\n";
}

}  // namespace whorl
