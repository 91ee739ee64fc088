// HTTP with Beast: parses heads for admission, and writes answers.
#pragma once

#include <boost/beast/http/empty_body.hpp>
#include <boost/beast/http/message.hpp>
#include <boost/beast/http/parser.hpp>
#include <cstdint>
#include <optional>
#include <string>

#include "serve/admission.h"
#include "serve/message.h"

namespace whorl::serve {

namespace http = boost::beast::http;

using NetworkError = boost::system::error_code;
using HeadParser = http::request_parser<http::empty_body>;

// How an answer is sent.
struct Wire {
  unsigned version = 11;
  bool keep_alive = false;
  bool head_only = false;
};

// The refusal of a head that breaks the rules for separating requests, so that two programs in a
// row could read it in two ways; nothing if it is well-formed.
std::optional<Response> broken_rule(const HeadParser& parser);

Head head_of(const HeadParser& parser);
bool has_body(const HeadParser& parser);
bool expects_continue(const HeadParser& parser);

// The answer to an error of reading a head or a body; nothing if no answer is possible.
std::optional<Response> refusal_of(const NetworkError& error, bool begun);

// The head of an answer as it is sent, with its empty line. `length` is that of the body; none if
// the end of the connection ends the body, or if there is no body.
std::string head_text(const Response& response, const Wire& wire,
                      std::optional<std::uint64_t> length);

}  // namespace whorl::serve
