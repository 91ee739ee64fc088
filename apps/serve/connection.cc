#include "serve/connection.h"

#include <algorithm>
#include <array>
#include <boost/asio/as_tuple.hpp>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <boost/asio/write.hpp>
#include <boost/beast/http/file_body.hpp>
#include <boost/beast/http/read.hpp>
#include <boost/beast/http/string_body.hpp>
#include <boost/beast/http/write.hpp>
#include <chrono>
#include <filesystem>
#include <tuple>
#include <utility>

#include "serve/archive_kind.h"
#include "serve/problem.h"

namespace whorl::serve {

namespace asio = boost::asio;
namespace beast = boost::beast;

namespace {

constexpr auto kAwait = asio::as_tuple(asio::use_awaitable);
constexpr std::size_t kReadAhead = 64 << 10;
constexpr std::size_t kMostLingered = 1 << 20;
constexpr unsigned kNotModified = 304;
constexpr auto kBetweenEvents = std::chrono::milliseconds(200);

using Error = boost::system::error_code;

// One more among those that are counted, while it lives.
class Counted {
 public:
  explicit Counted(std::atomic<std::uint64_t>& count) : count_(count) { ++count_; }
  Counted(const Counted&) = delete;
  Counted& operator=(const Counted&) = delete;
  ~Counted() { --count_; }

 private:
  std::atomic<std::uint64_t>& count_;
};

}  // namespace

Connection::Connection(Stream::Socket socket, asio::ssl::context* tls, Peer peer, Shared& shared)
    : stream_(std::move(socket), tls),
      peer_(std::move(peer)),
      buffer_(shared.service.options.limits.header + kReadAhead),
      shared_(shared) {
  ++shared_.service.metrics.connections;
}

Connection::~Connection() { --shared_.service.metrics.connections; }

void Connection::allow(std::uint64_t seconds) {
  stream_.expires_after(std::chrono::seconds(seconds));
}

void Connection::stop() {
  asio::post(stream_.get_executor(), [self = shared_from_this()] {
    if (self->idle_) self->stream_.cancel();
  });
}

asio::awaitable<void> Connection::run() {
  allow(shared_.service.options.limits.seconds);
  Next next = co_await stream_.handshake() ? Next::another : Next::close;
  while (next == Next::another) next = co_await exchange();
  allow(1);
  co_await stream_.end();
  if (next == Next::linger) co_await linger();
  stream_.close();
}

asio::awaitable<Connection::Next> Connection::exchange() {
  const Limits& limits = shared_.service.options.limits;
  HeadParser head;
  head.header_limit(static_cast<std::uint32_t>(limits.header));
  head.body_limit(boost::none);
  allow(limits.seconds);
  idle_ = true;
  const auto [error, bytes] = co_await http::async_read_header(stream_, buffer_, head, kAwait);
  idle_ = false;
  begin_ = std::chrono::steady_clock::now();
  line_ = {.peer = peer_.address};
  if (error) {
    auto refusal = refusal_of(error, head.got_some() || buffer_.size() > 0);
    if (!refusal) co_return Next::close;
    co_return co_await refuse(head, *std::move(refusal));
  }
  if (auto refusal = broken_rule(head)) co_return co_await refuse(head, *std::move(refusal));

  Head asked = head_of(head);
  asked.peer = peer_.address;
  asked.trusted = peer_.trusted;
  line_.method = asked.method;
  Admission admission = admit(shared_.service, asked);
  Wire wire{head.get().version(), head.keep_alive() && !shared_.stopping, asked.method == "HEAD"};
  if (admission.refused) {
    tell(admission.admitted, admission.refusal.status);
    wire.keep_alive = wire.keep_alive && !has_body(head);
    if (!co_await write(std::move(admission.refusal), wire)) co_return Next::close;
    co_return wire.keep_alive ? Next::another : Next::linger;
  }
  Response refusal;
  if (!co_await read_body(head, admission.admitted, refusal)) {
    upload_.reset();
    tell(admission.admitted, refusal.status);
    if (refusal.status == 0) co_return Next::close;
    co_return co_await refuse(head, std::move(refusal));
  }
  Response response = co_await answer(admission.admitted);
  tell(admission.admitted, response.status);
  upload_.reset();
  const bool written = co_await write(std::move(response), wire);
  if (!written || !wire.keep_alive) co_return Next::close;
  co_return Next::another;
}

asio::awaitable<Connection::Next> Connection::refuse(HeadParser& head, Response response) {
  const bool head_only = head.get().method() == http::verb::head;
  const Wire wire{11, false, head_only};
  if (!co_await write(std::move(response), wire)) co_return Next::close;
  co_return Next::linger;
}

// Whether the endpoint has what it takes; otherwise `refusal` is the answer, of status 0 where
// there can be none.
asio::awaitable<bool> Connection::read_body(HeadParser& head, Admitted& admitted,
                                            Response& refusal) {
  if (admitted.endpoint->body == Body::none) {
    if (!has_body(head)) co_return true;
    refusal = problem(400, "this address takes no body");
    co_return false;
  }
  const Body body = admitted.endpoint->body;
  if (body == Body::archive || body == Body::file ||
      (body == Body::text_or_archive && is_archive_type(admitted.request.content_type))) {
    co_return co_await read_archive(head, admitted.request, refusal);
  }
  co_return co_await read_text(head, admitted.request, refusal);
}

asio::awaitable<void> Connection::go_on(const HeadParser& head) {
  if (!expects_continue(head) || !has_body(head)) co_return;
  http::response<http::empty_body> message(http::status::continue_, 11);
  co_await http::async_write(stream_, message, kAwait);
}

asio::awaitable<bool> Connection::read_text(HeadParser& head, Request& request, Response& refusal) {
  const std::uint64_t most = shared_.service.options.limits.body;
  if (head.content_length().value_or(0) > most) {
    refusal = problem(413, "a text has at most " + std::to_string(most) + " bytes");
    co_return false;
  }
  co_await go_on(head);
  http::request_parser<http::string_body> parser(std::move(head));
  parser.body_limit(most);
  const auto [error, bytes] = co_await http::async_read(stream_, buffer_, parser, kAwait);
  if (error) {
    auto answer = refusal_of(error, true);
    refusal = answer ? *std::move(answer) : Response{.status = 0};
    co_return false;
  }
  request.body = std::move(parser.get().body());
  line_.bytes = request.body.size();
  co_return true;
}

// Streamed to a file, whatever its size.
asio::awaitable<bool> Connection::read_archive(HeadParser& head, Request& request,
                                               Response& refusal) {
  Service& service = shared_.service;
  const Limits& limits = service.options.limits;
  const std::uint64_t announced = head.content_length().value_or(0);
  if (announced > limits.upload) {
    refusal = problem(413, "an archive has at most " + std::to_string(limits.upload) + " bytes");
  } else if (service.metrics.uploads >= limits.uploads) {
    refusal = problem(503, "too many archives come in; send it again in some minutes");
  } else if (service.jobs.folder().free_bytes() < std::max(announced, kLeastFree)) {
    refusal = problem(507, "the disk is nearly full; ask whoever runs this service");
  }
  if (refusal.status != 200) co_return false;
  co_await go_on(head);
  allow(limits.upload_seconds);
  upload_.emplace(service.jobs.folder().new_upload(), service.metrics.uploads);
  http::request_parser<http::file_body> parser(std::move(head));
  parser.body_limit(limits.upload);
  Error error;
  parser.get().body().open(upload_->path().c_str(), beast::file_mode::write_new, error);
  if (!error) {
    std::tie(error, std::ignore) = co_await http::async_read(stream_, buffer_, parser, kAwait);
  }
  std::error_code unknown;
  line_.bytes = std::filesystem::file_size(upload_->path(), unknown);
  if (error) {
    auto answer = refusal_of(error, true);
    refusal = answer ? *std::move(answer) : Response{.status = 0};
    co_return false;
  }
  request.upload = upload_->path();
  co_return true;
}

// Those that only look at counters answer here; the others where they hold nobody up.
asio::awaitable<Response> Connection::answer(const Admitted& admitted) {
  Service& service = shared_.service;
  if (admitted.endpoint->role == Role::anyone) co_return respond(service, admitted);
  if (service.metrics.waiting >= service.options.limits.requests) {
    co_return problem(503, "there are too many requests; ask again in some seconds");
  }
  const Counted counted(service.metrics.waiting);
  Response response =
      co_await asio::co_spawn(shared_.workers, answer_in_worker(admitted), asio::use_awaitable);
  co_return response;
}

asio::awaitable<Response> Connection::answer_in_worker(const Admitted& admitted) {
  co_return respond(shared_.service, admitted);
}

asio::awaitable<bool> Connection::write(Response response, const Wire& wire) {
  if (response.events) co_return co_await write_events(std::move(response), wire);
  if (response.file.empty()) co_return co_await write_text(std::move(response), wire);
  co_return co_await write_file(std::move(response), wire);
}

asio::awaitable<bool> Connection::write_text(Response response, const Wire& wire) {
  allow(shared_.service.options.limits.seconds);
  http::response<http::string_body> message(header_of(response, wire));
  message.keep_alive(wire.keep_alive);
  if (response.status != kNotModified) message.content_length(response.body.size());
  if (!wire.head_only) message.body() = std::move(response.body);
  const auto [error, bytes] = co_await http::async_write(stream_, message, kAwait);
  co_return !error;
}

asio::awaitable<bool> Connection::write_file(Response response, const Wire& wire) {
  http::response<http::file_body> message(header_of(response, wire));
  Error error;
  message.body().open(response.file.c_str(), beast::file_mode::scan, error);
  if (error) {
    Response gone = problem(410, "this was there, and is no more");
    co_return co_await write_text(std::move(gone), wire);
  }
  allow(shared_.service.options.limits.upload_seconds);
  message.keep_alive(wire.keep_alive);
  message.content_length(message.body().size());
  http::response_serializer<http::file_body> serializer(message);
  if (wire.head_only) {
    const auto [failed, bytes] = co_await http::async_write_header(stream_, serializer, kAwait);
    co_return !failed;
  }
  const auto [failed, bytes] = co_await http::async_write(stream_, serializer, kAwait);
  co_return !failed;
}

// Looks for news now and then, for as long as the client stays.
asio::awaitable<bool> Connection::write_events(Response response, const Wire& wire) {
  const Limits& limits = shared_.service.options.limits;
  Metrics& metrics = shared_.service.metrics;
  http::response<http::empty_body> message(header_of(response, wire));
  message.keep_alive(false);
  http::response_serializer<http::empty_body> serializer(message);
  allow(limits.seconds);
  Error error;
  std::tie(error, std::ignore) = co_await http::async_write_header(stream_, serializer, kAwait);
  const Counted counted(metrics.streams);
  asio::steady_timer timer(stream_.get_executor());
  while (!error && !wire.head_only && !shared_.stopping) {
    const std::optional<std::string> news = response.events();
    if (!news) break;
    if (!news->empty()) {
      allow(limits.seconds);
      std::tie(error, std::ignore) =
          co_await asio::async_write(stream_, asio::buffer(*news), kAwait);
    }
    timer.expires_after(kBetweenEvents);
    co_await timer.async_wait(kAwait);
  }
  co_return false;
}

// A socket that is closed with bytes unread takes the answer back from the client.
asio::awaitable<void> Connection::linger() {
  std::array<char, 16 << 10> nothing;
  for (std::size_t taken = 0; taken < kMostLingered;) {
    const auto [failed, bytes] = co_await stream_.async_read_some(asio::buffer(nothing), kAwait);
    if (failed) co_return;
    taken += bytes;
  }
}

void Connection::tell(const Admitted& admitted, unsigned status) {
  const std::chrono::duration<double> taken = std::chrono::steady_clock::now() - begin_;
  const bool known = admitted.endpoint != nullptr;
  line_.endpoint = known ? std::string(admitted.endpoint->path) : "none";
  line_.caller = admitted.caller.name;
  line_.status = status;
  line_.seconds = taken.count();
  shared_.service.metrics.answered(line_.endpoint, status, line_.seconds);
  if (!known || admitted.endpoint->role != Role::anyone) shared_.service.audit.write(line_);
}

}  // namespace whorl::serve
