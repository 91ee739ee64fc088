#include "serve/local_exchange.h"

#include <sys/socket.h>
#include <unistd.h>

#include <array>
#include <boost/asio/buffer.hpp>
#include <boost/beast/http/parser.hpp>
#include <boost/beast/http/string_body.hpp>
#include <cerrno>
#include <chrono>

#include "serve/local_socket.h"

namespace whorl::serve {
namespace {

namespace http = boost::beast::http;
using Clock = std::chrono::steady_clock;
using ResponseParser = http::response_parser<http::string_body>;

// A request may take minutes; whether a service is alive it says at once.
constexpr auto kSilence = std::chrono::seconds(5);
constexpr auto kMostOfHealth = std::chrono::seconds(10);

constexpr std::string_view kHealth = "GET /health HTTP/1.1\r\nHost: localhost\r\n\r\n";

bool timed_out() { return errno == EAGAIN || errno == EWOULDBLOCK || errno == EINTR; }

// Whether there is an answer within some seconds.
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

// How long is waited for a service.
class Wait {
 public:
  Wait(int socket, const std::string& registry, const Progress& progress)
      : socket_(socket), registry_(registry), progress_(progress) {}

  // After a call that timed out.
  Result<void> go_on() {
    if (!progress_.cancelled() && Clock::now() < look_) return {};
    const bool alive = !progress_.cancelled() && is_alive(registry_, progress_);
    if (progress_.cancelled()) {
      return fail(ErrorCode::cancelled,
                  "stopped: documents that were acknowledged are in the registry");
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
                                   ", does not answer: let it go on (kill -CONT " + process +
                                   ") or end it, and run the same command again");
  }

  const int socket_;
  const std::string& registry_;
  const Progress& progress_;
  Clock::time_point look_ = Clock::now() + kSilence;
};

// A connection that ends is no error here: a service that refuses a body may answer before it has
// all of it.
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

}  // namespace

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

}  // namespace whorl::serve
