// A request to the service that has a registry, and its answer.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "whorl/progress.h"
#include "whorl/result.h"

namespace whorl::serve {

struct LocalAnswer {
  unsigned status = 0;
  std::string body;
};

// Sends both parts of a request over a socket of connect_local() and waits for the answer as long
// as the service is alive. Returns nothing if the connection ended before the answer was complete.
// Fails with io if the service does not answer others either, with cancelled if the caller wants
// the work to end.
Result<std::optional<LocalAnswer>> exchange(int socket, const std::string& registry,
                                            std::string_view head, std::string_view body,
                                            const Progress& progress);

}  // namespace whorl::serve
