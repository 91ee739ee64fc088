#include "serve/local_client.h"

#include <sys/socket.h>
#include <unistd.h>

#include <array>
#include <boost/asio/buffer.hpp>
#include <boost/beast/http/parser.hpp>
#include <boost/beast/http/string_body.hpp>
#include <cerrno>
#include <nlohmann/json.hpp>

#include "serve/answer_json.h"
#include "serve/json_text.h"
#include "serve/local_socket.h"

namespace whorl::serve {

namespace http = boost::beast::http;
using Json = nlohmann::ordered_json;
using Query = std::vector<std::pair<std::string, std::string>>;

struct LocalClient::Connected {
  Connected(std::string folder, int descriptor) : registry(std::move(folder)), socket(descriptor) {}
  Connected(const Connected&) = delete;
  Connected& operator=(const Connected&) = delete;
  ~Connected() { close(socket); }

  const std::string registry;
  const int socket;
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
  return json_text(line) + "\n";
}

tl::unexpected<Error> lost() {
  return fail(ErrorCode::io,
              "the service that has the registry ended, or does not answer; run the same command "
              "again");
}

Result<AddedToRegistry> added_of(const std::string& body) {
  const Json json = parse_json(body);
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
  const Json json = parse_json(body);
  const auto code = status == 413 ? ErrorCode::limit_exceeded : ErrorCode::invalid_argument;
  if (json.is_object() && json.contains("detail") && json["detail"].is_string()) {
    return fail(code,
                "the service that has the registry says: " + json["detail"].get<std::string>());
  }
  return lost();
}

using ResponseParser = http::response_parser<http::string_body>;

void send_all(int socket, std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t sent = send(socket, bytes.data(), bytes.size(), MSG_NOSIGNAL);
    if (sent < 0 && errno == EINTR) continue;
    if (sent <= 0) return;
    bytes.remove_prefix(static_cast<std::size_t>(sent));
  }
}

// False where the connection ends or fails before the answer is complete.
bool receive(int socket, ResponseParser& parser) {
  std::string held;
  std::array<char, 64 << 10> block;
  parser.eager(true);
  while (!parser.is_done()) {
    const ssize_t got = recv(socket, block.data(), block.size(), 0);
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) return false;
    held.append(block.data(), static_cast<std::size_t>(got));
    boost::system::error_code error;
    held.erase(0, parser.put(boost::asio::buffer(held), error));
    if (error && error != http::error::need_more) return false;
  }
  return true;
}

// A service that refuses a body may answer before it has all of it.
bool exchange(int socket, std::string_view head, std::string_view body, ResponseParser& parser) {
  send_all(socket, head);
  send_all(socket, body);
  return receive(socket, parser);
}

}  // namespace

std::optional<LocalClient> LocalClient::connect(const std::string& registry) {
  const int socket = connect_local(registry);
  if (socket < 0) return std::nullopt;
  return LocalClient(std::make_unique<Connected>(registry, socket));
}

LocalClient::LocalClient(std::unique_ptr<Connected> connected) : connected_(std::move(connected)) {}
LocalClient::LocalClient(LocalClient&&) noexcept = default;
LocalClient& LocalClient::operator=(LocalClient&&) noexcept = default;
LocalClient::~LocalClient() = default;

Result<std::string> LocalClient::post(const std::string& target, const std::string& type,
                                      const std::string& body) {
  const std::string head = "POST " + target +
                           " HTTP/1.1\r\nHost: localhost\r\nContent-Type: " + type +
                           "\r\nContent-Length: " + std::to_string(body.size()) + "\r\n\r\n";
  std::optional<ResponseParser> parser(std::in_place);
  if (!exchange(connected_->socket, head, body, *parser)) {
    // It closes what was idle, and takes a document twice as once.
    auto again = connect(connected_->registry);
    if (!again) return lost();
    connected_ = std::move(again->connected_);
    parser.emplace();
    if (!exchange(connected_->socket, head, body, *parser)) return lost();
  }
  auto& response = parser->get();
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
                       {"singles", options.singles ? "true" : "false"},
                       {"containment", json_text(Json(options.containment))}};
  auto body = post(with_query("/api/search", query), "text/plain", document.text);
  if (!body) return tl::unexpected(body.error());
  const Json json = parse_json(*body);
  auto answer = parse_answer(json);
  if (!answer) return lost();
  answer->name = document.codes.name;
  return Answer{*std::move(answer), json.value("registered", false)};
}

}  // namespace whorl::serve
