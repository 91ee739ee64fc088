// whorl serve: a registry, and comparing, over HTTP.
#pragma once

#include <cstdint>
#include <functional>
#include <string>

#include "serve/limits.h"
#include "whorl/result.h"

namespace whorl::serve {

struct ServeOptions {
  std::string registry;  // folder
  std::string key;       // file of its key; empty: none
  std::string listen = "127.0.0.1:8080";
  std::string tokens;   // file; empty: none, and only this machine's loopback may ask
  std::string work;     // folder of jobs and reports; empty: the registry's name and "-jobs"
  std::string audit;    // file; empty: none
  std::string program;  // that jobs run
  Limits limits = {};
};

// Serves until SIGINT or SIGTERM, then ends what is being answered. `ready` is called once with
// the address that is listened at: http://127.0.0.1:8080.
Result<void> serve(const ServeOptions& options,
                   const std::function<void(const std::string&)>& ready);

}  // namespace whorl::serve
