#include <nlohmann/json.hpp>
#include <utility>

#include "base/go_on.h"
#include "base/guard.h"
#include "base/json.h"
#include "base/try.h"
#include "methods/pairs_file.h"
#include "methods/texts.h"
#include "whorl/similarity_methods.h"

namespace whorl {

using namespace internal;

namespace {

using Json = nlohmann::ordered_json;

// All texts of a path, concatenated; a line end separates the last word of one from the next.
Result<std::string> joined(const std::string& path, std::vector<Skipped>& skipped,
                           Progress& progress) {
  WHORL_ASSIGN_OR_RETURN(auto found, methods::read_texts(path, progress));
  for (Skipped& one : found.skipped) skipped.push_back(std::move(one));
  std::string all;
  for (const methods::Text& text : found.texts) {
    if (!all.empty() && !all.ends_with('\n')) all += '\n';
    all += text.bytes;
  }
  return all;
}

Json json_of(const std::optional<Measure>& measure) {
  if (!measure) return nullptr;
  return {{"value", measure->value},
          {"low", measure->low},
          {"high", measure->high},
          {"exact", measure->exact}};
}

Json json_of(const Measured& row) {
  const Figures& figures = row.figures;
  return {{"method", row.method},
          {"formula", row.formula},
          {"both", json_of(figures.both)},
          {"a_in_b", json_of(figures.a_in_b)},
          {"b_in_a", json_of(figures.b_in_a)},
          {"distance", figures.distance ? Json(*figures.distance) : Json(nullptr)},
          {"bytes_a", row.bytes_a},
          {"bytes_b", row.bytes_b},
          {"seconds", row.seconds},
          {"refusal", row.refusal.empty() ? Json(nullptr) : Json(row.refusal)}};
}

}  // namespace

Result<MeasuredPair> measure_paths(const std::string& a, const std::string& b,
                                   const MeasuringOptions& options, Progress& progress) try {
  MeasuredPair pair;
  pair.a = a;
  pair.b = b;
  WHORL_ASSIGN_OR_RETURN(const std::string text_a, joined(a, pair.skipped, progress));
  WHORL_ASSIGN_OR_RETURN(const std::string text_b, joined(b, pair.skipped, progress));
  pair.bytes_a = text_a.size();
  pair.bytes_b = text_b.size();
  WHORL_ASSIGN_OR_RETURN(pair.rows, measure(text_a, text_b, options));
  return pair;
} catch (...) {
  return internal::base::caught();
}

Result<std::vector<MeasuredPair>> measure_list(const std::string& list,
                                               const MeasuringOptions& options,
                                               Progress& progress) try {
  WHORL_ASSIGN_OR_RETURN(const auto listed, methods::read_pairs(list, progress));
  progress.phase("pairs", listed.pairs.size());
  std::vector<MeasuredPair> out;
  for (const auto& pair : listed.pairs) {
    WHORL_RETURN_IF_ERROR(base::go_on(&progress));
    const methods::Text &a = listed.texts[pair.a], &b = listed.texts[pair.b];
    WHORL_ASSIGN_OR_RETURN(auto rows, measure(a.bytes, b.bytes, options));
    out.push_back({a.name, b.name, a.bytes.size(), b.bytes.size(), std::move(rows), {}});
    progress.advance(1);
  }
  return out;
} catch (...) {
  return internal::base::caught();
}

namespace {

Json json_of(const MeasuredPair& pair) {
  Json rows = Json::array(), skipped = Json::array();
  for (const Measured& row : pair.rows) rows.push_back(json_of(row));
  for (const Skipped& one : pair.skipped) {
    skipped.push_back({{"path", one.path}, {"reason", one.reason}});
  }
  return {{"a", pair.a},
          {"b", pair.b},
          {"bytes_a", pair.bytes_a},
          {"bytes_b", pair.bytes_b},
          {"methods", std::move(rows)},
          {"skipped", std::move(skipped)}};
}

std::string written(const Json& json) { return base::json_text(json, 1) + "\n"; }

}  // namespace

std::string to_json(const MeasuredPair& pair) { return written(json_of(pair)); }

std::string to_json(const std::vector<MeasuredPair>& pairs) {
  Json list = Json::array();
  for (const MeasuredPair& pair : pairs) list.push_back(json_of(pair));
  return written(Json{{"pairs", std::move(list)}});
}

}  // namespace whorl
