// A k-d tree of named vectors in a file (Finkel 2002 §4.2, after Friedman, Bentley and Finkel
// 1977): built one vector after the other, read and written in place.
//
// A vector need not have every dimension: a number that is NaN is absent, and the distance of two
// vectors uses only the dimensions that both have. A node at depth n divides by dimension n, modulo
// their number. Vectors without it are in a third branch, which every search visits.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/descriptor.h"
#include "whorl/result.h"

namespace whorl::internal::methods {

// √Σ (a - b)² over the dimensions that both have; nothing if they have none in common.
std::optional<double> distance(std::span<const double> a, std::span<const double> b);

struct Neighbour {
  std::string name;
  double distance = 0;
};

class KdTree {
 public:
  // Opens the tree in a file, or makes an empty one if the file does not exist. Errors:
  // invalid_argument if the file is no tree, or has another number of dimensions (1 to 256 are
  // allowed); corrupt if it is damaged.
  static Result<KdTree> open(const std::string& path, std::uint32_t dimensions);

  // Appends a vector. A node is written before the link to it, so that a killed process leaves a
  // tree without the node. Names have up to 65,535 bytes. O(depth).
  Result<void> add(std::string_view name, std::span<const double> vector);

  // The nearest vector of another name; of equal distances the one with the least name. Nothing if
  // no vector has a dimension in common.
  Result<std::optional<Neighbour>> nearest(std::string_view name,
                                           std::span<const double> vector) const;

  // Every name with its vector, in the order in which they were added.
  struct Entry {
    std::string name;
    std::vector<double> vector;
  };
  Result<std::vector<Entry>> entries() const;

  std::uint64_t bytes() const { return end_; }
  // Number of nodes that searches have visited.
  std::uint64_t visited() const { return visited_; }

 private:
  // Offsets of the branches of a node; 0: there is none.
  struct Links {
    std::uint64_t below = 0;  // than the node in its dimension
    std::uint64_t above = 0;  // or equal
    std::uint64_t without = 0;
  };
  struct Node {
    std::uint64_t at = 0;
    Links links;
    Entry entry;
    std::uint64_t end = 0;
  };
  struct Search;

  KdTree(std::string path, base::Descriptor file, std::uint32_t dimensions, std::uint64_t end)
      : path_(std::move(path)), file_(std::move(file)), dimensions_(dimensions), end_(end) {}

  Result<void> check();
  Result<std::uint64_t> end_of(std::uint64_t at) const;
  Result<Node> read(std::uint64_t at) const;
  Result<void> write(std::uint64_t at, std::string_view bytes);
  // The link that leads from a node towards a vector, and its offset in the file.
  std::pair<std::uint64_t, std::uint64_t> branch(const Node& node, std::uint64_t depth,
                                                 std::span<const double> vector) const;
  Result<void> look(Search& search) const;

  std::string path_;
  base::Descriptor file_;
  std::uint32_t dimensions_ = 0;
  std::uint64_t end_ = 0;  // offset of the next node to write
  mutable std::uint64_t visited_ = 0;
};

}  // namespace whorl::internal::methods
