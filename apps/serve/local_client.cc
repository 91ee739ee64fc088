#include "serve/local_client.h"

#include <sys/socket.h>
#include <unistd.h>

#include <array>
#include <boost/asio/buffer.hpp>
#include <boost/beast/http/parser.hpp>
#include <boost/beast/http/string_body.hpp>
#include <cerrno>
#include <chrono>
#include <nlohmann/json.hpp>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <string_view>

#include "serve/json_text.h"
#include "serve/local_socket.h"
#include "whorl/progress.h"
#include "whorl/registry.h"
#include "whorl/result.h"

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

// A request to the service that has a registry open, and its answer.
struct LocalAnswer {
  unsigned status = 0;
  std::string body;
};

namespace http = boost::beast::http;

using Clock = std::chrono::steady_clock;
using ResponseParser = http::response_parser<http::string_body>;

// A request may take minutes, but a service answers at once that it is alive.
constexpr auto kSilence = std::chrono::seconds(5);

constexpr auto kMostOfHealth = std::chrono::seconds(10);
constexpr std::string_view kHealth = "GET /health HTTP/1.1\r\nHost: localhost\r\n\r\n";

bool timed_out() { return errno == EAGAIN || errno == EWOULDBLOCK || errno == EINTR; }

// True if there is an answer within some seconds.
bool is_alive(const std::string& registry, const Progress& progress) {
  const int socket = connect_local(registry);
  if (socket < 0) return false;
  bool answers = false;
  if (send(socket, kHealth.data(), kHealth.size(), MSG_NOSIGNAL) > 0) {
    for (const auto end = Clock::now() + kMostOfHealth;
         Clock::now() < end && !progress.cancelled();) {
      char byte = 0;
      const ssize_t got = recv(socket, &byte, 1, 0);
      answers = got > 0;
      if (got >= 0 || !timed_out()) break;
    }
  }
  close(socket);
  return answers;
}

// The time to wait for a service.
class Wait {
 public:
  Wait(int socket, const std::string& registry, const Progress& progress)
      : socket_(socket), registry_(registry), progress_(progress) {}

  // Call it after a call that timed out.
  Result<void> go_on() {
    if (!progress_.cancelled() && Clock::now() < look_) return {};
    const bool alive = !progress_.cancelled() && is_alive(registry_, progress_);
    if (progress_.cancelled()) {
      return fail(ErrorCode::cancelled, "stopped; acknowledged documents are in the registry");
    }
    if (!alive) return no_answer();
    look_ = Clock::now() + kSilence;
    return {};
  }

 private:
  tl::unexpected<Error> no_answer() const {
    ucred service{};
    socklen_t size = sizeof service;
    getsockopt(socket_, SOL_SOCKET, SO_PEERCRED, &service, &size);
    const std::string process = std::to_string(service.pid);
    return fail(ErrorCode::io, "the service that has the registry, process " + process +
                                   ", does not answer: resume it (kill -CONT " + process +
                                   ") or end it, and run the same command again");
  }

  const int socket_;
  const std::string& registry_;
  const Progress& progress_;
  Clock::time_point look_ = Clock::now() + kSilence;
};

// It is no error if the connection ends here: a service that refuses a body may answer before it
// has all of it.
Result<void> send_all(int socket, std::string_view bytes, Wait& wait) {
  while (!bytes.empty()) {
    const ssize_t sent = send(socket, bytes.data(), bytes.size(), MSG_NOSIGNAL);
    if (sent > 0) {
      bytes.remove_prefix(static_cast<std::size_t>(sent));
    } else if (!timed_out()) {
      return {};
    } else if (auto on = wait.go_on(); !on) {
      return on;
    }
  }
  return {};
}

// False if the connection ends or fails before the answer is complete.
Result<bool> receive(int socket, ResponseParser& parser, Wait& wait) {
  std::string held;
  std::array<char, 64 << 10> block;
  parser.eager(true);
  while (!parser.is_done()) {
    const ssize_t got = recv(socket, block.data(), block.size(), 0);
    if (got < 0 && timed_out()) {
      if (const auto on = wait.go_on(); !on) return tl::unexpected(on.error());
      continue;
    }
    if (got <= 0) return false;
    held.append(block.data(), static_cast<std::size_t>(got));
    boost::system::error_code error;
    held.erase(0, parser.put(boost::asio::buffer(held), error));
    if (error && error != http::error::need_more) return false;
  }
  return true;
}

// Sends both parts of a request over a socket of connect_local() and waits for the answer as long
// as the service is alive. Returns nothing if the connection ended before the answer was complete.
// Fails with io if the service does not answer others either, with cancelled if the caller wants
// the work to end.
Result<std::optional<LocalAnswer>> exchange(int socket, const std::string& registry,
                                            std::string_view head, std::string_view body,
                                            const Progress& progress) {
  Wait wait(socket, registry, progress);
  for (const std::string_view part : {head, body}) {
    if (const auto sent = send_all(socket, part, wait); !sent) return tl::unexpected(sent.error());
  }
  ResponseParser parser;
  const auto whole = receive(socket, parser, wait);
  if (!whole) return tl::unexpected(whole.error());
  if (!*whole) return std::nullopt;
  return LocalAnswer{parser.get().result_int(), std::move(parser.get().body())};
}

// Parses a RegistryAnswer from the JSON of to_json().

using Json = nlohmann::ordered_json;

Estimate share_of(const Json& json) { return {json.at("value"), json.at("low"), json.at("high")}; }

std::vector<KnownRange> ranges_of(const Json& json) {
  std::vector<KnownRange> ranges;
  for (const Json& one : json) {
    KnownRange range;
    range.first = one.at("symbols").at(0);
    range.end = one.at("symbols").at(1);
    range.bytes = {one.at("bytes").at(0), one.at("bytes").at(1)};
    range.first_line = one.at("lines").at(0);
    range.last_line = one.at("lines").at(1);
    ranges.push_back(range);
  }
  return ranges;
}

RegistryHit hit_of(const Json& json) {
  RegistryHit hit;
  hit.document.codes = {json.at("owner"), json.at("group"), json.at("name"),
                        json.at("date"),  json.at("url"),   json.at("contact")};
  hit.document.bytes = json.at("bytes");
  hit.document.fingerprints = json.at("fingerprints");
  hit.document.added = json.at("added");
  hit.shared = json.at("shared");
  hit.contained = share_of(json.at("contained"));
  hit.contains = share_of(json.at("contains"));
  hit.symmetric = json.at("symmetric");
  hit.evidence = json.at("evidence");
  hit.rare = json.at("rare");
  hit.ranges = ranges_of(json.at("ranges"));
  hit.sizes_differ = json.at("sizes_differ");
  return hit;
}

// Nothing if it is invalid.
std::optional<RegistryAnswer> parse_answer(const Json& json) try {
  RegistryAnswer answer;
  answer.name = json.at("query");
  answer.bytes = json.at("bytes");
  answer.fingerprints = json.at("fingerprints");
  answer.common = json.at("common");
  answer.base = json.at("base");
  answer.global = share_of(json.at("global"));
  answer.ranges = ranges_of(json.at("ranges"));
  for (const Json& hit : json.at("hits")) answer.hits.push_back(hit_of(hit));
  answer.found = json.at("found");
  answer.hidden = json.at("hidden");
  answer.too_short = json.at("too_short");
  return answer;
} catch (const Json::exception&) {
  return std::nullopt;
}

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

// The message of a problem document.
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
    // The service closes idle connections, and accepts a document twice as once.
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
