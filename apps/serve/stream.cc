#include "serve/stream.h"

#include <boost/asio/as_tuple.hpp>
#include <boost/asio/use_awaitable.hpp>

namespace whorl::serve {
namespace {

constexpr auto kAwait = boost::asio::as_tuple(boost::asio::use_awaitable);

}  // namespace

boost::asio::awaitable<bool> Stream::handshake() {
  if (!tls_) co_return true;
  const auto [error] =
      co_await tls_->async_handshake(boost::asio::ssl::stream_base::server, kAwait);
  co_return !error;
}

boost::asio::awaitable<void> Stream::end() {
  if (tls_) co_await tls_->async_shutdown(kAwait);
  boost::system::error_code ignored;
  socket().shutdown(boost::asio::socket_base::shutdown_send, ignored);
}

}  // namespace whorl::serve
