// Service: all that endpoints use. It knows nothing of HTTP's spelling.
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
  // Opens what the options name.
  static Result<std::unique_ptr<Service>> open(const ServeOptions& options);

  // Who shows this Authorization header; nothing where nobody may ask so.
  std::optional<Caller> caller(std::string_view authorization) const;
  // Who has this ID of MOSS; whoever asks where there are no tokens.
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
