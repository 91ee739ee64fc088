#include "read/landlock.h"

#include <fcntl.h>
#include <linux/landlock.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <memory>

namespace whorl::internal::read {
namespace {

// The C library has no functions for them; the numbers are the same on all machines.
constexpr long kCreateRuleset = 444;
constexpr long kAddRule = 445;
constexpr long kRestrictSelf = 446;

// What the headers of older systems do not name: LANDLOCK_ACCESS_FS_REFER, _TRUNCATE, _IOCTL_DEV,
// the rights of the network, and the scopes of sockets and signals.
constexpr std::uint64_t kBaseRights = (1u << 13) - 1;
constexpr std::uint64_t kRefer = 1u << 13;
constexpr std::uint64_t kTruncate = 1u << 14;
constexpr std::uint64_t kDeviceControl = 1u << 15;
constexpr std::uint64_t kTcp = 3;
constexpr std::uint64_t kScopes = 3;

constexpr std::uint64_t kReadRights =
    LANDLOCK_ACCESS_FS_EXECUTE | LANDLOCK_ACCESS_FS_READ_FILE | LANDLOCK_ACCESS_FS_READ_DIR;
constexpr std::uint64_t kFileRights = LANDLOCK_ACCESS_FS_EXECUTE | LANDLOCK_ACCESS_FS_READ_FILE |
                                      LANDLOCK_ACCESS_FS_WRITE_FILE | kTruncate;

struct Rights {
  std::uint64_t files;
  std::uint64_t network;
  std::uint64_t scopes;
};

constexpr const char* kRead[] = {
    "/usr",
    "/lib",
    "/lib32",
    "/lib64",
    "/bin",
    "/nix/store",
    "/gnu/store",
    "/etc/alternatives",
    "/etc/fonts",
    "/etc/ghostscript",
    "/etc/ld.so.cache",
    "/etc/ld.so.conf",
    "/etc/ld.so.conf.d",
    "/etc/ld.so.preload",
    "/etc/localtime",
    "/etc/papersize",
    "/etc/paper.config",
    "/var/cache/fontconfig",
    "/var/lib/ghostscript",
    "/dev/urandom",
    "/dev/zero",
};

Rights rights_of(int version) {
  Rights out{kBaseRights, 0, 0};
  if (version >= 2) out.files |= kRefer;
  if (version >= 3) out.files |= kTruncate;
  if (version >= 4) out.network = kTcp;
  if (version >= 5) out.files |= kDeviceControl;
  if (version >= 6) out.scopes = kScopes;
  return out;
}

// An older kernel is asked in fewer bytes.
std::size_t size_of_rights(int version) {
  return version >= 6 ? sizeof(Rights) : version >= 4 ? 16 : 8;
}

// What is not there needs no rule.
void allow(const base::Descriptor& rules, const std::string& path, std::uint64_t rights) {
  const base::Descriptor place(open(path.c_str(), O_PATH | O_CLOEXEC));
  struct stat status {};
  if (place.get() < 0 || fstat(place.get(), &status) != 0) return;
  if (!S_ISDIR(status.st_mode)) rights &= kFileRights;
  landlock_path_beneath_attr rule{};
  rule.allowed_access = rights;
  rule.parent_fd = place.get();
  syscall(kAddRule, rules.get(), LANDLOCK_RULE_PATH_BENEATH, &rule, 0);
}

std::string folder_of(const std::string& path) { return path.substr(0, path.rfind('/') + 1); }

// Its folder and, where it is a link, that of the program itself with what is installed beside it.
void allow_program(const base::Descriptor& rules, const std::string& program) {
  allow(rules, folder_of(program), kReadRights);
  const std::unique_ptr<char, decltype(&std::free)> real(realpath(program.c_str(), nullptr),
                                                         &std::free);
  if (!real) return;
  for (const char* beside : {"", "../lib", "../share", "../etc"}) {
    allow(rules, folder_of(real.get()) + beside, kReadRights);
  }
}

}  // namespace

int landlock_version() {
  const long version = syscall(kCreateRuleset, nullptr, 0, LANDLOCK_CREATE_RULESET_VERSION);
  return version < 0 ? 0 : static_cast<int>(version);
}

base::Descriptor landlock_rules(const std::string& program, const std::string& folder) {
  const int version = landlock_version();
  if (version == 0) return base::Descriptor();
  const Rights rights = rights_of(version);
  const long number = syscall(kCreateRuleset, &rights, size_of_rights(version), 0);
  base::Descriptor rules(static_cast<int>(number));
  if (number < 0) return rules;
  for (const char* path : kRead) allow(rules, path, kReadRights);
  allow(rules, "/dev/null", kReadRights | LANDLOCK_ACCESS_FS_WRITE_FILE);
  allow_program(rules, program);
  constexpr std::uint64_t kLinks = LANDLOCK_ACCESS_FS_MAKE_SYM | LANDLOCK_ACCESS_FS_MAKE_CHAR |
                                   LANDLOCK_ACCESS_FS_MAKE_BLOCK | LANDLOCK_ACCESS_FS_MAKE_SOCK |
                                   LANDLOCK_ACCESS_FS_EXECUTE;
  if (!folder.empty()) allow(rules, folder, rights.files & ~kLinks);
  return rules;
}

bool enforce_landlock(const base::Descriptor& rules) {
  return rules.get() >= 0 && syscall(kRestrictSelf, rules.get(), 0) == 0;
}

}  // namespace whorl::internal::read
