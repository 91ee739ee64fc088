// HTTP as Beast reads and writes it: heads into what admission asks, answers into messages.
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

// How an answer goes over the wire.
struct Wire {
  unsigned version = 11;
  bool keep_alive = false;
  bool head_only = false;
};

// What a head breaks of the rules by which requests are told apart, so that two programs in a row
// could read it in two ways; nothing where it is well-formed.
std::optional<Response> broken_rule(const HeadParser& parser);

Head head_of(const HeadParser& parser);
bool has_body(const HeadParser& parser);
bool expects_continue(const HeadParser& parser);

// What an error of reading a head or a body is to the client; nothing where no answer is possible.
std::optional<Response> refusal_of(const NetworkError& error, bool begun);

// The head of an answer as it goes over the wire, with its empty line. `length`: of the body;
// none where the end of the connection ends the body, or there is no body.
std::string head_text(const Response& response, const Wire& wire,
                      std::optional<std::uint64_t> length);

}  // namespace whorl::serve
