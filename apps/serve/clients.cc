#include "serve/clients.h"

#include <utility>

#include "serve/invalid.h"

namespace whorl::serve {
namespace {

Result<void> check(const ProxyOptions& proxy) {
  const bool believed = !proxy.socket.empty() || !proxy.secret.empty();
  if (!proxy.users.empty() && !believed) {
    return invalid(
        "--users needs --proxy-socket PATH or --proxy-secret FILE, to recognise the web server "
        "that names users");
  }
  if (proxy.users.empty() && believed) {
    return invalid(
        "--proxy-socket and --proxy-secret need --users FILE, the users that the web server may "
        "name");
  }
  return {};
}

}  // namespace

Clients::Clients(ClientOptions options, Files files)
    : options_(std::move(options)), files_(std::make_shared<const Files>(std::move(files))) {}

Result<Clients> Clients::open(const ClientOptions& options) {
  if (const auto checked = check(options.proxy); !checked) return tl::unexpected(checked.error());
  auto files = read(options);
  if (!files) return tl::unexpected(files.error());
  return Clients(options, *std::move(files));
}

Result<Clients::Files> Clients::read(const ClientOptions& options) {
  Files files;
  if (!options.tokens.empty()) {
    auto tokens = Tokens::read(options.tokens);
    if (!tokens) return tl::unexpected(tokens.error());
    files.tokens = *std::move(tokens);
  }
  if (!options.proxy.users.empty()) {
    auto users = Users::read(options.proxy.users);
    if (!users) return tl::unexpected(users.error());
    files.users = *std::move(users);
  }
  if (!options.proxy.secret.empty()) {
    auto secret = Tokens::read_secret(options.proxy.secret);
    if (!secret) return tl::unexpected(secret.error());
    files.secret = *std::move(secret);
  }
  return files;
}

Result<void> Clients::read_again() {
  auto files = read(options_);
  if (!files) return tl::unexpected(files.error());
  auto read = std::make_shared<const Files>(*std::move(files));
  const std::lock_guard lock(*mutex_);
  files_ = std::move(read);
  return {};
}

std::shared_ptr<const Clients::Files> Clients::files() const {
  const std::lock_guard lock(*mutex_);
  return files_;
}

std::optional<Caller> Clients::with_token(std::string_view authorization) const {
  if (are_all()) return local_caller();
  const std::string_view token = bearer(authorization);
  const auto known = files();
  if (token.empty() || !known->tokens) return std::nullopt;
  auto found = known->tokens->find(token);
  return found && found->is_moss_user() ? std::nullopt : found;
}

std::optional<Caller> Clients::user(const std::string& name) const {
  const auto known = files();
  return known->users ? known->users->find(name) : std::nullopt;
}

std::optional<Caller> Clients::moss_user(std::string_view id) const {
  if (are_all()) return local_caller();
  const auto known = files();
  auto found = known->tokens ? known->tokens->find(id) : std::nullopt;
  return found && found->is_moss_user() ? found : std::nullopt;
}

bool Clients::is_secret(std::string_view secret) const {
  const auto known = files();
  return known->secret && !secret.empty() && known->secret->find(secret).has_value();
}

}  // namespace whorl::serve
