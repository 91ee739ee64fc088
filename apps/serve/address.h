// Addresses to listen at.
#pragma once

#include <boost/asio/ip/tcp.hpp>
#include <string>

#include "whorl/result.h"

namespace whorl::serve {

// "127.0.0.1:8080" or "[::1]:8080", as `flag` was given.
Result<boost::asio::ip::tcp::endpoint> parse_address(const std::string& flag,
                                                     const std::string& text);

// "http://127.0.0.1:8080"
std::string spelled(const std::string& scheme, const boost::asio::ip::tcp::endpoint& endpoint);

}  // namespace whorl::serve
