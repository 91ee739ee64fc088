// Feeds every dispatch level the same bytes; any difference from the plain twins aborts.

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <span>
#include <vector>

#include "kernels/ascii.h"
#include "kernels/level.h"
#include "kernels/window_choices.h"

namespace {

using namespace whorl::kernels;

template <class Symbol>
void check_choices(std::span<const Symbol> text, std::size_t k, std::size_t w) {
  ChoiceScratch scratch;
  std::vector<std::uint64_t> expected, bits;
  choose_plain(text, k, w, 1, scratch, expected);
  for (const Level level : supported_levels()) {
    force(level);
    choose(text, k, w, 1, scratch, bits);
    if (bits != expected) std::abort();
  }
}

void check_ascii(std::span<const char> text) {
  std::vector<std::uint8_t> expected(text.size() + kAsciiBlock), symbols(expected.size());
  std::vector<std::uint64_t> expected_keep(text.size() / 64 + 1), keep(expected_keep.size());
  const AsciiRun plain = canonicalize_ascii_plain(text, expected.data(), expected_keep.data());
  for (const Level level : supported_levels()) {
    force(level);
    const AsciiRun run = canonicalize_ascii(text, symbols.data(), keep.data());
    if (run.read != plain.read || run.kept != plain.kept) std::abort();
    if (!std::equal(symbols.begin(), symbols.begin() + static_cast<long>(run.kept),
                    expected.begin())) {
      std::abort();
    }
    if (!std::equal(keep.begin(), keep.begin() + static_cast<long>((run.read + 63) / 64),
                    expected_keep.begin())) {
      std::abort();
    }
  }
}

}  // namespace

// The first two bytes are k and w, the third how often the rest is repeated.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size < 3) return 0;
  const std::size_t k = 1 + data[0], w = 1 + data[1], repeats = 1 + data[2] % 32;
  std::vector<std::uint8_t> bytes;
  for (std::size_t i = 0; i < repeats; ++i) bytes.insert(bytes.end(), data + 3, data + size);
  const std::vector<std::uint32_t> words(bytes.begin(), bytes.end());
  check_choices(std::span<const std::uint8_t>(bytes), k, w);
  check_choices(std::span<const std::uint32_t>(words), k, w);
  check_ascii(std::span(reinterpret_cast<const char*>(data), size));
  return 0;
}
