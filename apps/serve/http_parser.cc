#include "serve/http_parser.h"

#include <array>
#include <boost/beast/core/error.hpp>
#include <boost/beast/core/string.hpp>
#include <boost/beast/http/error.hpp>
#include <boost/beast/http/rfc7230.hpp>

#include "serve/problem.h"

namespace whorl::serve {
namespace {

namespace beast = boost::beast;

// Of a proxy that knows users by single sign-on.
constexpr const char* kUserHeader = "X-Remote-User";
constexpr const char* kSecretHeader = "X-Proxy-Secret";

std::string text_of(const HeadParser& parser, const auto& field) {
  const auto value = parser.get()[field];
  return {value.data(), value.size()};
}

// A page of the service runs its own scripts and sends requests only to this server.
constexpr std::string_view kPolicy =
    "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self' "
    "data:; font-src data:; frame-src 'self'; base-uri 'none'; form-action 'none'; "
    "frame-ancestors 'none'";

struct Header {
  std::string_view name;
  std::string_view value;
};
constexpr std::array kAlways = {
    Header{"X-Content-Type-Options", "nosniff"},
    Header{"Referrer-Policy", "no-referrer"},
    Header{"Cross-Origin-Resource-Policy", "same-origin"},
    Header{"Cache-Control", "no-store"},
};

beast::string_view view(std::string_view text) { return {text.data(), text.size()}; }

http::response<http::empty_body> message_of(const Response& response, const Wire& wire,
                                            std::optional<std::uint64_t> length) {
  http::response<http::empty_body> message;
  message.version(wire.version);
  message.result(response.status);
  if (http::obsolete_reason(message.result()).empty()) {
    message.reason(view(title_of(response.status)));
  }
  message.set(http::field::content_type, response.type);
  for (const Header& one : kAlways) message.set(view(one.name), view(one.value));
  message.set("Content-Security-Policy", view(kPolicy));
  for (const auto& [name, value] : response.headers) message.set(name, value);
  message.keep_alive(wire.keep_alive);
  if (length) message.content_length(*length);
  return message;
}

}  // namespace

std::optional<Response> broken_rule(const HeadParser& parser) {
  const auto& request = parser.get();
  if (request.version() == 11 && request.count(http::field::host) != 1) {
    return problem(400, "a request has one Host");
  }
  if (request.count(http::field::transfer_encoding) > 0) {
    if (request.version() < 11) return problem(400, "HTTP/1.0 has no Transfer-Encoding");
    if (request.count(http::field::transfer_encoding) > 1 ||
        !beast::iequals(request[http::field::transfer_encoding], "chunked")) {
      return problem(501, "the only supported transfer encoding is chunked");
    }
    if (request.count(http::field::content_length) > 0) {
      return problem(400, "a request has a Content-Length or is chunked, not both");
    }
  }
  if (request.count(kUserHeader) > 1 || request.count(kSecretHeader) > 1) {
    return problem(400, "a request names one user");
  }
  const auto length = request[http::field::content_length];
  if (request.count(http::field::content_length) > 1 ||
      length.find_first_not_of("0123456789") != length.npos) {
    return problem(400, "a request has one Content-Length, a number");
  }
  if (request.count(http::field::content_encoding) > 0 &&
      !beast::iequals(request[http::field::content_encoding], "identity")) {
    return problem(415, "a body must not have a Content-Encoding");
  }
  if (request.count(http::field::expect) > 0 && !expects_continue(parser)) {
    return problem(417, "the only supported expectation is 100-continue");
  }
  return std::nullopt;
}

Head head_of(const HeadParser& parser) {
  const auto& request = parser.get();
  const auto method = request.method_string();
  const auto target = request.target();
  return {.method = {method.data(), method.size()},
          .target = {target.data(), target.size()},
          .authorization = text_of(parser, http::field::authorization),
          .content_type = text_of(parser, http::field::content_type),
          .host = text_of(parser, http::field::host),
          .known = text_of(parser, http::field::if_none_match),
          .origin = text_of(parser, http::field::origin),
          .user = text_of(parser, kUserHeader),
          .proxy_secret = text_of(parser, kSecretHeader)};
}

bool has_body(const HeadParser& parser) {
  return parser.chunked() || parser.content_length().value_or(0) > 0;
}

bool expects_continue(const HeadParser& parser) {
  return beast::iequals(parser.get()[http::field::expect], "100-continue");
}

std::optional<Response> refusal_of(const boost::system::error_code& error, bool begun) {
  if (error == beast::error::timeout) {
    if (!begun) return std::nullopt;
    return problem(408, "the request took too long");
  }
  if (error == http::error::header_limit || error == http::error::buffer_overflow) {
    return problem(431, "the head of the request is too large");
  }
  if (error == http::error::body_limit) return problem(413, "the body is too large");
  if (error == http::error::end_of_stream || error == http::error::partial_message) {
    return std::nullopt;
  }
  if (error == boost::system::errc::no_space_on_device) {
    return problem(507, "the disk is full; try again later");
  }
  if (error.category() == make_error_code(http::error::bad_method).category()) {
    return problem(400, "this is not a request in HTTP/1.1");
  }
  return std::nullopt;
}

std::string head_text(const Response& response, const Wire& wire,
                      std::optional<std::uint64_t> length) {
  const http::response<http::empty_body> head = message_of(response, wire, length);
  std::string out = wire.version == 11 ? "HTTP/1.1 " : "HTTP/1.0 ";
  out += std::to_string(head.result_int()) + " " + std::string(head.reason()) + "\r\n";
  for (const auto& field : head) {
    out.append(field.name_string()).append(": ").append(field.value()).append("\r\n");
  }
  return out + "\r\n";
}

}  // namespace whorl::serve
