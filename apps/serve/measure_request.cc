#include "serve/measure_request.h"

#include <set>
#include <sstream>
#include <string_view>
#include <vector>

#include "serve/invalid.h"
#include "serve/json_text.h"

namespace whorl::serve {
namespace {

constexpr std::string_view kMethods =
    "se se-sqrt se-none shingles overlapping exact-overlap tiling";

std::vector<std::string> words_of(std::string_view text) {
  std::istringstream stream{std::string(text)};
  std::vector<std::string> words;
  for (std::string word; stream >> word;) words.push_back(word);
  return words;
}

bool set(MeasureRequest& asked, std::string_view name, std::string_view value) {
  if (name == "a") {
    asked.a = value;
  } else if (name == "b") {
    asked.b = value;
  } else if (name == "methods") {
    asked.options.methods = words_of(value);
  } else if (name == "front_end") {
    asked.options.front_end = value;
  } else {
    return false;
  }
  return true;
}

// False if the body is no object of these members, or lacks a text.
bool read(MeasureRequest& asked, std::string_view body) {
  std::set<std::string> given;
  const bool fits =
      read_flat_object(body, [&asked, &given](const std::string& key, std::string_view value) {
        given.insert(key);
        return set(asked, key, value);
      });
  return fits && given.contains("a") && given.contains("b");
}

}  // namespace

Result<MeasureRequest> parse_measure(const Request& request) {
  MeasureRequest asked;
  asked.options.methods = words_of(kMethods);
  if (request.content_type != "application/json" || !read(asked, request.body)) {
    return invalid(
        "send two texts as application/json: {\"a\": \"…\", \"b\": \"…\", \"methods\": \"se "
        "shingles:k=5\", \"front_end\": \"words\"}; the last two may be left out");
  }
  if (asked.a.size() > kMostMeasured || asked.b.size() > kMostMeasured) {
    return fail(ErrorCode::limit_exceeded,
                "a text is larger than 4 MiB; compare larger ones as a job, POST /api/compare");
  }
  return asked;
}

}  // namespace whorl::serve
