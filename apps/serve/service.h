// Service: all that endpoints use. It does not depend on HTTP's syntax.
#pragma once

#include <memory>

#include "serve/audit.h"
#include "serve/clients.h"
#include "serve/collections.h"
#include "serve/jobs.h"
#include "serve/limits.h"
#include "serve/metrics.h"
#include "serve/serve.h"
#include "serve/shared_registry.h"

namespace whorl::serve {

struct Service {
  // Opens all that the options name.
  static Result<std::unique_ptr<Service>> open(const ServeOptions& options);

  ServeOptions options;
  Clients clients;
  SharedRegistry registry;
  Collections collections;
  Audit audit;
  Jobs jobs;
  Metrics metrics = {};
  Rates rates = Rates(options.limits.minute);
};

}  // namespace whorl::serve
