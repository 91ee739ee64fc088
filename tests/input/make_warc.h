// Web archives for tests.
#pragma once

#include <string>
#include <string_view>

namespace whorl::internal::input {

// A record with its true length, or with the length that is claimed.
inline std::string warc_record(std::string_view type, std::string_view url, std::string_view block,
                               std::string_view content_type = "application/http; msgtype=response",
                               std::string_view claimed_length = {}) {
  std::string record =
      "WARC/1.0\r\nWARC-Type: " + std::string(type) + "\r\nWARC-Target-URI: " + std::string(url) +
      "\r\nWARC-Date: 2026-05-01T10:00:00Z\r\nContent-Type: " + std::string(content_type) +
      "\r\nContent-Length: ";
  record += claimed_length.empty() ? std::to_string(block.size()) : std::string(claimed_length);
  return record + "\r\n\r\n" + std::string(block) + "\r\n\r\n";
}

inline std::string http_response(std::string_view body, std::string_view headers = "",
                                 std::string_view status = "200 OK") {
  return "HTTP/1.1 " + std::string(status) + "\r\nContent-Type: text/html\r\n" +
         std::string(headers) + "\r\n" + std::string(body);
}

}  // namespace whorl::internal::input
