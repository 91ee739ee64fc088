// The values of Finkel 2002, by pairs of RFCs, for comparison with ours.
#pragma once

#include <array>
#include <optional>
#include <string_view>

namespace whorl::internal::lab {

// In percent, as printed: of the first RFC in the second, and of the second in the first.
struct FinkelPair {
  std::array<int, 2> rfc;
  std::array<std::optional<int>, 2> mdr;          // Table 1: exact overlap by suffix trees
  std::array<std::optional<int>, 2> signatures;   // … signature extraction
  std::array<std::optional<int>, 2> overlapping;  // … overlapping chunks
  std::array<std::optional<int>, 3> compression;  // Table 4: gzip, bzip2, ppm*
};

// The pair of two documents, "rfc1596.txt" and "rfc1604.txt", in the order of the paper; null if
// the paper does not have it.
const FinkelPair* finkel_pair(std::string_view a, std::string_view b);

// Table 2, and from §5 the size of a database relative to the documents.
struct FinkelCost {
  std::string_view method;
  double seconds;
  double kilobytes;
  std::string_view share;
};

// For "se", "overlapping" or "scam"; null for others.
const FinkelCost* finkel_cost(std::string_view method);

// Table 3: the nearest neighbour of an RFC by its shares of the, and, but and so.
struct FinkelNeighbour {
  int rfc;
  int nearest;
  double distance;  // "scaled by 10^7"; see finkel_distance()
  int signatures;   // similarity by signature extraction, in percent
};

// For a document "rfc1596.txt"; null if the paper does not have it.
const FinkelNeighbour* finkel_neighbour(std::string_view name);

// 10^8 times the squared distance of shares, given a distance in percent. The paper uses this unit.
double finkel_distance(double percent);

}  // namespace whorl::internal::lab
