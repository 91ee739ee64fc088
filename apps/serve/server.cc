// Listening, and stopping without cutting anybody off.
#include <sodium.h>
#include <sys/resource.h>

#include <algorithm>
#include <boost/asio/as_tuple.hpp>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/signal_set.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/strand.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <charconv>
#include <csignal>
#include <list>
#include <mutex>
#include <thread>
#include <vector>

#include "serve/connection.h"
#include "serve/serve.h"

namespace whorl::serve {
namespace {

namespace asio = boost::asio;
using asio::ip::tcp;

constexpr auto kAwait = asio::as_tuple(asio::use_awaitable);
constexpr auto kGrace = std::chrono::seconds(10);  // for what is being answered at the end
constexpr auto kBreath = std::chrono::milliseconds(50);
constexpr rlim_t kOtherFiles = 1024;  // of the registry, and of jobs

tl::unexpected<Error> wrong(std::string message) {
  return fail(ErrorCode::invalid_argument, std::move(message));
}

Result<tcp::endpoint> parse_address(const std::string& text) {
  const std::size_t colon = text.rfind(':');
  const std::string example = "; write it as 127.0.0.1:8080 or [::1]:8080";
  if (colon == text.npos) return wrong("--listen " + text + ": names no port" + example);
  std::uint16_t port = 0;
  const char* const end = text.data() + text.size();
  const auto [rest, error] = std::from_chars(text.data() + colon + 1, end, port);
  if (error != std::errc{} || rest != end) return wrong("--listen " + text + ": no port" + example);
  std::string host = text.substr(0, colon);
  if (host.starts_with('[') && host.ends_with(']')) host = host.substr(1, host.size() - 2);
  if (host == "localhost") host = "127.0.0.1";
  boost::system::error_code bad;
  const auto address = asio::ip::make_address(host, bad);
  if (bad) return wrong("--listen " + text + ": no address" + example);
  return tcp::endpoint(address, port);
}

std::string spelled(const tcp::endpoint& endpoint) {
  const std::string host = endpoint.address().to_string();
  return "http://" + (endpoint.address().is_v6() ? "[" + host + "]" : host) + ":" +
         std::to_string(endpoint.port());
}

void allow_files(std::uint64_t connections) {
  rlimit files = {};
  if (getrlimit(RLIMIT_NOFILE, &files) != 0) return;
  files.rlim_cur =
      std::max(files.rlim_cur, std::min<rlim_t>(files.rlim_max, connections + kOtherFiles));
  setrlimit(RLIMIT_NOFILE, &files);
}

class Server {
 public:
  explicit Server(Service& service) : shared_{service, workers_}, limits_(service.options.limits) {}

  Result<std::string> listen(const tcp::endpoint& at) {
    boost::system::error_code error;
    acceptor_.open(at.protocol(), error);
    if (!error) acceptor_.set_option(tcp::acceptor::reuse_address(true), error);
    if (!error) acceptor_.bind(at, error);
    if (!error) acceptor_.listen(asio::socket_base::max_listen_connections, error);
    if (error) return fail(ErrorCode::io, spelled(at) + " cannot be used: " + error.message());
    return spelled(acceptor_.local_endpoint());
  }

  // Until a signal comes and what was begun is ended.
  void run() {
    signals_.async_wait([this](const boost::system::error_code& error, int) {
      if (!error) stop();
    });
    asio::co_spawn(control_, accept(), asio::detached);
    std::vector<std::jthread> others;
    for (std::size_t i = 1; i < kThreads; ++i) others.emplace_back([this] { io_.run(); });
    io_.run();
    others.clear();
    workers_.join();
  }

 private:
  static constexpr std::size_t kThreads = 2;  // they wait for the network; workers compute

  asio::awaitable<void> accept() {
    while (!shared_.stopping) {
      auto [error, socket] = co_await acceptor_.async_accept(asio::make_strand(io_), kAwait);
      if (error == asio::error::operation_aborted) co_return;
      if (error) {  // no descriptor is left, say
        asio::steady_timer timer(control_, kBreath);
        co_await timer.async_wait(kAwait);
        continue;
      }
      if (shared_.service.metrics.connections >= limits_.connections) {
        ++shared_.service.metrics.refused;
        continue;  // closes it
      }
      begin(std::move(socket));
    }
  }

  void begin(tcp::socket socket) {
    boost::system::error_code ignored;
    socket.set_option(tcp::no_delay(true), ignored);
    const auto executor = socket.get_executor();
    auto connection =
        std::make_shared<Connection>(boost::beast::tcp_stream(std::move(socket)), shared_);
    std::erase_if(open_, [](const auto& one) { return one.expired(); });
    open_.push_back(connection);
    asio::co_spawn(
        executor, [connection] { return connection->run(); },
        [connection](const std::exception_ptr&) {});
  }

  void stop() {
    shared_.stopping = true;
    acceptor_.close();
    for (const auto& one : open_) {
      if (const auto connection = one.lock()) connection->stop();
    }
    deadline_.expires_after(kGrace);
    deadline_.async_wait([this](const boost::system::error_code& error) {
      if (!error) io_.stop();
    });
    waits_.async_wait([](const boost::system::error_code&) {});
    asio::co_spawn(control_, end(), asio::detached);
  }

  // When the last connection is gone nothing is waited for.
  asio::awaitable<void> end() {
    while (shared_.service.metrics.connections > 0) {
      waits_.expires_after(kBreath);
      co_await waits_.async_wait(kAwait);
    }
    deadline_.cancel();
  }

  asio::io_context io_{static_cast<int>(kThreads)};
  asio::thread_pool workers_{std::max(2u, std::thread::hardware_concurrency())};
  Shared shared_;
  const Limits& limits_;
  asio::strand<asio::io_context::executor_type> control_ = asio::make_strand(io_);
  tcp::acceptor acceptor_{control_};
  asio::signal_set signals_{control_, SIGINT, SIGTERM};
  asio::steady_timer deadline_{control_};
  asio::steady_timer waits_{control_};
  std::list<std::weak_ptr<Connection>> open_;
};

}  // namespace

Result<void> serve(const ServeOptions& options,
                   const std::function<void(const std::string&)>& ready) {
  if (sodium_init() < 0) return fail(ErrorCode::internal, "libsodium cannot be used");
  const auto address = parse_address(options.listen);
  if (!address) return tl::unexpected(address.error());
  if (options.tokens.empty() && !address->address().is_loopback()) {
    return wrong("--listen " + options.listen +
                 ": others can reach it; name those who may ask with --tokens FILE");
  }
  allow_files(options.limits.connections);
  auto service = Service::open(options);
  if (!service) return tl::unexpected(service.error());
  Server server(**service);
  const auto listening = server.listen(*address);
  if (!listening) return tl::unexpected(listening.error());
  ready(*listening);
  server.run();
  return {};
}

}  // namespace whorl::serve
