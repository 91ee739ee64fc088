#include <algorithm>
#include <chrono>

#include "base/guard.h"
#include "base/try.h"
#include "methods/resolved.h"
#include "tokens/memory_text.h"
#include "whorl/similarity_methods.h"

namespace whorl {

using namespace internal;

namespace {

using methods::ResolvedMethod;

Result<Measured> measured(const ResolvedMethod& method, std::string_view a, std::string_view b) {
  const auto begin = std::chrono::steady_clock::now();
  WHORL_ASSIGN_OR_RETURN(const auto kept_a, method.keep(a));
  WHORL_ASSIGN_OR_RETURN(const auto kept_b, method.keep(b));
  Measured row;
  WHORL_ASSIGN_OR_RETURN(row.figures, method.compare(kept_a, kept_b));
  row.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  row.method = method.print();
  row.formula = method.about().formula;
  row.bytes_a = kept_a.bytes;
  row.bytes_b = kept_b.bytes;
  return row;
}

// Every row; a method that refuses the tokenizer says so.
Result<std::vector<Measured>> measure_all(std::string_view a, std::string_view b,
                                          const std::string& front_end) {
  std::vector<Measured> rows;
  for (const MeasuringMethod& about : measuring_methods()) {
    const auto method = ResolvedMethod::parse(about.name, front_end);
    if (method) {
      WHORL_ASSIGN_OR_RETURN(auto row, measured(*method, a, b));
      rows.push_back(std::move(row));
    } else {
      Measured& row = rows.emplace_back();
      row.method = about.name;
      row.formula = about.formula;
      row.refusal = method.error().message;
    }
  }
  return rows;
}

}  // namespace

double score_of(const Figures& figures) {
  if (figures.both) return figures.both->value;
  if (figures.distance) return -*figures.distance;
  const auto value = [](const std::optional<Measure>& share) { return share ? share->value : 0; };
  return std::max(value(figures.a_in_b), value(figures.b_in_a));
}

Result<std::vector<Measured>> measure(std::string_view a, std::string_view b,
                                      const MeasuringOptions& options) try {
  WHORL_RETURN_IF_ERROR(tokens::check_text_size(a));
  WHORL_RETURN_IF_ERROR(tokens::check_text_size(b));
  if (options.methods.empty()) return measure_all(a, b, options.front_end);
  std::vector<ResolvedMethod> methods;
  for (const std::string& name : options.methods) {
    WHORL_ASSIGN_OR_RETURN(auto method, ResolvedMethod::parse(name, options.front_end));
    methods.push_back(std::move(method));
  }
  std::vector<Measured> rows;
  for (const ResolvedMethod& method : methods) {
    WHORL_ASSIGN_OR_RETURN(auto row, measured(method, a, b));
    rows.push_back(std::move(row));
  }
  return rows;
} catch (...) {
  return internal::base::caught();
}

}  // namespace whorl
