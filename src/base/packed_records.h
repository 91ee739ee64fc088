// Records packed while they wait on disk: of each word what it is more than the same word of the
// record before, in as few bytes as hold that. Records that were sorted share most of a key with
// their neighbours, and what they do not share is hashes, which nothing makes smaller.
#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <cstring>
#include <span>
#include <type_traits>
#include <vector>

namespace whorl::internal::base {

// Of a record: for each word four bits that say how many bytes follow, then those bytes.
template <class Record>
  requires std::is_trivially_copyable_v<Record>
class PackedRecords {
 public:
  static void pack(std::span<const Record> records, std::vector<char>& out) {
    out.resize(records.size() * kMostBytes + kWord);
    char* end = out.data();
    Words before{};
    for (const Record& record : records) {
      Words words{};
      std::memcpy(words.data(), &record, sizeof record);
      end = put(before, words, end);
      before = words;
    }
    // A word is read as eight bytes wherever it ends.
    out.resize(static_cast<std::size_t>(end - out.data()) + kWord);
  }

  // Fills `out`; `packed` is what pack() made of as many records.
  static void unpack(std::span<const char> packed, std::span<Record> out) {
    const char* from = packed.data();
    Words words{};
    for (Record& record : out) {
      from = take(from, words);
      std::memcpy(static_cast<void*>(&record), words.data(), sizeof record);
    }
  }

 private:
  static_assert(std::endian::native == std::endian::little);
  static constexpr std::size_t kWord = sizeof(std::uint64_t);
  static constexpr std::size_t kWords = (sizeof(Record) + kWord - 1) / kWord;
  static constexpr std::size_t kWidthBytes = (kWords + 1) / 2;  // of a record
  static constexpr std::size_t kMostBytes = kWidthBytes + kWords * kWord;
  using Words = std::array<std::uint64_t, kWords>;

  static unsigned width_of(std::uint64_t word) {
    return (static_cast<unsigned>(std::bit_width(word)) + 7) / 8;
  }

  static char* put(const Words& before, const Words& words, char* out) {
    std::array<unsigned char, kWidthBytes> widths{};
    char* const begin = out;
    out += kWidthBytes;
    for (std::size_t i = 0; i < kWords; ++i) {
      const std::uint64_t more = words[i] - before[i];
      const unsigned width = width_of(more);
      widths[i / 2] |= static_cast<unsigned char>(width << (i % 2 * 4));
      std::memcpy(out, &more, kWord);
      out += width;
    }
    std::memcpy(begin, widths.data(), kWidthBytes);
    return out;
  }

  static const char* take(const char* from, Words& words) {
    const char* const widths = from;
    from += kWidthBytes;
    for (std::size_t i = 0; i < kWords; ++i) {
      const unsigned width = static_cast<unsigned char>(widths[i / 2]) >> (i % 2 * 4) & 0xf;
      std::uint64_t more;
      std::memcpy(&more, from, kWord);
      words[i] += more & kMasks[width];
      from += width;
    }
    return from;
  }

  static constexpr auto kMasks = [] {
    std::array<std::uint64_t, 16> masks{};
    for (unsigned width = 1; width < kWord; ++width)
      masks[width] = ~(~std::uint64_t{0} << 8 * width);
    masks[kWord] = ~std::uint64_t{0};
    return masks;
  }();
};

}  // namespace whorl::internal::base
