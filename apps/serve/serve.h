// whorl serve: a registry and comparisons over HTTP.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

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
  std::string tokens;  // file; empty: none, and only requests over loopback are answered
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

// Serves until SIGINT or SIGTERM, then finishes the requests in progress. SIGHUP makes it read the
// certificate again. `ready` is called with each address that it listens on: http://127.0.0.1:8080
// and, if enabled, moss://127.0.0.1:7690.
Result<void> serve(const ServeOptions& options,
                   const std::function<void(const std::string&)>& ready);

}  // namespace whorl::serve
