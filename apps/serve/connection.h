// A connection: one client, one request after the other, on its own strand.
#pragma once

#include <atomic>
#include <boost/asio/awaitable.hpp>
#include <boost/asio/buffer.hpp>
#include <boost/asio/generic/stream_protocol.hpp>
#include <boost/asio/ssl/context.hpp>
#include <boost/asio/thread_pool.hpp>
#include <boost/beast/core/basic_stream.hpp>
#include <boost/beast/core/flat_buffer.hpp>
#include <chrono>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "serve/admission.h"
#include "serve/http_parser.h"
#include "serve/service.h"
#include "serve/upload.h"

namespace whorl::serve {

// Stream: a TCP or local socket, in clear text or with TLS, with a time limit.
//
// It moves bytes and knows no protocol. Asynchronous operations are compiled once, in
// connection.cc, because their templates take longer to compile than the rest of the service.

class Stream {
 public:
  using Socket = boost::asio::generic::stream_protocol::socket;
  using Plain = boost::beast::basic_stream<boost::asio::generic::stream_protocol>;
  template <class T>
  using Awaitable = boost::asio::awaitable<T>;
  using Error = boost::system::error_code;

  struct Read {
    Error error;
    std::size_t bytes = 0;
  };

  // `tls`: null for clear text.
  explicit Stream(Socket socket, boost::asio::ssl::context* tls = nullptr);
  Stream(const Stream&) = delete;
  Stream& operator=(const Stream&) = delete;
  ~Stream();

  auto get_executor() { return plain_.get_executor(); }
  // Time limit of all operations that begin from now on, together.
  void expires_after(std::chrono::nanoseconds time) { plain_.expires_after(time); }
  void cancel() { plain_.cancel(); }
  void close() { plain_.close(); }

  // Returns true if the client uses TLS; at once if the stream is in clear text.
  Awaitable<bool> handshake();
  // Tells the client that no more bytes follow.
  Awaitable<void> end();
  // Waits for at least one byte.
  Awaitable<Read> read_some(boost::asio::mutable_buffer to);
  // Writes all bytes of both.
  Awaitable<Error> write(std::string_view first, std::string_view second = {});
  // Waits without reading or writing.
  Awaitable<void> pause(std::chrono::nanoseconds time);

  // Ends both directions at once.
  void shut_down();

 private:
  struct Tls;

  Plain plain_;
  std::unique_ptr<Tls> tls_;
};

// The data that all connections share.
struct Shared {
  Service& service;
  boost::asio::thread_pool& workers;  // endpoints run there
  std::atomic<bool> stopping{false};
};

// An object that is notified when the service stops.
class Stoppable {
 public:
  virtual ~Stoppable() = default;
  // From any thread: nothing begins after what is under way.
  virtual void stop() = 0;
};

// The other end of a connection.
struct Peer {
  std::string address = {};  // for the audit log
  // Known from the system; otherwise each request identifies its caller.
  std::optional<Caller> trusted = {};
  bool is_proxy = false;
};

class Connection : public Stoppable, public std::enable_shared_from_this<Connection> {
 public:
  // `tls`: null for clear text.
  Connection(Stream::Socket socket, boost::asio::ssl::context* tls, Peer peer, Shared& shared);
  ~Connection() override;

  // Runs until the client leaves, breaks a rule, or takes too long.
  boost::asio::awaitable<void> run();
  void stop() override;
  auto executor() { return stream_.get_executor(); }

 private:
  // The step after an answer. Linger: close, but let the client read the answer first.
  enum class Next { another, close, linger };
  template <class T>
  using Awaitable = boost::asio::awaitable<T>;

  // The awaited part of a message.
  enum class Part { head, all };

  Awaitable<Next> exchange();
  Awaitable<NetworkError> read(http::basic_parser<true>& parser, Part part);
  Awaitable<NetworkError> read_more(http::basic_parser<true>& parser);
  Awaitable<Next> refuse(HeadParser& head, Response response);
  Awaitable<bool> read_body(HeadParser& head, Admitted& admitted, Response& refusal);
  Awaitable<bool> read_text(HeadParser& head, Request& request, Response& refusal);
  Awaitable<bool> read_archive(HeadParser& head, Request& request, Response& refusal);
  Awaitable<void> go_on(const HeadParser& head);
  Awaitable<Response> answer(const Admitted& admitted);
  Awaitable<Response> answer_in_worker(const Admitted& admitted);
  Awaitable<bool> write(Response response, const Wire& wire);
  Awaitable<bool> write_text(Response response, const Wire& wire);
  Awaitable<bool> write_file(Response response, const Wire& wire);
  Awaitable<bool> write_events(Response response, const Wire& wire);
  Awaitable<void> linger();
  void tell(const Admitted& admitted, unsigned status);
  void allow(std::uint64_t seconds);

  Stream stream_;
  const Peer peer_;
  boost::beast::flat_buffer buffer_;
  Shared& shared_;
  AuditLine line_;                // of the current request
  std::optional<Upload> upload_;  // of the current request
  std::chrono::steady_clock::time_point begin_;
  bool idle_ = false;
};

}  // namespace whorl::serve
