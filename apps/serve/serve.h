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
  ClientOptions clients;  // none: only this machine's loopback may ask
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

// Serves until SIGINT or SIGTERM, then ends what is being answered. At SIGHUP it reads the
// certificate, tokens and users again; `warn` is called where a file is wrong, and what was read
// before stays. `ready` is called for each address that it listens at: http://127.0.0.1:8080, and
// moss://127.0.0.1:7690 where it is asked for.
Result<void> serve(const ServeOptions& options, const Tell& ready, const Tell& warn);

}  // namespace whorl::serve
