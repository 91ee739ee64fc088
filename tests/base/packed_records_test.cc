// Records come back as they were packed, sorted or not.
#include "base/external_sort.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>

namespace whorl::internal::base {
namespace {

template <class Record>
void comes_back(const std::vector<Record>& records) {
  std::vector<char> packed;
  PackedRecords<Record>::pack(records, packed);
  std::vector<Record> unpacked(records.size());
  PackedRecords<Record>::unpack(packed, unpacked);
  EXPECT_EQ(unpacked, records);
}

struct Odd {  // a word and a half
  std::uint32_t a, b, c;
  bool operator==(const Odd&) const = default;
};

struct Long {
  std::array<std::uint64_t, 3> words;
  bool operator==(const Long&) const = default;
};

// Numbers of every width, among them none and all bits.
std::uint64_t of_any_width(std::mt19937_64& random) {
  const unsigned bits = static_cast<unsigned>(random() % 65);
  return bits == 0 ? 0 : random() >> (64 - bits);
}

TEST(PackedRecords, ComeBack) {
  std::mt19937_64 random(3);
  const auto any = [&] { return of_any_width(random); };
  const auto half = [&] { return static_cast<std::uint32_t>(of_any_width(random)); };
  for (const std::size_t size : {0u, 1u, 2u, 3u, 1000u}) {
    std::vector<std::uint64_t> words(size);
    std::vector<Odd> odd(size);
    std::vector<Long> large(size);
    std::ranges::generate(words, any);
    std::ranges::generate(odd, [&] { return Odd{half(), half(), half()}; });
    std::ranges::generate(large, [&] { return Long{{any(), any(), any()}}; });
    comes_back(words);
    comes_back(odd);
    comes_back(large);
    std::ranges::sort(words);
    comes_back(words);
  }
}

TEST(PackedRecords, OfNeighboursKeepWhatTheyDifferBy) {
  std::vector<std::uint64_t> records(1000);
  for (std::size_t i = 0; i < records.size(); ++i) records[i] = 0x123456789abcdef0 + 3 * i;
  std::vector<char> packed;
  PackedRecords<std::uint64_t>::pack(records, packed);
  // A width and a byte each, the first one complete, and padding so that a word can be read at the
  // end.
  EXPECT_EQ(packed.size(), 2 * records.size() + 7 + 8);
}

}  // namespace
}  // namespace whorl::internal::base
