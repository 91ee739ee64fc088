#include "serve/problem.h"

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>

#include "serve/json_text.h"

namespace whorl::serve {
namespace {

struct Title {
  unsigned status;
  std::string_view words;
};

constexpr std::array kTitles = {
    Title{400, "Bad Request"},
    Title{401, "Unauthorized"},
    Title{403, "Forbidden"},
    Title{404, "Not Found"},
    Title{405, "Method Not Allowed"},
    Title{408, "Request Timeout"},
    Title{409, "Conflict"},
    Title{410, "Gone"},
    Title{411, "Length Required"},
    Title{413, "Content Too Large"},
    Title{414, "URI Too Long"},
    Title{415, "Unsupported Media Type"},
    Title{417, "Expectation Failed"},
    Title{422, "Unprocessable Content"},
    Title{429, "Too Many Requests"},
    Title{431, "Request Header Fields Too Large"},
    Title{500, "Internal Server Error"},
    Title{501, "Not Implemented"},
    Title{503, "Service Unavailable"},
    Title{507, "Insufficient Storage"},
};

unsigned status_of(ErrorCode code) {
  switch (code) {
    case ErrorCode::invalid_argument:
      return 400;
    case ErrorCode::not_found:
      return 404;
    case ErrorCode::unsupported:
    case ErrorCode::unreadable:
      return 422;
    case ErrorCode::limit_exceeded:
      return 413;
    case ErrorCode::cancelled:
    case ErrorCode::out_of_memory:
      return 503;
    case ErrorCode::disk_full:
      return 507;
    default:
      return 500;
  }
}

}  // namespace

std::string_view title_of(unsigned status) {
  const auto row = std::ranges::find(kTitles, status, &Title::status);
  return row == kTitles.end() ? "Error" : row->words;
}

Response problem(unsigned status, std::string_view detail) {
  const nlohmann::ordered_json document = {
      {"type", "about:blank"}, {"title", title_of(status)}, {"status", status}, {"detail", detail}};
  Response response;
  response.status = status;
  response.type = "application/problem+json";
  response.body = json_text(document) + "\n";
  if (status == 401) response.headers.emplace_back("WWW-Authenticate", "Bearer");
  if (status == 429) response.headers.emplace_back("Retry-After", "60");
  if (status == 503) response.headers.emplace_back("Retry-After", "5");
  return response;
}

Response problem(const Error& error) { return problem(status_of(error.code), error.message); }

}  // namespace whorl::serve
