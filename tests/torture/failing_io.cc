// A library to be preloaded: one system call of a program fails, or all from one on.
//
//   FAILING_CALL    read, write, sync or rename
//   FAILING_NUMBER  which one fails, from 1
//   FAILING_STAYS   set: all that follow fail too, as on a full disk
//   FAILING_COUNT   a file that gets a line for each call when the program ends: name and number
//
// Only calls on regular files count: what is said to a person or a pipe is no concern of a disk.
// Reads fail with EIO, writes with ENOSPC, the others with EIO.
#include <dlfcn.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>

namespace {

struct Plan {
  const char* call = std::getenv("FAILING_CALL");
  const char* count = std::getenv("FAILING_COUNT");
  bool stays = std::getenv("FAILING_STAYS") != nullptr;
  long number = std::getenv("FAILING_NUMBER") ? std::atol(std::getenv("FAILING_NUMBER")) : 0;
};

const Plan& plan() {
  static const Plan made;
  return made;
}

struct Call {
  const char* name;
  std::atomic<long> made{0};
};
Call calls[] = {{"read"}, {"write"}, {"sync"}, {"rename"}};
enum { kRead, kWrite, kSync, kRename };

bool fails(int call) {
  const long n = ++calls[call].made;
  if (plan().call == nullptr || std::strcmp(plan().call, calls[call].name) != 0) return false;
  return n == plan().number || (plan().stays && n > plan().number);
}

bool fails_on(int descriptor, int call) {
  struct stat status {};
  return fstat(descriptor, &status) == 0 && S_ISREG(status.st_mode) && fails(call);
}

template <class Function>
Function real(const char* name, Function) {
  return reinterpret_cast<Function>(dlsym(RTLD_NEXT, name));
}

int refuse(int error) {
  errno = error;
  return -1;
}

__attribute__((destructor)) void tell() {
  if (plan().count == nullptr) return;
  std::FILE* file = std::fopen(plan().count, "w");
  if (file == nullptr) return;
  for (const Call& call : calls) std::fprintf(file, "%s %ld\n", call.name, call.made.load());
  std::fclose(file);
}

}  // namespace

extern "C" {

ssize_t read(int file, void* to, std::size_t size) {
  static const auto next = real("read", &::read);
  return fails_on(file, kRead) ? refuse(EIO) : next(file, to, size);
}
ssize_t pread(int file, void* to, std::size_t size, off_t at) {
  static const auto next = real("pread", &::pread);
  return fails_on(file, kRead) ? refuse(EIO) : next(file, to, size, at);
}
ssize_t pread64(int file, void* to, std::size_t size, off64_t at) {
  static const auto next = real("pread64", &::pread64);
  return fails_on(file, kRead) ? refuse(EIO) : next(file, to, size, at);
}
ssize_t write(int file, const void* from, std::size_t size) {
  static const auto next = real("write", &::write);
  return fails_on(file, kWrite) ? refuse(ENOSPC) : next(file, from, size);
}
ssize_t pwrite(int file, const void* from, std::size_t size, off_t at) {
  static const auto next = real("pwrite", &::pwrite);
  return fails_on(file, kWrite) ? refuse(ENOSPC) : next(file, from, size, at);
}
ssize_t writev(int file, const iovec* parts, int count) {
  static const auto next = real("writev", &::writev);
  return fails_on(file, kWrite) ? refuse(ENOSPC) : next(file, parts, count);
}
int fsync(int file) {
  static const auto next = real("fsync", &::fsync);
  return fails(kSync) ? refuse(EIO) : next(file);
}
int fdatasync(int file) {
  static const auto next = real("fdatasync", &::fdatasync);
  return fails(kSync) ? refuse(EIO) : next(file);
}
int rename(const char* from, const char* to) noexcept {
  static const auto next = real("rename", &::rename);
  return fails(kRename) ? refuse(EIO) : next(from, to);
}
int renameat(int a, const char* from, int b, const char* to) noexcept {
  static const auto next = real("renameat", &::renameat);
  return fails(kRename) ? refuse(EIO) : next(a, from, b, to);
}
int renameat2(int a, const char* from, int b, const char* to, unsigned flags) noexcept {
  static const auto next = real("renameat2", &::renameat2);
  return fails(kRename) ? refuse(EIO) : next(a, from, b, to, flags);
}

}  // extern "C"
