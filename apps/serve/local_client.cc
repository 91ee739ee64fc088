#include "serve/local_client.h"

#include <unistd.h>

#include <nlohmann/json.hpp>

#include "serve/answer_json.h"
#include "serve/json_text.h"
#include "serve/local_exchange.h"
#include "serve/local_socket.h"

namespace whorl::serve {

using Json = nlohmann::ordered_json;
using Query = std::vector<std::pair<std::string, std::string>>;

struct LocalClient::Connected {
  Connected(std::string folder, const Progress& shown, int descriptor)
      : registry(std::move(folder)), progress(shown), socket(descriptor) {}
  Connected(const Connected&) = delete;
  Connected& operator=(const Connected&) = delete;
  ~Connected() { close(socket); }

  const std::string registry;
  const Progress& progress;
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
  auto code = ErrorCode::invalid_argument;
  if (status == 413) code = ErrorCode::limit_exceeded;
  if (status == 507) code = ErrorCode::disk_full;
  if (json.is_object() && json.contains("detail") && json["detail"].is_string()) {
    return fail(code,
                "the service that has the registry says: " + json["detail"].get<std::string>());
  }
  return lost();
}

}  // namespace

std::optional<LocalClient> LocalClient::connect(const std::string& registry,
                                                const Progress& progress) {
  const int socket = connect_local(registry);
  if (socket < 0) return std::nullopt;
  return LocalClient(std::make_unique<Connected>(registry, progress, socket));
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
  const auto ask = [&] {
    return exchange(connected_->socket, connected_->registry, head, body, connected_->progress);
  };
  auto answer = ask();
  if (answer && !*answer) {
    // It closes what was idle, and takes a document twice as once.
    auto again = connect(connected_->registry, connected_->progress);
    if (!again) return lost();
    connected_ = std::move(again->connected_);
    answer = ask();
  }
  if (!answer) return tl::unexpected(answer.error());
  if (!*answer) return lost();
  if ((*answer)->status < 300) return std::move((*answer)->body);
  return problem_of((*answer)->status, (*answer)->body);
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
