// C libraries that get no memory: readers that use them report it. They do not call the file
// damaged, and nothing crashes.
#include <gtest/gtest.h>
#include <sys/resource.h>

#include <cstdlib>
#include <new>
#include <string>

#include "input/archives/archive.h"
#include "input/archives/member_decoder.h"
#include "input/charset/charset.h"
#include "input/convert/office_parts.h"
#include "input/convert/web_body.h"
#include "jobs/compare/report/gzip_base64.h"
#include "tokens/fold_table.h"

namespace whorl::test {
namespace {

namespace tokens = internal::tokens;
namespace input = internal::input;
namespace report = internal::compare::report;
using namespace std::string_literals;

// A stack that cannot grow ends the program, so it grows in advance.
[[gnu::noinline]] void grow_stack() {
  volatile char stack[1 << 18];
  for (std::size_t i = 0; i < sizeof stack; i += 4096) stack[i] = 0;
}

// From here on malloc has only `room` bytes to give, and mmap none.
void take_all_memory_but(std::size_t room) {
  grow_stack();
  void* const kept = std::malloc(room);
  const rlimit none{0, 0};
  setrlimit(RLIMIT_AS, &none);
  for (std::size_t size = 1 << 20; size >= 8; size /= 2) {
    while (void* const taken = std::malloc(size)) *static_cast<void* volatile*>(taken) = nullptr;
  }
  std::free(kept);
}

// Ends the child with 0 if body() throws std::bad_alloc, or returns true as it does with enough
// memory.
template <class Body>
[[noreturn]] void starve(std::size_t room, Body body) {
  take_all_memory_but(room);
  try {
    _exit(body() ? 0 : 1);
  } catch (const std::bad_alloc&) {
    _exit(0);
  } catch (...) {
    _exit(2);
  }
}

template <class Body>
void expect_right_or_refused(Body body) {
  ASSERT_EXIT(_exit(body() ? 0 : 1), testing::ExitedWithCode(0), "") << "with memory";
  for (std::size_t room = 32; room <= 64 << 10; room += room / 2) {
    ASSERT_EXIT(starve(room, body), testing::ExitedWithCode(0), "") << room << " bytes left";
  }
}

TEST(OutOfMemory, IsToldByDecodersOfPackedFiles) {
  const std::string heads[] = {"\x1F\x8B\x08\0\0\0\0\0\0\3"s, "BZh9\x31\x41\x59\x26\x53\x59"s,
                               "\xFD\x37zXZ\0\0\1"s, "\x28\xB5\x2F\xFD\0\x58\0\0"s};
  for (const std::string& head : heads) {
    expect_right_or_refused([&] { return input::decoder_for("a", head, {}) != nullptr; });
  }
}

TEST(OutOfMemory, IsToldByDecodersOfWebPages) {
  const std::pair<std::string, std::string> empty[] = {
      {"gzip", "\x1F\x8B\x08\0\0\0\0\0\0\3\3\0\0\0\0\0\0\0\0\0"s},
      {"deflate", "\x78\x9C\3\0\0\0\0\1"s},
      {"deflate", "\3\0"s},
      {"br", "\6"s},
      {"zstd", "\x28\xB5\x2F\xFD\x20\0\1\0\0"s}};
  for (const auto& [coding, bytes] : empty) {
    expect_right_or_refused([&] {
      const auto unpacked = input::unpack_coding(coding, bytes, 1 << 20);
      return unpacked && unpacked->whole && unpacked->bytes.empty();
    });
  }
}

// An archive may need any amount of memory, so it is skipped and other inputs are read.
bool says_so(const std::string& reason) { return reason.find("memory") != reason.npos; }

TEST(OutOfMemory, IsToldByReadersOfArchives) {
  const std::string name = "a.zip", empty = "PK\5\6"s + std::string(18, '\0');
  const input::ReadOptions options;
  const input::NameFilter filter({}, {});
  expect_right_or_refused([&] {
    input::ArchiveBudget budget;
    std::vector<Skipped> skipped;
    input::unpack({name, empty}, {options, filter}, budget, {}, skipped);
    return skipped.size() == 1 &&
           (skipped[0].reason == "is an archive without any file" || says_so(skipped[0].reason));
  });
  expect_right_or_refused([&] {
    const auto parts = input::office_parts(empty, {"word/document.xml"}, {});
    return parts ? parts->empty() : says_so(parts.error().message);
  });
}

TEST(OutOfMemory, IsToldByTheDecoderOfOldCharsets) {
  const std::string bytes = "caf\xE9 cr\xE8me";
  expect_right_or_refused([&] {
    std::string note;
    return input::decode_legacy(bytes, note).text == "caf\u00E9 cr\u00E8me";
  });
}

TEST(OutOfMemory, IsToldByTheFoldOfCharacters) {
  expect_right_or_refused([] {
    std::u32string folded;
    tokens::FoldTable::instance().fold_piece(U"E\u0301", folded);
    return folded == U"\u00E9" &&
           tokens::FoldTable::merging_variants()[U'\u6F22'].code_point == U'\u6C49';
  });
}

TEST(OutOfMemory, IsToldByThePackerOfReports) {
  expect_right_or_refused([] { return report::gzip_base64("a").starts_with("H4sI"); });
}

}  // namespace
}  // namespace whorl::test
