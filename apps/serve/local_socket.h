// The socket in the folder of a registry. Through it, commands of the same user reach the service
// that writes the registry.
#pragma once

#include <string>

#include "whorl/result.h"

namespace whorl::serve {

class LocalSocket {
 public:
  LocalSocket() = default;
  LocalSocket(const LocalSocket&) = delete;
  LocalSocket& operator=(const LocalSocket&) = delete;
  ~LocalSocket();  // removes the socket

  // Creates the socket, for this user only, and returns a descriptor that listens. A socket that a
  // crash left behind is replaced: the caller has locked the registry, so no other service uses it.
  Result<int> bind(const std::string& registry);
  // Makes it at a path, for its user and group. Fails where something else is there, or another
  // program listens.
  Result<int> bind_at(const std::string& path);

 private:
  std::string path_;
};

// Whether the process at the other end runs as this user or as root.
bool is_of_this_user(int socket);

// A descriptor connected to the service of a registry, or -1 if no service runs. Calls on it wait
// for at most 0.2 seconds.
int connect_local(const std::string& registry);

}  // namespace whorl::serve
