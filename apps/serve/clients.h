// Clients: the callers of the service, known by a token or named by a proxy. Every method may be
// called from any thread.
#pragma once

#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>

#include "serve/tokens.h"
#include "serve/users.h"
#include "whorl/result.h"

namespace whorl::serve {

// A web server that knows users by single sign-on, and names them in a header.
struct ProxyOptions {
  std::string users = {};   // file; empty: none
  std::string socket = {};  // path of a socket that only the proxy can reach; empty: none
  std::string secret = {};  // file of a secret that the proxy shows; empty: none
};

struct ClientOptions {
  std::string tokens = {};  // file; empty: none
  ProxyOptions proxy = {};
};

class Clients {
 public:
  // Reads the files that the options name.
  static Result<Clients> open(const ClientOptions& options);

  // True if every client may do everything, since there are neither tokens nor users.
  bool are_all() const { return options_.tokens.empty() && options_.proxy.users.empty(); }
  bool have_users() const { return !options_.proxy.users.empty(); }

  // The caller with this Authorization header; nothing if no caller has it.
  std::optional<Caller> with_token(std::string_view authorization) const;
  std::optional<Caller> user(const std::string& name) const;
  // The caller with this ID of MOSS; any caller if there are neither tokens nor users.
  std::optional<Caller> moss_user(std::string_view id) const;
  // True for the secret of the proxy. The time of the comparison does not depend on the secret.
  bool is_secret(std::string_view secret) const;

  // If a file is wrong, nothing changes.
  Result<void> read_again();

 private:
  struct Files {
    std::optional<Tokens> tokens;
    std::optional<Users> users;
    std::optional<Tokens> secret;  // a file of tokens of one line
  };
  static Result<Files> read(const ClientOptions& options);
  Clients(ClientOptions options, Files files);
  std::shared_ptr<const Files> files() const;

  ClientOptions options_;
  std::unique_ptr<std::mutex> mutex_ = std::make_unique<std::mutex>();  // of what follows
  std::shared_ptr<const Files> files_;
};

}  // namespace whorl::serve
