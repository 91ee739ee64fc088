// Endpoints of verdicts, as the page of a report exports and imports them.
#include "serve/endpoint.h"
#include "serve/job_access.h"
#include "serve/problem.h"
#include "whorl/review.h"

namespace whorl::serve {
namespace {

constexpr std::size_t kMostReview = 4 << 20;  // bytes

Response get_review(Service& service, const Call& call) {
  const auto job = job_of(service, call);
  if (!job) return no_job();
  auto review = service.jobs.review(job->id);
  return review ? Response{.body = *std::move(review)} : problem(review.error());
}

Response put(Service& service, const Call& call) {
  const auto job = job_of(service, call);
  if (!job) return no_job();
  if (call.request.body.size() > kMostReview) {
    return problem(413, "a review has at most 4 MiB; shorten its notes");
  }
  const auto review = parse_review(call.request.body);
  if (!review) return problem(422, "this is not a review file: " + review.error().message);
  std::string text = review_json(*review);
  const auto kept = service.jobs.keep_review(job->id, text);
  return kept ? Response{.body = std::move(text)} : problem(kept.error());
}

constexpr Endpoint kReviewEndpoints[] = {
    {.method = "GET",
     .path = "/api/jobs/{id}/review",
     .role = Role::judge,
     .summary = "Verdicts on the pairs of a comparison and ignored passages, as a review file",
     .answer = get_review},
    {.method = "PUT",
     .path = "/api/jobs/{id}/review",
     .role = Role::judge,
     .body = Body::json,
     .summary = "Save verdicts and ignored passages, replacing earlier ones; they are erased with "
                "the report",
     .answer = put},
};

}  // namespace

std::span<const Endpoint> review_endpoints() { return kReviewEndpoints; }

}  // namespace whorl::serve
