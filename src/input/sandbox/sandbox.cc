#include "input/sandbox/sandbox.h"

#include <fcntl.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/landlock.h>
#include <linux/seccomp.h>
#include <sched.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>
#include <algorithm>
#include <cerrno>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <iterator>
#include <memory>

namespace whorl::internal::input {
namespace {

// The C library has no functions for these calls; the numbers are the same on all architectures.
constexpr long kCreateRuleset = 444;
constexpr long kAddRule = 445;
constexpr long kRestrictSelf = 446;

// Constants that headers of older systems lack: LANDLOCK_ACCESS_FS_REFER, _TRUNCATE, _IOCTL_DEV,
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

// An older kernel expects a smaller structure.
std::size_t size_of_rights(int version) {
  return version >= 6 ? sizeof(Rights) : version >= 4 ? 16 : 8;
}

// A path that does not exist needs no rule.
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

// Allows the program's folder. If the program is a link, also allows the folder of its target and
// the files installed next to it.
void allow_program(const base::Descriptor& rules, const std::string& program) {
  allow(rules, folder_of(program), kReadRights);
  const std::unique_ptr<char, decltype(&std::free)> real(realpath(program.c_str(), nullptr),
                                                         &std::free);
  if (!real) return;
  for (const char* beside : {"", "../lib", "../share", "../etc"}) {
    allow(rules, folder_of(real.get()) + beside, kReadRights);
  }
}

#if defined(__x86_64__)
constexpr std::uint32_t kArchitecture = AUDIT_ARCH_X86_64;
#elif defined(__aarch64__)
constexpr std::uint32_t kArchitecture = AUDIT_ARCH_AARCH64;
#else
constexpr std::uint32_t kArchitecture = 0;
#endif

// First number of the x32 interface, which has its own list of calls.
constexpr std::uint32_t kFirstOtherNumber = 0x40000000;

constexpr std::uint32_t kNever[] = {
    // sockets, and rings that open them
    SYS_socket,
    SYS_socketpair,
    425 /* io_uring_setup */,
    SYS_bpf,
    // other processes
    SYS_ptrace,
    SYS_process_vm_readv,
    SYS_process_vm_writev,
    SYS_kill,
    SYS_tkill,
    SYS_rt_sigqueueinfo,
    SYS_rt_tgsigqueueinfo,
    424 /* pidfd_send_signal */,
    434 /* pidfd_open */,
    438 /* pidfd_getfd */,
    SYS_kcmp,
    SYS_setpgid,
    SYS_setsid,
    SYS_setpriority,
    SYS_sched_setaffinity,
    SYS_perf_event_open,
#if defined(__x86_64__)
    SYS_fork,
    SYS_vfork,
#endif
    // owner and permissions of files, which Landlock does not protect
    SYS_fchmod,
    SYS_fchmodat,
    SYS_fchown,
    SYS_fchownat,
    SYS_utimensat,
    SYS_setxattr,
    SYS_lsetxattr,
    SYS_fsetxattr,
    SYS_name_to_handle_at,
    SYS_open_by_handle_at,
#if defined(__x86_64__)
    SYS_chmod,
    SYS_chown,
    SYS_lchown,
    SYS_utime,
    SYS_utimes,
    SYS_futimesat,
#endif
    // the system
    SYS_mount,
    SYS_umount2,
    SYS_pivot_root,
    SYS_chroot,
    SYS_unshare,
    SYS_setns,
    SYS_add_key,
    SYS_request_key,
    SYS_keyctl,
    SYS_userfaultfd,
    SYS_personality,
    SYS_reboot,
    SYS_swapon,
    SYS_init_module,
    SYS_finit_module,
    SYS_kexec_load,
};

constexpr sock_filter statement(unsigned code, std::uint32_t value) {
  return {static_cast<std::uint16_t>(code), 0, 0, value};
}
constexpr sock_filter jump(unsigned code, std::uint32_t value, std::uint8_t if_true,
                           std::uint8_t if_false) {
  return {static_cast<std::uint16_t>(code), if_true, if_false, value};
}

constexpr unsigned kLoad = BPF_LD | BPF_W | BPF_ABS;
constexpr unsigned kIfEqual = BPF_JMP | BPF_JEQ | BPF_K;
constexpr unsigned kIfAtLeast = BPF_JMP | BPF_JGE | BPF_K;
constexpr unsigned kIfAnyBit = BPF_JMP | BPF_JSET | BPF_K;
constexpr unsigned kReturn = BPF_RET | BPF_K;

constexpr std::uint32_t kRefused = SECCOMP_RET_ERRNO | EPERM;
constexpr std::uint32_t kUnknown = SECCOMP_RET_ERRNO | ENOSYS;

// The lower half of an argument: both architectures are little-endian.
constexpr std::uint32_t argument(unsigned number) {
  return static_cast<std::uint32_t>(offsetof(seccomp_data, args) + 8 * number);
}

// A program of at most kLength steps on the stack, because no memory may be allocated where it
// runs.
class Program {
 public:
  explicit Program(std::uint32_t process) {
    add(statement(kLoad, offsetof(seccomp_data, arch)));
    add(jump(kIfEqual, kArchitecture, 1, 0));
    add(statement(kReturn, SECCOMP_RET_KILL_PROCESS));
    add(statement(kLoad, offsetof(seccomp_data, nr)));
    when(kIfAtLeast, kFirstOtherNumber, kRefused);
    for (const std::uint32_t number : kNever) when(kIfEqual, number, kRefused);
    // Its flags are in memory, where a filter cannot look. C libraries then fall back to clone.
    when(kIfEqual, 435 /* clone3 */, kUnknown);
    allow_threads();
    allow_for(SYS_tgkill, process);
    allow_for(SYS_prlimit64, 0);
    add(statement(kReturn, SECCOMP_RET_ALLOW));
  }

  sock_fprog get() { return {length_, steps_}; }

 private:
  static constexpr std::size_t kLength = 2 * std::size(kNever) + 32;

  void add(const sock_filter& step) { steps_[length_++] = step; }

  void when(unsigned condition, std::uint32_t value, std::uint32_t verdict) {
    add(jump(condition, value, 0, 1));
    add(statement(kReturn, verdict));
  }

  void allow_threads() {
    add(jump(kIfEqual, SYS_clone, 0, 4));
    add(statement(kLoad, argument(0)));
    add(jump(kIfAnyBit, CLONE_THREAD, 0, 1));
    add(statement(kReturn, SECCOMP_RET_ALLOW));
    add(statement(kReturn, kRefused));
  }

  // Allows a call only if its first argument is `value`.
  void allow_for(std::uint32_t number, std::uint32_t value) {
    add(jump(kIfEqual, number, 0, 4));
    add(statement(kLoad, argument(0)));
    add(jump(kIfEqual, value, 0, 1));
    add(statement(kReturn, SECCOMP_RET_ALLOW));
    add(statement(kReturn, kRefused));
  }

  unsigned short length_ = 0;
  sock_filter steps_[kLength] = {};
};

}  // namespace

int landlock_version() {
  const long version = syscall(kCreateRuleset, nullptr, 0, LANDLOCK_CREATE_RULESET_VERSION);
  return version < 0 ? 0 : static_cast<int>(version);
}

base::Descriptor landlock_rules(const std::string& program, const std::string& folder,
                                const std::vector<std::string>& readable) {
  const int version = landlock_version();
  if (version == 0) return base::Descriptor();
  const Rights rights = rights_of(version);
  const long number = syscall(kCreateRuleset, &rights, size_of_rights(version), 0);
  base::Descriptor rules(static_cast<int>(number));
  if (number < 0) return rules;
  for (const char* path : kRead) allow(rules, path, kReadRights);
  allow(rules, "/dev/null", kReadRights | LANDLOCK_ACCESS_FS_WRITE_FILE);
  for (const std::string& path : readable) allow(rules, path, kReadRights);
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

bool filter_system_calls() {
  if (kArchitecture == 0) return false;
  Program program(static_cast<std::uint32_t>(getpid()));
  sock_fprog filter = program.get();
  return prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &filter, 0, 0) == 0;
}

void confine(const base::Descriptor& rules) {
  constexpr rlim_t kOpenFiles = 64;
  const rlimit open_files{kOpenFiles, kOpenFiles};
  setrlimit(RLIMIT_NOFILE, &open_files);
  enforce_landlock(rules);
  filter_system_calls();
}

bool can_filter_system_calls() {
  // Without a filter to install, this call fails with this error if the kernel supports filters.
  return kArchitecture != 0 && prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, nullptr, 0, 0) != 0 &&
         errno == EFAULT;
}

}  // namespace whorl::internal::input
