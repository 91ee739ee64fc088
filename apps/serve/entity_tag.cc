#include "serve/entity_tag.h"

#include <sodium.h>

#include <array>

namespace whorl::serve {
namespace {

constexpr std::size_t kTagBytes = 16;

}  // namespace

std::string entity_tag(std::string_view bytes) {
  std::array<unsigned char, kTagBytes> digest{};
  crypto_generichash(digest.data(), digest.size(),
                     reinterpret_cast<const unsigned char*>(bytes.data()), bytes.size(), nullptr,
                     0);
  std::array<char, 2 * kTagBytes + 1> text{};
  sodium_bin2hex(text.data(), text.size(), digest.data(), digest.size());
  return '"' + std::string(text.data()) + '"';
}

Response tagged(const Request& request, Response response, const std::string& tag) {
  if (request.known.find(tag) != request.known.npos) {
    response.status = kNotModified;
    response.body.clear();
  }
  response.headers.emplace_back("ETag", tag);
  response.headers.emplace_back("Cache-Control", "no-cache");
  return response;
}

}  // namespace whorl::serve
