// Listens, and stops without breaking off answers.

#include <malloc.h>
#include <openssl/ssl.h>
#include <sodium.h>
#include <sys/resource.h>
#include <sys/stat.h>

#include <algorithm>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/address.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/local/stream_protocol.hpp>
#include <boost/asio/signal_set.hpp>
#include <boost/asio/ssl/context.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/strand.hpp>
#include <charconv>
#include <csignal>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include "serve/await.h"
#include "serve/connection.h"
#include "serve/invalid.h"
#include "serve/local_socket.h"
#include "serve/moss_session.h"
#include "serve/serve.h"
#include "whorl/result.h"

namespace whorl::serve {
namespace {

// The certificate of a service with TLS.

namespace ssl = boost::asio::ssl;

// The suites of TLS 1.2 with ephemeral keys and authenticated encryption; all suites of TLS 1.3
// have both. With ephemeral keys, recorded traffic stays secret even if the server's key is stolen.
constexpr const char* kSuites = "ECDHE+AESGCM:ECDHE+CHACHA20";

constexpr const char* kGroups = "X25519:P-256:P-384:P-521";

// A context for TLS 1.2 and later.
ssl::context tls_context() {
  ssl::context context(ssl::context::tls_server);
  context.set_options(ssl::context::default_workarounds | ssl::context::no_compression);
  SSL_CTX_set_min_proto_version(context.native_handle(), TLS1_2_VERSION);
  SSL_CTX_set_options(context.native_handle(), SSL_OP_NO_RENEGOTIATION);
  SSL_CTX_set_cipher_list(context.native_handle(), kSuites);
  SSL_CTX_set1_groups_list(context.native_handle(), kGroups);
  return context;
}

// Loads the certificate, for connections from now on. Fails if a file cannot be read or is invalid,
// if the certificate belongs to another key, or if other users may read the key.
Result<void> load_certificate(ssl::context& context, const TlsFiles& files) {
  struct stat status = {};
  if (stat(files.key.c_str(), &status) != 0) {
    return fail(ErrorCode::not_found, "--tls-key " + files.key + ": is not there");
  }
  if ((status.st_mode & 007) != 0) {
    return fail(ErrorCode::invalid_argument,
                "--tls-key " + files.key + ": all users can read it; run chmod 600 " + files.key);
  }
  boost::system::error_code error;
  context.use_certificate_chain_file(files.certificate, error);
  if (error) {
    return fail(ErrorCode::unreadable,
                "--tls-cert " + files.certificate +
                    ": is not a certificate in PEM format: " + error.message());
  }
  context.use_private_key_file(files.key, ssl::context::pem, error);
  if (!error) return {};
  return fail(ErrorCode::unreadable,
              "--tls-key " + files.key +
                  ": is not the key of that certificate in PEM format: " + error.message());
}

// Addresses to listen on.

namespace asio = boost::asio;

using asio::ip::tcp;

// "127.0.0.1:8080" or "[::1]:8080", the value of `flag`.
Result<tcp::endpoint> parse_address(const std::string& flag, const std::string& text) {
  const std::size_t colon = text.rfind(':');
  const std::string example = "; write it as 127.0.0.1:8080 or [::1]:8080";
  if (colon == text.npos) return invalid(flag + " " + text + ": names no port" + example);
  std::uint16_t port = 0;
  const char* const end = text.data() + text.size();
  const auto [rest, error] = std::from_chars(text.data() + colon + 1, end, port);
  if (error != std::errc{} || rest != end)
    return invalid(flag + " " + text + ": no port" + example);
  std::string host = text.substr(0, colon);
  if (host.starts_with('[') && host.ends_with(']')) host = host.substr(1, host.size() - 2);
  if (host == "localhost") host = "127.0.0.1";
  boost::system::error_code bad;
  const auto address = asio::ip::make_address(host, bad);
  if (bad) return invalid(flag + " " + text + ": no address" + example);
  return tcp::endpoint(address, port);
}

// "http://127.0.0.1:8080"
std::string url_of(const std::string& scheme, const tcp::endpoint& endpoint) {
  const std::string host = endpoint.address().to_string();
  return scheme + "://" + (endpoint.address().is_v6() ? "[" + host + "]" : host) + ":" +
         std::to_string(endpoint.port());
}

constexpr auto kGrace = std::chrono::seconds(10);  // for answers in progress at the end
constexpr auto kBreath = std::chrono::milliseconds(50);
constexpr std::size_t kFewSessions = 64;
constexpr rlim_t kOtherFiles = 1024;  // of the registry, and of jobs

void allow_files(std::uint64_t connections) {
  rlimit files = {};
  if (getrlimit(RLIMIT_NOFILE, &files) != 0) return;
  files.rlim_cur =
      std::max(files.rlim_cur, std::min<rlim_t>(files.rlim_max, connections + kOtherFiles));
  setrlimit(RLIMIT_NOFILE, &files);
}

// A search allocates blocks of some hundred KB and frees them. By default the allocator returns
// them to the system and allocates them again. That costs a fault a page, most of the time of a
// search.
void keep_freed_memory() {
  mallopt(M_MMAP_THRESHOLD, 64 << 20);
  mallopt(M_TRIM_THRESHOLD, 256 << 20);
  mallopt(M_TOP_PAD, 16 << 20);
}

std::string address_of(const tcp::socket& socket) {
  boost::system::error_code error;
  const auto peer = socket.remote_endpoint(error);
  return error ? std::string() : peer.address().to_string();
}

class Server {
 public:
  Server(Service& service, const Tell& warn)
      : shared_{service, workers_}, limits_(service.options.limits), warn_(warn) {}

  // Opens all addresses of the options; returns them.
  Result<std::vector<std::string>> listen() {
    const ServeOptions& options = shared_.service.options;
    const bool tls = !options.tls.certificate.empty();
    if (tls) {
      if (auto loaded = load_certificate(tls_, options.tls); !loaded) {
        return tl::unexpected(loaded.error());
      }
      context_ = &tls_;
    }
    auto http = open(http_, "--listen", options.listen, tls ? "https" : "http");
    if (!http) return tl::unexpected(http.error());
    url_ = options.url.empty() ? *http : options.url;
    std::vector<std::string> addresses = {*std::move(http)};
    if (!options.moss.empty()) {
      auto moss = open(moss_, "--moss-listen", options.moss, "moss");
      if (!moss) return tl::unexpected(moss.error());
      addresses.push_back(*std::move(moss));
    }
    if (auto local = open_local(); !local) return tl::unexpected(local.error());
    if (auto proxy = open_proxy(); !proxy) return tl::unexpected(proxy.error());
    return addresses;
  }

  // Runs until a signal comes and the current work has ended.
  void run() {
    signals_.async_wait([this](const boost::system::error_code& error, int) {
      if (!error) stop();
    });
    renewals_.async_wait([this](const boost::system::error_code& error, int) { renew(error); });
    asio::co_spawn(control_, accept(http_, io_, [this](tcp::socket s) { begin(std::move(s)); }),
                   asio::detached);
    asio::co_spawn(control_, accept(local_, io_, [this](auto s) { begin_local(std::move(s)); }),
                   asio::detached);
    if (proxy_.is_open()) {
      asio::co_spawn(control_, accept(proxy_, io_, [this](auto s) { begin_proxy(std::move(s)); }),
                     asio::detached);
    }
    if (moss_.is_open()) {
      asio::co_spawn(control_,
                     accept(moss_, workers_, [this](tcp::socket s) { begin_moss(std::move(s)); }),
                     asio::detached);
    }
    std::vector<std::jthread> others;
    for (std::size_t i = 1; i < kThreads; ++i) others.emplace_back([this] { io_.run(); });
    io_.run();
    others.clear();
    workers_.join();
  }

 private:
  static constexpr std::size_t kThreads = 2;  // they wait for the network; workers compute

  Result<std::string> open(tcp::acceptor& acceptor, const std::string& flag,
                           const std::string& text, const std::string& scheme) {
    const auto at = parse_address(flag, text);
    if (!at) return tl::unexpected(at.error());
    if (shared_.service.clients.are_all() && !at->address().is_loopback()) {
      return invalid(
          flag + " " + text +
          ": other machines can reach it; name the permitted clients with --tokens FILE");
    }
    boost::system::error_code error;
    acceptor.open(at->protocol(), error);
    if (!error) acceptor.set_option(tcp::acceptor::reuse_address(true), error);
    if (!error) acceptor.bind(*at, error);
    if (!error) acceptor.listen(asio::socket_base::max_listen_connections, error);
    if (!error) return url_of(scheme, acceptor.local_endpoint());
    return fail(ErrorCode::io, flag + " " + text + " cannot be used: " + error.message());
  }

  // For whorl registry add and whorl watch, which may not write while the service runs.
  Result<void> open_local() {
    auto bound = local_socket_.bind(shared_.service.options.registry);
    if (!bound) return tl::unexpected(bound.error());
    boost::system::error_code error;
    local_.assign(asio::local::stream_protocol(), *bound, error);
    if (!error) return {};
    return fail(ErrorCode::io, "the socket of the registry cannot be used: " + error.message());
  }

  Result<void> open_proxy() {
    const std::string& path = shared_.service.options.clients.proxy.socket;
    if (path.empty()) return {};
    auto bound = proxy_socket_.bind_at(path);
    if (!bound) return tl::unexpected(bound.error());
    boost::system::error_code error;
    proxy_.assign(asio::local::stream_protocol(), *bound, error);
    if (!error) return {};
    return fail(ErrorCode::io, "--proxy-socket " + path + " cannot be used: " + error.message());
  }

  // Each client has its own strand in `context`.
  template <class Acceptor>
  asio::awaitable<void> accept(Acceptor& acceptor, auto& context, auto begin) {
    while (!shared_.stopping) {
      auto [error, socket] = co_await acceptor.async_accept(asio::make_strand(context), kAwait);
      if (error == asio::error::operation_aborted) co_return;
      if (error) {  // for example, no descriptor is available
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
    const Peer peer{address_of(socket)};
    run(std::make_shared<Connection>(std::move(socket), context_, peer, shared_));
  }

  void begin_local(asio::local::stream_protocol::socket socket) {
    if (!is_of_this_user(socket.native_handle())) return;  // closes it
    const Peer peer{"local", local_caller()};
    run(std::make_shared<Connection>(std::move(socket), nullptr, peer, shared_));
  }

  // Whoever can open the socket is the proxy: the permissions of its folder say who can.
  void begin_proxy(asio::local::stream_protocol::socket socket) {
    const Peer peer{.address = "proxy", .is_proxy = true};
    run(std::make_shared<Connection>(std::move(socket), nullptr, peer, shared_));
  }

  void begin_moss(tcp::socket socket) {
    const Peer peer{address_of(socket)};
    run(std::make_shared<MossSession>(std::move(socket), peer, shared_, url_));
  }

  void run(const auto& session) {
    if (open_.size() >= 2 * kept_) {
      std::erase_if(open_, [](const auto& one) { return one.expired(); });
      kept_ = std::max(open_.size(), kFewSessions);
    }
    open_.push_back(session);
    asio::co_spawn(
        session->executor(), [session] { return session->run(); },
        [session](const std::exception_ptr&) {});
  }

  // If a new file is invalid, what was read before stays.
  void renew(const boost::system::error_code& error) {
    if (error) return;
    if (context_ != nullptr) {
      tell_of(load_certificate(tls_, shared_.service.options.tls));
    }
    tell_of(shared_.service.clients.read_again());
    renewals_.async_wait([this](const boost::system::error_code& next, int) { renew(next); });
  }

  void tell_of(const Result<void>& read) const {
    if (!read) warn_(read.error().message + "; the earlier content stays in use");
  }

  void stop() {
    shared_.stopping = true;
    proxy_.close();
    http_.close();
    moss_.close();
    local_.close();
    renewals_.cancel();
    for (const auto& one : open_) {
      if (const auto connection = one.lock()) connection->stop();
    }
    deadline_.expires_after(kGrace);
    deadline_.async_wait([this](const boost::system::error_code& error) {
      if (error) return;
      io_.stop();
      workers_.stop();
    });
    waits_.async_wait([](const boost::system::error_code&) {});
    asio::co_spawn(control_, end(), asio::detached);
  }

  // Ends the waiting when the last connection has closed.
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
  const Tell& warn_;
  asio::strand<asio::io_context::executor_type> control_ = asio::make_strand(io_);
  tcp::acceptor http_{control_};
  tcp::acceptor moss_{control_};
  asio::local::stream_protocol::acceptor local_{control_};
  asio::local::stream_protocol::acceptor proxy_{control_};
  LocalSocket local_socket_;
  LocalSocket proxy_socket_;
  asio::ssl::context tls_ = tls_context();
  asio::ssl::context* context_ = nullptr;  // null: clear text
  std::string url_;                        // base address of reports
  asio::signal_set signals_{control_, SIGINT, SIGTERM};
  asio::signal_set renewals_{control_, SIGHUP};
  asio::steady_timer deadline_{control_};
  asio::steady_timer waits_{control_};
  std::vector<std::weak_ptr<Stoppable>> open_;  // some may be closed
  std::size_t kept_ = kFewSessions;             // sessions after closed ones were last removed
};

}  // namespace

Result<void> serve(const ServeOptions& options, const Tell& ready, const Tell& warn) {
  if (sodium_init() < 0) return fail(ErrorCode::internal, "libsodium cannot be used");
  allow_files(options.limits.connections);
  keep_freed_memory();
  auto service = Service::open(options);
  if (!service) return tl::unexpected(service.error());
  Server server(**service, warn);
  const auto addresses = server.listen();
  if (!addresses) return tl::unexpected(addresses.error());
  for (const std::string& address : *addresses) ready(address);
  server.run();
  return {};
}

}  // namespace whorl::serve
