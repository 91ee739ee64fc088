#include "serve/address.h"

#include <boost/asio/ip/address.hpp>
#include <charconv>

#include "serve/invalid.h"

namespace whorl::serve {

namespace asio = boost::asio;
using asio::ip::tcp;

namespace {}  // namespace

Result<tcp::endpoint> parse_address(const std::string& flag, const std::string& text) {
  const std::size_t colon = text.rfind(':');
  const std::string example = "; write it as 127.0.0.1:8080 or [::1]:8080";
  if (colon == text.npos) return invalid(flag + " " + text + ": names no port" + example);
  std::uint16_t port = 0;
  const char* const end = text.data() + text.size();
  const auto [rest, error] = std::from_chars(text.data() + colon + 1, end, port);
  if (error != std::errc{} || rest != end)
    return invalid(flag + " " + text + ": no port" + example);
  std::string host = text.substr(0, colon);
  if (host.starts_with('[') && host.ends_with(']')) host = host.substr(1, host.size() - 2);
  if (host == "localhost") host = "127.0.0.1";
  boost::system::error_code bad;
  const auto address = asio::ip::make_address(host, bad);
  if (bad) return invalid(flag + " " + text + ": no address" + example);
  return tcp::endpoint(address, port);
}

std::string spelled(const std::string& scheme, const tcp::endpoint& endpoint) {
  const std::string host = endpoint.address().to_string();
  return scheme + "://" + (endpoint.address().is_v6() ? "[" + host + "]" : host) + ":" +
         std::to_string(endpoint.port());
}

}  // namespace whorl::serve
