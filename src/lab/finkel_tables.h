// The figures of Finkel 2002, by pairs of RFCs, to stand beside ours.
#pragma once

#include <array>
#include <optional>
#include <string_view>

namespace whorl::internal::lab {

// In percent, as printed: of the first RFC in the second, and of the second in the first.
struct FinkelPair {
  std::array<int, 2> rfc;
  std::array<int, 2> mdr;                         // Table 1: exact overlap by suffix trees
  std::array<int, 2> signatures;                  // … signature extraction
  std::array<int, 2> overlapping;                 // … overlapping chunks
  std::array<std::optional<int>, 3> compression;  // Table 4: gzip, bzip2, ppm*
};

// The pair of two documents, "rfc1596.txt" and "rfc1604.txt", in the order of the paper; null
// where the paper has none.
const FinkelPair* finkel_pair(std::string_view a, std::string_view b);

}  // namespace whorl::internal::lab
