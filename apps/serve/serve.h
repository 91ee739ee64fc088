// whorl serve: a registry, and comparing, over HTTP.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "serve/collections.h"
#include "serve/limits.h"
#include "whorl/result.h"

namespace whorl::serve {

// Where the certificate of a service is.

struct TlsFiles {
  std::string certificate = {};  // PEM, with its chain; empty: no TLS
  std::string key = {};          // PEM
};

struct ServeOptions {
  std::string registry;  // folder
  std::string key;       // file of its key; empty: none
  std::string listen = "127.0.0.1:8080";
  std::string tokens;  // file; empty: none, and only this machine's loopback may ask
  TlsFiles tls;
  std::string moss;   // address that MOSS's protocol is listened to at; empty: none
  std::string url;    // that others reach the service by; empty: where it listens
  std::string work;   // folder of jobs and reports; empty: the registry's name and "-jobs"
  std::string audit;  // file; empty: none
  std::vector<NamedStore> stores;  // collections that are shown
  std::string program;             // that jobs run
  Limits limits;
};

// Serves until SIGINT or SIGTERM, then ends what is being answered; at SIGHUP the certificate is
// read anew. `ready` is called for each address that is listened at: http://127.0.0.1:8080, and
// moss://127.0.0.1:7690 where it is asked for.
Result<void> serve(const ServeOptions& options,
                   const std::function<void(const std::string&)>& ready);

}  // namespace whorl::serve
