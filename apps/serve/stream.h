// Stream: a socket of TCP or of this machine, in clear or under TLS, with a time limit.
//
// It moves bytes and knows no protocol. Asynchronous operations are compiled once, in stream.cc:
// their templates take a compiler longer than the rest of the service.
#pragma once

#include <boost/asio/awaitable.hpp>
#include <boost/asio/buffer.hpp>
#include <boost/asio/generic/stream_protocol.hpp>
#include <boost/asio/ssl/context.hpp>
#include <boost/beast/core/basic_stream.hpp>
#include <chrono>
#include <memory>
#include <string_view>

namespace whorl::serve {

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
  // Of all operations that begin from now on, together.
  void expires_after(std::chrono::nanoseconds time) { plain_.expires_after(time); }
  void cancel() { plain_.cancel(); }
  void close() { plain_.close(); }

  // Returns true if the client speaks TLS; at once if the stream is in clear text.
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

}  // namespace whorl::serve
