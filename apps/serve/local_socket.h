// The socket in the folder of a registry, by which commands of the same user reach the service that
// is its writer.
#pragma once

#include <string>

#include "whorl/result.h"

namespace whorl::serve {

class LocalSocket {
 public:
  LocalSocket() = default;
  LocalSocket(const LocalSocket&) = delete;
  LocalSocket& operator=(const LocalSocket&) = delete;
  ~LocalSocket();  // removes it

  // Makes it, for its user alone; a descriptor that listens. One that a kill left is replaced: who
  // calls this has the registry.
  Result<int> bind(const std::string& registry);

 private:
  std::string path_;
};

// Whether who connected runs as this user, or as root.
bool is_of_this_user(int socket);

// A descriptor that is connected to the service of a registry, on which each call waits for 0.2
// seconds at most; -1: no service runs.
int connect_local(const std::string& registry);

}  // namespace whorl::serve
