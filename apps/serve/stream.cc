#include "serve/stream.h"

#include <array>
#include <boost/asio/ssl/stream.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/write.hpp>
#include <utility>

#include "serve/await.h"

namespace whorl::serve {

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

}  // namespace whorl::serve
