// Service: all that endpoints use. It does not depend on HTTP's syntax.
#pragma once

#include <memory>
#include <optional>
#include <string>

#include "serve/audit.h"
#include "serve/collections.h"
#include "serve/jobs.h"
#include "serve/limits.h"
#include "serve/metrics.h"
#include "serve/serve.h"
#include "serve/shared_registry.h"
#include "serve/tokens.h"

namespace whorl::serve {

struct Service {
  // Opens all that the options name.
  static Result<std::unique_ptr<Service>> open(const ServeOptions& options);

  // The caller with this Authorization header; nothing if it is not accepted.
  std::optional<Caller> caller(std::string_view authorization) const;
  // The user with this ID of MOSS; any client if there are no tokens.
  std::optional<Caller> moss_user(std::string_view id) const;

  ServeOptions options;
  std::optional<Tokens> tokens;
  SharedRegistry registry;
  Collections collections;
  Audit audit;
  Jobs jobs;
  Metrics metrics = {};
  Rates rates = Rates(options.limits.minute);
};

}  // namespace whorl::serve
