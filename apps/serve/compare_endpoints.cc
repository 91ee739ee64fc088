// Endpoints that compare: starting a comparison, its additional files, and comparing two texts with
// the methods of the papers.

#include <filesystem>
#include <nlohmann/json.hpp>
#include <sstream>
#include <system_error>

#include "serve/attachments.h"
#include "serve/document_json.h"
#include "serve/endpoint.h"
#include "serve/invalid.h"
#include "serve/job.h"
#include "serve/job_access.h"
#include "serve/job_options.h"
#include "serve/measure_request.h"
#include "serve/problem.h"
#include "serve/time.h"
#include "whorl/similarity_methods.h"

namespace whorl::serve {
namespace {

// The values of each method. A method that does not exist or cannot measure the texts has a
// refusal.
Result<std::vector<Measured>> each_method(const MeasureRequest& asked) {
  if (asked.options.methods.empty()) return measure(asked.a, asked.b, asked.options);
  std::vector<Measured> rows;
  for (const std::string& method : asked.options.methods) {
    auto one = measure(asked.a, asked.b, {{method}, asked.options.front_end});
    if (!one && one.error().code != ErrorCode::invalid_argument) return one;
    Measured& row = rows.emplace_back();
    if (one) {
      row = std::move(one->front());
    } else {
      row.method = method;
      row.refusal = std::move(one.error().message);
    }
  }
  return rows;
}

Response measure_two(Service&, const Call& call) {
  const auto asked = parse_measure(call.request);
  if (!asked) return problem(asked.error());
  auto rows = each_method(*asked);
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
     .body_schema = kMeasureSchema,
     .summary = "Measure how similar two texts are, by each requested method; stores nothing",
     .answer = measure_two},
};

// Names of the links in the folder of a job.
constexpr const char* kRegistryLink = "registry";
constexpr const char* kKeyLink = "registry.key";

// Collects what a comparison needs. Each part takes its own parameters out of the query.
class Comparison {
 public:
  Comparison(Service& service, const Call& call)
      : service_(service), call_(call), query_(call.request.query) {}

  Result<AskedJob> asked() {
    asked_.name = take("name");
    for (const auto part : {&Comparison::add_review, &Comparison::add_registry,
                            &Comparison::add_flags, &Comparison::add_attachments}) {
      if (const auto done = (this->*part)(); !done) return tl::unexpected(done.error());
    }
    return asked_;
  }
  // Returns the attachments if the job could not start.
  void give_back() { service_.jobs.attachments().put_back(std::move(taken_)); }

 private:
  std::string take(const char* name) {
    const auto found = query_.extract(name);
    return found ? found.mapped() : std::string();
  }

  Result<void> add_review() {
    const std::string id = take("review");
    if (id.empty()) return {};
    const auto job = service_.jobs.find(id);
    if (!job || !call_.caller.sees(job->owner) || !call_.caller.may(Role::judge)) {
      return fail(ErrorCode::not_found, "'review' names no job whose verdicts you may see");
    }
    auto review = service_.jobs.review(job->id);
    if (!review) return tl::unexpected(review.error());
    asked_.inputs.review = *std::move(review);
    asked_.arguments.push_back("--review=" + std::string(kReviewFile));
    return {};
  }

  Result<void> add_registry() {
    const std::string against = take("against");
    if (against.empty() || against == "false") return {};
    if (against != "true") return invalid("'against' is true or false");
    if (!call_.caller.may(Role::search)) return invalid("'against' needs the role search");
    link_registry();
    if (!call_.caller.sees_all()) {
      asked_.arguments.push_back("--only-owner=" + call_.caller.owner);
    }
    return {};
  }

  // The job sees the registry through a link, so that no report reveals where the registry is.
  void link_registry() {
    const ServeOptions& options = service_.options;
    asked_.inputs.links.push_back({std::filesystem::absolute(options.registry), kRegistryLink});
    asked_.arguments.push_back(std::string("--against=") + kRegistryLink);
    if (options.key.empty()) return;
    asked_.inputs.links.push_back({std::filesystem::absolute(options.key), kKeyLink});
    asked_.arguments.push_back(std::string("--key=") + kKeyLink);
  }

  Result<void> add_flags() {
    auto flags = query_;
    for (const char* const attached : {"base", "archive", "metadata"}) flags.erase(attached);
    const auto arguments = job_arguments(flags, compare_flags());
    if (!arguments) return tl::unexpected(arguments.error());
    asked_.arguments.insert(asked_.arguments.end(), arguments->begin(), arguments->end());
    return {};
  }

  // Comes last, so that an error in another parameter leaves the attachments waiting.
  Result<void> add_attachments() {
    std::vector<std::string> ids;
    std::vector<std::string> flags;
    for (const char* const flag : {"base", "archive", "metadata"}) {
      std::istringstream words(take(flag));
      for (std::string id; std::getline(words, id, ','); ids.push_back(id)) flags.push_back(flag);
    }
    auto taken = service_.jobs.attachments().take(call_.caller, ids);
    if (!taken) return tl::unexpected(taken.error());
    taken_ = *std::move(taken);
    for (std::size_t i = 0; i < taken_.size(); ++i) {
      const std::string name = flags[i] + "-" + std::to_string(i + 1) + taken_[i].ending;
      asked_.inputs.files.push_back({taken_[i].path, name});
      asked_.arguments.push_back("--" + flags[i] + "=" + name);
    }
    return {};
  }

  Service& service_;
  const Call& call_;
  std::map<std::string, std::string> query_;
  AskedJob asked_ = {.kind = "compare"};
  std::vector<Attachment> taken_ = {};
};

// Why two options of a comparison exclude each other; empty if they do not.
std::string_view conflict_in(const Request& request) {
  const bool against = request.asked("against") == "true";
  if (against && request.asked("anonymize") == "true") {
    return "'against' shows names of registered documents, and 'anonymize' hides names; leave out "
           "one of them";
  }
  if (!against && request.query.contains("exclude_owner")) {
    return "'exclude_owner' applies to the registry; add against=true";
  }
  return {};
}

Response compare(Service& service, const Call& call) {
  if (const auto why = conflict_in(call.request); !why.empty()) return problem(409, why);
  Comparison comparison(service, call);
  auto asked = comparison.asked();
  if (!asked) return problem(asked.error());
  Response response = begin_job(service, call, *std::move(asked));
  if (response.status != 202) comparison.give_back();
  return response;
}

Response attach(Service& service, const Call& call) {
  std::error_code unknown;
  if (std::filesystem::file_size(call.request.upload, unknown) == 0) {
    return problem(400, "an attachment must not be empty");
  }
  const auto kept = service.jobs.attachments().keep(call.request.upload, call.caller.owner,
                                                    call.request.asked("name"));
  if (!kept) return problem(kept.error());
  return {.status = 201,
          .body = written({{"id", kept->id},
                           {"bytes", kept->bytes},
                           {"expires", spelled(kept->created + kAttachmentSeconds)}})};
}

Response detach(Service& service, const Call& call) {
  if (service.jobs.attachments().erase(call.caller, call.arguments.front())) {
    return {.body = "{\"removed\":1}\n"};
  }
  return problem(404, "there is no such attachment; a comparison may have used it");
}

constexpr Parameter kAttachQuery[] = {
    {"name", "Name of the file; its ending determines the language, unless it is an archive."},
};

const Endpoint kCompareEndpoints[] = {
    {.method = "POST",
     .path = "/api/compare",
     .role = Role::submit,
     .body = Body::archive,
     .summary = "Compare the submissions of an archive: a job",
     .query = compare_options(),
     .status = 202,
     .answer = compare},
    {.method = "POST",
     .path = "/api/attachments",
     .role = Role::submit,
     .body = Body::file,
     .body_schema = R"({"minLength":1})",
     .summary = "Store a file for a later comparison: base code, submissions of past years, or "
                "metadata. It is erased with its job, or after an hour if no comparison uses it",
     .query = kAttachQuery,
     .status = 201,
     .answer = attach},
    {.method = "DELETE",
     .path = "/api/attachments/{id}",
     .role = Role::submit,
     .summary = "Erase an attachment that no comparison has used",
     .answer = detach},
};

}  // namespace

std::span<const Endpoint> compare_endpoints() { return kCompareEndpoints; }

std::span<const Endpoint> measure_endpoints() { return kMeasureEndpoints; }

}  // namespace whorl::serve
