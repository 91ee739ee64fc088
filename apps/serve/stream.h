// Stream: a socket of TCP or of this machine, in clear or under TLS, with a time limit.
#pragma once

#include <boost/asio/async_result.hpp>
#include <boost/asio/awaitable.hpp>
#include <boost/asio/generic/stream_protocol.hpp>
#include <boost/asio/ssl/context.hpp>
#include <boost/asio/ssl/stream.hpp>
#include <boost/beast/core/basic_stream.hpp>
#include <optional>
#include <utility>

namespace whorl::serve {

class Stream {
 public:
  using Socket = boost::asio::generic::stream_protocol::socket;
  using Plain = boost::beast::basic_stream<boost::asio::generic::stream_protocol>;
  using executor_type = Plain::executor_type;

  // `tls`: null for clear text.
  explicit Stream(Socket socket, boost::asio::ssl::context* tls = nullptr)
      : plain_(std::move(socket)) {
    if (tls != nullptr) tls_.emplace(plain_, *tls);
  }
  Stream(const Stream&) = delete;
  Stream& operator=(const Stream&) = delete;

  executor_type get_executor() { return plain_.get_executor(); }
  auto& socket() { return plain_.socket(); }
  void expires_after(std::chrono::nanoseconds time) { plain_.expires_after(time); }
  void cancel() { plain_.cancel(); }
  void close() { plain_.close(); }

  // Whether the client speaks TLS; at once where none is asked for.
  boost::asio::awaitable<bool> handshake();
  // Tells the client that no more comes.
  boost::asio::awaitable<void> end();

  template <class Buffers, class Token>
  auto async_read_some(const Buffers& buffers, Token&& token) {
    return boost::asio::async_initiate<Token, void(boost::system::error_code, std::size_t)>(
        [this](auto handler, const Buffers& to) {
          if (tls_) return tls_->async_read_some(to, std::move(handler));
          plain_.async_read_some(to, std::move(handler));
        },
        token, buffers);
  }
  template <class Buffers, class Token>
  auto async_write_some(const Buffers& buffers, Token&& token) {
    return boost::asio::async_initiate<Token, void(boost::system::error_code, std::size_t)>(
        [this](auto handler, const Buffers& from) {
          if (tls_) return tls_->async_write_some(from, std::move(handler));
          plain_.async_write_some(from, std::move(handler));
        },
        token, buffers);
  }

 private:
  Plain plain_;
  std::optional<boost::asio::ssl::stream<Plain&>> tls_;
};

}  // namespace whorl::serve
