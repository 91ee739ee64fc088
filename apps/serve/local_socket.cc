#include "serve/local_socket.h"

#include <fcntl.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <sys/un.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <system_error>

namespace whorl::serve {
namespace {

const char* const kName = "/serve.sock";

// The address of a socket in a folder. It names the folder by a descriptor, so that the path may
// have any length.
class Address {
 public:
  explicit Address(const std::string& folder)
      : folder_(open(folder.c_str(), O_PATH | O_DIRECTORY | O_CLOEXEC)) {
    address_.sun_family = AF_UNIX;
    const std::string path = "/proc/self/fd/" + std::to_string(folder_) + kName;
    std::memcpy(address_.sun_path, path.c_str(), path.size() + 1);
  }
  Address(const Address&) = delete;
  Address& operator=(const Address&) = delete;
  ~Address() {
    if (folder_ >= 0) close(folder_);
  }

  bool bind(int socket) const { return ::bind(socket, address(), sizeof address_) == 0; }
  bool connect(int socket) const { return ::connect(socket, address(), sizeof address_) == 0; }

 private:
  const sockaddr* address() const { return reinterpret_cast<const sockaddr*>(&address_); }

  int folder_;
  sockaddr_un address_{};
};

int new_socket() { return socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0); }

}  // namespace

LocalSocket::~LocalSocket() {
  if (!path_.empty()) unlink(path_.c_str());
}

Result<int> LocalSocket::bind(const std::string& registry) {
  const std::string path = registry + kName;
  unlink(path.c_str());
  const int socket = new_socket();
  if (socket >= 0 && Address(registry).bind(socket) && chmod(path.c_str(), 0600) == 0 &&
      listen(socket, SOMAXCONN) == 0) {
    path_ = path;
    return socket;
  }
  const std::string reason = std::generic_category().message(errno);
  if (socket >= 0) close(socket);
  return fail(ErrorCode::io, path + " cannot be made: " + reason);
}

Result<int> LocalSocket::bind_at(const std::string& path) {
  sockaddr_un address{};
  address.sun_family = AF_UNIX;
  const auto* const named = reinterpret_cast<const sockaddr*>(&address);
  const auto failed = [&](int socket, const std::string& reason) {
    if (socket >= 0) close(socket);
    return fail(ErrorCode::io, "--proxy-socket " + path + " cannot be made: " + reason);
  };
  if (path.size() >= sizeof address.sun_path) return failed(-1, "the path is too long");
  std::memcpy(address.sun_path, path.c_str(), path.size() + 1);
  if (struct stat status = {}; lstat(path.c_str(), &status) == 0) {
    const int other = new_socket();
    const bool is_used = connect(other, named, sizeof address) == 0;
    if (!S_ISSOCK(status.st_mode)) return failed(other, "a file with this name exists");
    if (is_used) return failed(other, "another program listens there");
    close(other);
    unlink(path.c_str());
  }
  const int socket = new_socket();
  if (socket < 0 || ::bind(socket, named, sizeof address) != 0 || chmod(path.c_str(), 0660) != 0 ||
      listen(socket, SOMAXCONN) != 0) {
    return failed(socket, std::generic_category().message(errno));
  }
  path_ = path;
  return socket;
}

bool is_of_this_user(int socket) {
  ucred credentials{};
  socklen_t size = sizeof credentials;
  if (getsockopt(socket, SOL_SOCKET, SO_PEERCRED, &credentials, &size) != 0) return false;
  return credentials.uid == geteuid() || credentials.uid == 0;
}

int connect_local(const std::string& registry) {
  const int socket = new_socket();
  if (socket < 0) return -1;
  const timeval wait = {0, 200'000};
  for (const int which : {SO_RCVTIMEO, SO_SNDTIMEO}) {
    setsockopt(socket, SOL_SOCKET, which, &wait, sizeof wait);
  }
  if (Address(registry).connect(socket)) return socket;
  close(socket);
  return -1;
}

}  // namespace whorl::serve
