#include "serve/local_client.h"

#include <boost/asio/io_context.hpp>
#include <boost/asio/local/stream_protocol.hpp>
#include <boost/beast/core/flat_buffer.hpp>
#include <boost/beast/http/read.hpp>
#include <boost/beast/http/string_body.hpp>
#include <boost/beast/http/write.hpp>
#include <nlohmann/json.hpp>

#include "serve/answer_json.h"
#include "serve/local_socket.h"

namespace whorl::serve {

namespace asio = boost::asio;
namespace http = boost::beast::http;
using Json = nlohmann::ordered_json;
using Query = std::vector<std::pair<std::string, std::string>>;

struct LocalClient::Connected {
  std::string registry;
  asio::io_context io;
  asio::local::stream_protocol::socket socket{io};
  boost::beast::flat_buffer buffer;
};

namespace {

std::string escaped(std::string_view text) {
  constexpr std::string_view kDigits = "0123456789ABCDEF";
  std::string out;
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    const bool plain = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
    if (plain) {
      out += c;
    } else {
      out += {'%', kDigits[byte >> 4], kDigits[byte & 15]};
    }
  }
  return out;
}

std::string with_query(std::string target, const Query& query) {
  for (const auto& [name, value] : query) {
    if (value.empty()) continue;
    target += target.find('?') == target.npos ? '?' : '&';
    target += name + "=" + escaped(value);
  }
  return target;
}

Query query_of(const DocumentCodes& codes) {
  return {{"name", codes.name}, {"owner", codes.owner}, {"group", codes.group},
          {"date", codes.date}, {"url", codes.url},     {"contact", codes.contact}};
}

std::string line_of(const RegistryText& document) {
  Json line = {{"id", document.codes.name}};
  for (const auto& [name, value] : query_of(document.codes)) {
    if (name != "name" && !value.empty()) line[name] = value;
  }
  line["text"] = document.text;
  return line.dump(-1, ' ', false, Json::error_handler_t::replace) + "\n";
}

tl::unexpected<Error> lost() {
  return fail(ErrorCode::io,
              "the service that has the registry ended, or does not answer; run the same command "
              "again");
}

Result<AddedToRegistry> added_of(const std::string& body) {
  const Json json = Json::parse(body, nullptr, false);
  try {
    AddedToRegistry out{json.at("added"),     json.at("replaced"),     json.at("unchanged"),
                        json.at("too_short"), json.at("fingerprints"), {}};
    for (const Json& one : json.at("skipped")) {
      out.skipped.push_back({one.at("path"), one.at("reason"), SkipKind::skipped});
    }
    return out;
  } catch (const Json::exception&) {
    return lost();
  }
}

// What a problem document says.
tl::unexpected<Error> problem_of(unsigned status, const std::string& body) {
  const Json json = Json::parse(body, nullptr, false);
  const auto code = status == 413 ? ErrorCode::limit_exceeded : ErrorCode::invalid_argument;
  if (json.is_object() && json.contains("detail") && json["detail"].is_string()) {
    return fail(code,
                "the service that has the registry says: " + json["detail"].get<std::string>());
  }
  return lost();
}

// A service that refuses a body may answer before it has all of it.
template <class Connected>
bool exchange(Connected& connected, const http::request<http::string_body>& request,
              http::response<http::string_body>& response) {
  boost::system::error_code error;
  http::write(connected.socket, request, error);
  http::read(connected.socket, connected.buffer, response, error);
  return !error;
}

}  // namespace

std::optional<LocalClient> LocalClient::connect(const std::string& registry) {
  const int socket = connect_local(registry);
  if (socket < 0) return std::nullopt;
  auto connected = std::make_unique<Connected>();
  connected->registry = registry;
  boost::system::error_code error;
  connected->socket.assign(asio::local::stream_protocol(), socket, error);
  if (error) return std::nullopt;
  return LocalClient(std::move(connected));
}

LocalClient::LocalClient(std::unique_ptr<Connected> connected) : connected_(std::move(connected)) {}
LocalClient::LocalClient(LocalClient&&) noexcept = default;
LocalClient& LocalClient::operator=(LocalClient&&) noexcept = default;
LocalClient::~LocalClient() = default;

Result<std::string> LocalClient::post(const std::string& target, const std::string& type,
                                      std::string body) {
  http::request<http::string_body> request(http::verb::post, target, 11);
  request.set(http::field::host, "localhost");
  request.set(http::field::content_type, type);
  request.body() = std::move(body);
  request.prepare_payload();
  http::response<http::string_body> response;
  if (!exchange(*connected_, request, response)) {
    // It closes what was idle, and takes a document twice as once.
    auto again = connect(connected_->registry);
    if (!again) return lost();
    connected_ = std::move(again->connected_);
    response = {};
    if (!exchange(*connected_, request, response)) return lost();
  }
  if (response.result_int() < 300) return std::move(response.body());
  return problem_of(response.result_int(), response.body());
}

Result<AddedToRegistry> LocalClient::add(const RegistryText& document) {
  auto body =
      post(with_query("/api/documents", query_of(document.codes)), "text/plain", document.text);
  return body ? added_of(*body) : tl::unexpected(body.error());
}

Result<AddedToRegistry> LocalClient::add(const std::vector<RegistryText>& documents) {
  std::string lines;
  for (const RegistryText& document : documents) lines += line_of(document);
  auto body = post("/api/documents", "application/x-ndjson", std::move(lines));
  return body ? added_of(*body) : tl::unexpected(body.error());
}

Result<LocalClient::Answer> LocalClient::search(const RegistryText& document,
                                                const RegistrySearchOptions& options) {
  const Query query = {{"except_name", document.codes.name},
                       {"except_owner", document.codes.owner},
                       {"except_group", document.codes.group},
                       {"exclude_owner", options.exclude_owner},
                       {"since", options.since},
                       {"limit", std::to_string(options.limit)},
                       {"containment", Json(options.containment).dump()}};
  auto body = post(with_query("/api/search", query), "text/plain", document.text);
  if (!body) return tl::unexpected(body.error());
  const Json json = Json::parse(*body, nullptr, false);
  auto answer = parse_answer(json);
  if (!answer) return lost();
  answer->name = document.codes.name;
  return Answer{*std::move(answer), json.value("registered", false)};
}

}  // namespace whorl::serve
