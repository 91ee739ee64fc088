// The page at /.
#include <string>

#include "serve/endpoint.h"
#include "serve/entity_tag.h"

// pages.S, which is generated, defines these.
extern "C" {
extern const char whorl_service_html[];
extern const char whorl_service_js[];
extern const char whorl_service_css[];
extern const char whorl_service_end[];
}

namespace whorl::serve {
namespace {

struct Asset {
  std::string_view bytes;
  const char* type;
  std::string tag;
};

Asset asset(const char* begin, const char* end, const char* type) {
  const std::string_view bytes(begin, static_cast<std::size_t>(end - begin));
  return {bytes, type, entity_tag(bytes)};
}

Response asset_response(const Call& call, const Asset& asset) {
  return tagged(call.request, {.type = asset.type, .body = std::string(asset.bytes)}, asset.tag);
}

Response page(Service&, const Call& call) {
  static const Asset html = asset(whorl_service_html, whorl_service_js, "text/html; charset=utf-8");
  return asset_response(call, html);
}
Response script(Service&, const Call& call) {
  static const Asset code =
      asset(whorl_service_js, whorl_service_css, "text/javascript; charset=utf-8");
  return asset_response(call, code);
}
Response style(Service&, const Call& call) {
  static const Asset sheet = asset(whorl_service_css, whorl_service_end, "text/css; charset=utf-8");
  return asset_response(call, sheet);
}

constexpr Endpoint kPageEndpoints[] = {
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

std::span<const Endpoint> page_endpoints() { return kPageEndpoints; }

}  // namespace whorl::serve
