#include "serve/connection.h"

#include <algorithm>
#include <array>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/error.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/ssl/stream.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <boost/asio/write.hpp>
#include <boost/beast/core/file.hpp>
#include <boost/beast/http/file_body.hpp>
#include <boost/beast/http/string_body.hpp>
#include <chrono>
#include <filesystem>
#include <utility>

#include "serve/archive_kind.h"
#include "serve/await.h"
#include "serve/entity_tag.h"
#include "serve/problem.h"

namespace whorl::serve {

namespace asio = boost::asio;
namespace beast = boost::beast;

namespace {

constexpr std::size_t kReadAhead = 64 << 10;
constexpr std::size_t kMostLingered = 1 << 20;
constexpr std::size_t kFileBlock = 64 << 10;
constexpr auto kBetweenEvents = std::chrono::milliseconds(200);

// Increments a counter while it lives.
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

namespace asio = boost::asio;

struct Stream::Tls {
  asio::ssl::stream<Plain&> stream;
};

Stream::Stream(Socket socket, asio::ssl::context* tls) : plain_(std::move(socket)) {
  if (tls != nullptr) tls_.reset(new Tls{asio::ssl::stream<Plain&>(plain_, *tls)});
}

Stream::~Stream() = default;

asio::awaitable<bool> Stream::handshake() {
  if (!tls_) co_return true;
  const auto [error] =
      co_await tls_->stream.async_handshake(asio::ssl::stream_base::server, kAwait);
  co_return !error;
}

asio::awaitable<void> Stream::end() {
  if (tls_) co_await tls_->stream.async_shutdown(kAwait);
  Error ignored;
  plain_.socket().shutdown(asio::socket_base::shutdown_send, ignored);
}

asio::awaitable<Stream::Read> Stream::read_some(asio::mutable_buffer to) {
  if (tls_) {
    const auto [error, bytes] = co_await tls_->stream.async_read_some(to, kAwait);
    co_return Read{error, bytes};
  }
  const auto [error, bytes] = co_await plain_.async_read_some(to, kAwait);
  co_return Read{error, bytes};
}

asio::awaitable<Stream::Error> Stream::write(std::string_view first, std::string_view second) {
  const std::array<asio::const_buffer, 2> parts = {asio::buffer(first), asio::buffer(second)};
  if (tls_) {
    const auto [error, bytes] = co_await asio::async_write(tls_->stream, parts, kAwait);
    co_return error;
  }
  const auto [error, bytes] = co_await asio::async_write(plain_, parts, kAwait);
  co_return error;
}

asio::awaitable<void> Stream::pause(std::chrono::nanoseconds time) {
  asio::steady_timer timer(plain_.get_executor(), time);
  co_await timer.async_wait(kAwait);
}

void Stream::shut_down() {
  Error ignored;
  plain_.socket().shutdown(asio::socket_base::shutdown_both, ignored);
}

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
  const NetworkError error = co_await read(head, Part::head);
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
  asked.from_proxy = peer_.is_proxy;
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

// Feeds incoming bytes to the parser until it has the head or the whole message.
asio::awaitable<NetworkError> Connection::read(http::basic_parser<true>& parser, Part part) {
  parser.eager(part == Part::all);
  while (!(part == Part::all ? parser.is_done() : parser.is_header_done())) {
    NetworkError error = http::error::need_more;
    if (buffer_.size() > 0) buffer_.consume(parser.put(buffer_.data(), error));
    if (error == http::error::need_more) error = co_await read_more(parser);
    if (error) co_return error;
  }
  co_return NetworkError{};
}

asio::awaitable<NetworkError> Connection::read_more(http::basic_parser<true>& parser) {
  const std::size_t space = std::min(kReadAhead, buffer_.max_size() - buffer_.size());
  if (space == 0) co_return http::error::buffer_overflow;
  const auto [error, bytes] = co_await stream_.read_some(buffer_.prepare(space));
  buffer_.commit(bytes);
  if (error != asio::error::eof) co_return error;
  if (!parser.got_some()) co_return http::error::end_of_stream;
  NetworkError ended;
  parser.put_eof(ended);
  co_return ended;
}

asio::awaitable<Connection::Next> Connection::refuse(HeadParser& head, Response response) {
  const bool head_only = head.get().method() == http::verb::head;
  const Wire wire{11, false, head_only};
  if (!co_await write(std::move(response), wire)) co_return Next::close;
  co_return Next::linger;
}

// True if the endpoint has its input; otherwise `refusal` is the answer, with status 0 if no answer
// is possible.
asio::awaitable<bool> Connection::read_body(HeadParser& head, Admitted& admitted,
                                            Response& refusal) {
  if (admitted.endpoint->body == Body::none) {
    if (!has_body(head)) co_return true;
    refusal = problem(400, "a request to this address must not have a body");
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
  co_await stream_.write("HTTP/1.1 100 Continue\r\n\r\n");
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
  if (const NetworkError error = co_await read(parser, Part::all)) {
    auto answer = refusal_of(error, true);
    refusal = answer ? *std::move(answer) : Response{.status = 0};
    co_return false;
  }
  request.body = std::move(parser.get().body());
  line_.bytes = request.body.size();
  co_return true;
}

// Streamed to a file, for any size.
asio::awaitable<bool> Connection::read_archive(HeadParser& head, Request& request,
                                               Response& refusal) {
  Service& service = shared_.service;
  const Limits& limits = service.options.limits;
  const std::uint64_t announced = head.content_length().value_or(0);
  if (announced > limits.upload) {
    refusal = problem(413, "an archive has at most " + std::to_string(limits.upload) + " bytes");
  } else if (service.metrics.uploads >= limits.uploads) {
    refusal = problem(503, "too many archives are arriving; send it again in a few minutes");
  } else if (service.jobs.folder().free_bytes() < std::max(announced, kLeastFree)) {
    refusal = problem(507, "the disk is nearly full; tell the administrator of this service");
  }
  if (refusal.status != 200) co_return false;
  co_await go_on(head);
  allow(limits.upload_seconds);
  upload_.emplace(service.jobs.folder().new_upload(), service.metrics.uploads);
  http::request_parser<http::file_body> parser(std::move(head));
  parser.body_limit(limits.upload);
  NetworkError error;
  parser.get().body().open(upload_->path().c_str(), beast::file_mode::write_new, error);
  if (!error) error = co_await read(parser, Part::all);
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

// Requests that only read counters are answered here; the others in a worker, where they do not
// block other requests.
asio::awaitable<Response> Connection::answer(const Admitted& admitted) {
  Service& service = shared_.service;
  if (admitted.endpoint->role == Role::anyone) co_return respond(service, admitted);
  if (service.metrics.waiting >= service.options.limits.requests) {
    co_return problem(503, "there are too many requests; try again in a few seconds");
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
  std::optional<std::uint64_t> length;
  if (response.status != kNotModified) length = response.body.size();
  const std::string head = head_text(response, wire, length);
  const std::string_view body = wire.head_only ? std::string_view() : response.body;
  const NetworkError error = co_await stream_.write(head, body);
  co_return !error;
}

asio::awaitable<bool> Connection::write_file(Response response, const Wire& wire) {
  beast::file file;
  NetworkError error;
  file.open(response.file.c_str(), beast::file_mode::scan, error);
  const std::uint64_t size = error ? 0 : file.size(error);
  if (error) {
    Response gone = problem(410, "this address no longer exists");
    co_return co_await write_text(std::move(gone), wire);
  }
  allow(shared_.service.options.limits.upload_seconds);
  error = co_await stream_.write(head_text(response, wire, size));
  std::string block(std::min<std::uint64_t>(size, kFileBlock), '\0');
  for (std::uint64_t left = wire.head_only ? 0 : size; !error && left > 0;) {
    const std::size_t taken =
        file.read(block.data(), std::min<std::uint64_t>(left, block.size()), error);
    if (error || taken == 0) co_return false;
    error = co_await stream_.write(std::string_view(block).substr(0, taken));
    left -= taken;
  }
  co_return !error;
}

// Checks for news regularly while the client stays.
asio::awaitable<bool> Connection::write_events(Response response, const Wire& wire) {
  const Limits& limits = shared_.service.options.limits;
  allow(limits.seconds);
  const Wire last{wire.version, false, wire.head_only};
  NetworkError error = co_await stream_.write(head_text(response, last, std::nullopt));
  const Counted counted(shared_.service.metrics.streams);
  while (!error && !wire.head_only && !shared_.stopping) {
    const std::optional<std::string> news = response.events();
    if (!news) break;
    if (!news->empty()) {
      allow(limits.seconds);
      error = co_await stream_.write(*news);
    }
    co_await stream_.pause(kBetweenEvents);
  }
  co_return false;
}

// If a socket is closed with unread bytes, the client may lose the answer.
asio::awaitable<void> Connection::linger() {
  std::array<char, 16 << 10> nothing;
  for (std::size_t taken = 0; taken < kMostLingered;) {
    const auto [failed, bytes] = co_await stream_.read_some(asio::buffer(nothing));
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
