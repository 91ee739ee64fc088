// Service: all that endpoints use. It knows nothing of HTTP's spelling.
#pragma once

#include <memory>
#include <optional>
#include <string>

#include "serve/audit.h"
#include "serve/jobs.h"
#include "serve/limits.h"
#include "serve/metrics.h"
#include "serve/serve.h"
#include "serve/shared_registry.h"
#include "serve/tokens.h"

namespace whorl::serve {

struct Service {
  // Opens what the options name.
  static Result<std::unique_ptr<Service>> open(const ServeOptions& options);

  // Who shows this Authorization header; nothing where nobody may ask so.
  std::optional<Caller> caller(std::string_view authorization) const;

  ServeOptions options;
  std::optional<Tokens> tokens;
  SharedRegistry registry;
  Audit audit;
  Jobs jobs;
  Metrics metrics = {};
};

}  // namespace whorl::serve
