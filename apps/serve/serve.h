// whorl serve: a registry and comparisons over HTTP.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "serve/clients.h"
#include "serve/collections.h"
#include "serve/limits.h"
#include "whorl/result.h"

namespace whorl::serve {

struct TlsFiles {
  std::string certificate = {};  // PEM, with its chain; empty: no TLS
  std::string key = {};          // PEM
};

struct ServeOptions {
  std::string registry;  // the folder
  std::string key;       // file of its key; empty: none
  std::string listen = "127.0.0.1:8080";
  ClientOptions clients;  // none: only clients on this machine may connect
  TlsFiles tls;
  std::string moss;  // the address for MOSS's protocol; empty: none
  std::string url;   // the address under which others reach the service; empty: that of `listen`
  // Folder of jobs and reports; empty: the path of the registry followed by "-jobs".
  std::string work;
  std::string audit;               // file; empty: none
  std::vector<NamedStore> stores;  // collections to show
  std::string program;             // the program that jobs run
  Limits limits;
};

using Tell = std::function<void(const std::string&)>;

// Serves until SIGINT or SIGTERM, then completes the answers in progress. At SIGHUP it reads the
// certificate, tokens and users again. If one of these files is wrong, it calls `warn` and keeps
// the earlier contents. Calls `ready` for each address that it listens on: http://127.0.0.1:8080,
// and moss://127.0.0.1:7690 if asked for.
Result<void> serve(const ServeOptions& options, const Tell& ready, const Tell& warn);

}  // namespace whorl::serve
