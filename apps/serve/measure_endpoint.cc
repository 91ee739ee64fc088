// Two texts that nobody keeps, measured against each other (Finkel 2002 §2.5).
#include "serve/endpoint.h"
#include "serve/measure_request.h"
#include "serve/problem.h"
#include "whorl/similarity_methods.h"

namespace whorl::serve {
namespace {

Response measure_two(Service&, const Call& call) {
  const auto asked = parse_measure(call.request);
  if (!asked) return problem(asked.error());
  auto rows = measure(asked->a, asked->b, asked->options);
  if (!rows) return problem(rows.error());
  MeasuredPair pair{.a = "a",
                    .b = "b",
                    .bytes_a = asked->a.size(),
                    .bytes_b = asked->b.size(),
                    .rows = std::move(*rows),
                    .skipped = {}};
  return {.body = to_json(pair)};
}

constexpr Endpoint kMeasureEndpoints[] = {
    {.method = "POST",
     .path = "/api/measure",
     .role = Role::search,
     .body = Body::json,
     .summary = "How similar two texts are, by each method that is asked for; nothing is kept",
     .answer = measure_two},
};

}  // namespace

std::span<const Endpoint> measure_endpoints() { return kMeasureEndpoints; }

}  // namespace whorl::serve
