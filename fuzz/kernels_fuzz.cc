// Feeds every dispatch level the same bytes; any difference from the plain twins aborts.

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <span>
#include <vector>

#include "fingerprints/kernels/ascii.h"
#include "fingerprints/kernels/bit_positions.h"
#include "fingerprints/kernels/controls.h"
#include "fingerprints/kernels/hash_selection.h"
#include "fingerprints/kernels/level.h"
#include "fingerprints/kernels/open_closed.h"
#include "fingerprints/kernels/shared_count.h"
#include "fingerprints/kernels/window_minima.h"
#include "fingerprints/kernels/word_names.h"

namespace {

using namespace whorl::internal::kernels;

template <class Symbol>
void check_window_minima(std::span<const Symbol> text, std::size_t k, std::size_t w) {
  whorl::internal::kernels::WindowMinimaScratch scratch;
  std::vector<std::uint64_t> expected, bits;
  whorl::internal::kernels::window_minima_plain(text, {k, w, 1}, scratch, expected);
  for (const whorl::internal::kernels::Level level : whorl::internal::kernels::supported_levels()) {
    whorl::internal::kernels::force(level);
    whorl::internal::kernels::window_minima(text, {k, w, 1}, scratch, bits);
    if (bits != expected) std::abort();
  }
}

void check_ascii(std::span<const char> text, whorl::internal::kernels::AsciiKernel* kernel,
                 whorl::internal::kernels::AsciiKernel* twin) {
  std::vector<std::uint8_t> expected(text.size() + whorl::internal::kernels::kAsciiBlock),
      symbols(expected.size());
  std::vector<std::uint64_t> expected_keep(text.size() / 64 + 1), keep(expected_keep.size());
  const whorl::internal::kernels::AsciiRun plain =
      twin(text, expected.data(), expected_keep.data());
  for (const whorl::internal::kernels::Level level : whorl::internal::kernels::supported_levels()) {
    whorl::internal::kernels::force(level);
    const whorl::internal::kernels::AsciiRun run = kernel(text, symbols.data(), keep.data());
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

void check_controls(std::span<const char> bytes) {
  const whorl::internal::kernels::ControlCount plain =
      whorl::internal::kernels::count_controls_plain(bytes);
  for (const whorl::internal::kernels::Level level : whorl::internal::kernels::supported_levels()) {
    whorl::internal::kernels::force(level);
    if (whorl::internal::kernels::count_controls(bytes) != plain) std::abort();
  }
}

// The bytes as bits, from any of them on.
void check_positions(const std::vector<std::uint8_t>& bytes, std::size_t begin) {
  std::vector<std::uint64_t> words(bytes.size() / 8);
  if (!words.empty()) std::memcpy(words.data(), bytes.data(), 8 * words.size());
  std::vector<std::uint32_t> expected, found;
  whorl::internal::kernels::bit_positions_plain(words, begin, expected);
  for (const whorl::internal::kernels::Level level : whorl::internal::kernels::supported_levels()) {
    whorl::internal::kernels::force(level);
    whorl::internal::kernels::bit_positions(words, begin, found);
    if (found != expected || whorl::internal::kernels::count_bits(words) !=
                                 whorl::internal::kernels::count_bits_plain(words))
      std::abort();
  }
}

void check_open_closed(std::span<const std::uint8_t> text, std::size_t k, std::size_t s,
                       std::size_t w) {
  whorl::internal::kernels::OpenClosedScratch scratch;
  whorl::internal::kernels::WindowMinimaScratch windows;
  std::vector<std::uint32_t> expected, keys;
  std::vector<std::uint64_t> minima, bits;
  for (std::size_t i = 0; i + k <= text.size(); ++i) {
    expected.push_back(whorl::internal::kernels::open_closed_key(text.subspan(i, k), s, 1));
  }
  whorl::internal::kernels::key_minima_plain(expected, w, windows, minima);
  for (const whorl::internal::kernels::Level level : whorl::internal::kernels::supported_levels()) {
    whorl::internal::kernels::force(level);
    whorl::internal::kernels::open_closed_keys(text, {k, s, 1}, scratch, keys);
    whorl::internal::kernels::key_minima(expected, w, windows, bits);
    if (keys != expected || bits != minima) std::abort();
  }
}

// The bytes as two sets of small numbers, so that they share some, cut at one of them.
void check_shared(const std::vector<std::uint8_t>& bytes, std::size_t cut, std::size_t least) {
  std::vector<std::uint64_t> sets[2];
  for (std::size_t i = 0; i < bytes.size(); ++i) {
    sets[i >= cut].push_back(bytes[i] + 256 * (i % 64));
  }
  for (auto& set : sets) {
    std::sort(set.begin(), set.end());
    set.erase(std::unique(set.begin(), set.end()), set.end());
  }
  const std::size_t expected = whorl::internal::kernels::shared_count_plain(sets[0], sets[1]);
  for (const whorl::internal::kernels::Level level : whorl::internal::kernels::supported_levels()) {
    whorl::internal::kernels::force(level);
    if (whorl::internal::kernels::shared_count(sets[0], sets[1]) != expected) std::abort();
    const std::size_t found = whorl::internal::kernels::shared_count(sets[0], sets[1], least);
    if (expected >= least ? found != expected : found >= least) std::abort();
  }
}

// The bytes as hashes, and one of them as the bound and the modulus.
void check_marks(const std::vector<std::uint8_t>& bytes, std::size_t at) {
  std::vector<std::uint64_t> hashes(bytes.size() / 8);
  if (hashes.empty()) return;
  std::memcpy(hashes.data(), bytes.data(), 8 * hashes.size());
  const std::uint64_t number = std::max<std::uint64_t>(1, hashes[at % hashes.size()] >> at % 64);
  for (std::size_t i = 0; i < hashes.size(); i += 3) hashes[i] *= number;
  std::vector<std::uint64_t> small, multiples, bits;
  whorl::internal::kernels::mark_at_most_plain(hashes, number, small);
  whorl::internal::kernels::mark_multiples_plain(hashes, number, multiples);
  for (const whorl::internal::kernels::Level level : whorl::internal::kernels::supported_levels()) {
    whorl::internal::kernels::force(level);
    whorl::internal::kernels::mark_at_most(hashes, number, bits);
    if (bits != small) std::abort();
    whorl::internal::kernels::mark_multiples(hashes, number, bits);
    if (bits != multiples) std::abort();
  }
}

// The bytes as words of one to eight.
void check_word_names(const std::vector<std::uint8_t>& bytes) {
  std::vector<std::uint64_t> words(bytes.size() / 8), sizes;
  if (words.empty()) return;
  std::memcpy(words.data(), bytes.data(), 8 * words.size());
  for (const std::uint64_t word : words) sizes.push_back(1 + word % 8);
  const whorl::internal::kernels::ShortWords all = {words.data(), sizes.data(), words.size()};
  std::vector<std::uint32_t> expected(words.size()), names(words.size());
  whorl::internal::kernels::name_words_plain(all, expected.data());
  for (const whorl::internal::kernels::Level level : whorl::internal::kernels::supported_levels()) {
    whorl::internal::kernels::force(level);
    whorl::internal::kernels::name_words(all, names.data());
    if (names != expected) std::abort();
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
  check_window_minima(std::span<const std::uint8_t>(bytes), k, w);
  check_window_minima(std::span<const std::uint32_t>(words), k, w);
  check_positions(bytes, data[2]);
  check_shared(bytes, k * w, w);
  check_marks(bytes, data[2]);
  check_word_names(bytes);
  check_open_closed(std::span<const std::uint8_t>(data + 3, size - 3), k, 1 + w % k, w);
  const std::span text(reinterpret_cast<const char*>(data), size);
  check_controls(text);
  check_ascii(text, whorl::internal::kernels::canonicalize_ascii,
              whorl::internal::kernels::canonicalize_ascii_plain);
  check_ascii(text, whorl::internal::kernels::consonants_of_ascii,
              whorl::internal::kernels::consonants_of_ascii_plain);
  return 0;
}
