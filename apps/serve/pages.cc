// The page for people, at /.
#include <string>

#include "serve/endpoint.h"

// Defined by the generated pages.S.
extern "C" {
extern const char whorl_service_html[];
extern const char whorl_service_js[];
extern const char whorl_service_css[];
extern const char whorl_service_end[];
}

namespace whorl::serve {
namespace {

Response file(const char* begin, const char* end, const char* type) {
  return {.type = type, .body = std::string(begin, end)};
}

Response page(Service&, const Call&) {
  return file(whorl_service_html, whorl_service_js, "text/html; charset=utf-8");
}
Response script(Service&, const Call&) {
  return file(whorl_service_js, whorl_service_css, "text/javascript; charset=utf-8");
}
Response style(Service&, const Call&) {
  return file(whorl_service_css, whorl_service_end, "text/css; charset=utf-8");
}

constexpr Endpoint kEndpoints[] = {
    {.method = "GET",
     .path = "/",
     .role = Role::anyone,
     .summary = "The page for people",
     .answers = "text/html",
     .answer = page},
    {.method = "GET",
     .path = "/service.js",
     .role = Role::anyone,
     .summary = "Its script",
     .answers = "text/javascript",
     .answer = script},
    {.method = "GET",
     .path = "/service.css",
     .role = Role::anyone,
     .summary = "Its style",
     .answers = "text/css",
     .answer = style},
};

}  // namespace

std::span<const Endpoint> page_endpoints() { return kEndpoints; }

}  // namespace whorl::serve
