#include "methods/kd_tree.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <bit>
#include <cerrno>
#include <cmath>
#include <cstring>
#include <tuple>

#include "base/descriptor.h"
#include "base/try.h"

namespace whorl::internal::methods {
namespace {

// The file: kMagic, the dimensions as four bytes, and the nodes in order. A node: three links of
// eight bytes, the length of the name in two, the vector in eight bytes a dimension, the name. All
// numbers are little-endian.
constexpr std::string_view kMagic = "whorlkd1";
constexpr std::uint64_t kHeader = kMagic.size() + 4;
constexpr std::uint64_t kLinks = 24, kFixed = kLinks + 2;
constexpr std::uint32_t kMaxDimensions = 256;
constexpr std::size_t kMaxName = 65'535;

static_assert(std::endian::native == std::endian::little);

template <class Number>
std::string bytes_of(Number number) {
  std::string out(sizeof number, '\0');
  std::memcpy(out.data(), &number, sizeof number);
  return out;
}

template <class Number>
Number stored_number(std::string_view bytes, std::size_t at) {
  Number number;
  std::memcpy(&number, bytes.data() + at, sizeof number);
  return number;
}

tl::unexpected<Error> refused(const std::string& path, const std::string& why,
                              ErrorCode code = ErrorCode::invalid_argument) {
  return fail(code, path + ": " + why);
}

Result<std::string> read_bytes(const std::string& path, int file, std::uint64_t at,
                               std::size_t size) {
  std::string bytes(size, '\0');
  const auto read = base::read_at(file, at, std::as_writable_bytes(std::span(bytes)));
  if (!read) return refused(path, std::strerror(errno), ErrorCode::io);
  if (*read == size) return bytes;
  return refused(path, "the k-d tree ends in the middle of a vector", ErrorCode::corrupt);
}

Result<void> check_header(const std::string& path, int file, std::uint32_t dimensions) {
  WHORL_ASSIGN_OR_RETURN(const std::string header, read_bytes(path, file, 0, kHeader));
  if (!header.starts_with(kMagic)) return refused(path, "this is not a k-d tree of whorl");
  const auto has = stored_number<std::uint32_t>(header, kMagic.size());
  if (has == dimensions) return {};
  return refused(path, "its vectors have " + std::to_string(has) + " dimensions, not " +
                           std::to_string(dimensions));
}

}  // namespace

std::optional<double> distance(std::span<const double> a, std::span<const double> b) {
  double squares = 0;
  bool common = false;
  for (std::size_t i = 0; i < a.size(); ++i) {
    if (std::isnan(a[i]) || std::isnan(b[i])) continue;
    common = true;
    squares += (a[i] - b[i]) * (a[i] - b[i]);
  }
  return common ? std::optional(std::sqrt(squares)) : std::nullopt;
}

Result<KdTree> KdTree::open(const std::string& path, std::uint32_t dimensions) {
  if (dimensions == 0 || dimensions > kMaxDimensions) {
    return refused(path, "a k-d tree has 1 to " + std::to_string(kMaxDimensions) +
                             " dimensions, not " + std::to_string(dimensions));
  }
  base::Descriptor file(::open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0666));
  struct stat status = {};
  if (file.get() < 0 || ::fstat(file.get(), &status) != 0) {
    return refused(path, std::strerror(errno), ErrorCode::io);
  }
  const auto size = static_cast<std::uint64_t>(status.st_size);
  KdTree tree(path, std::move(file), dimensions, std::max(size, kHeader));
  if (size == 0) {
    WHORL_RETURN_IF_ERROR(tree.write(0, std::string(kMagic) + bytes_of(dimensions)));
  } else if (size < kHeader) {
    return refused(path, "this is not a k-d tree of whorl");
  } else {
    WHORL_RETURN_IF_ERROR(check_header(path, tree.file_.get(), dimensions));
    WHORL_RETURN_IF_ERROR(tree.check());
  }
  return tree;
}

// The end of the node at `at` by its own lengths, which may be beyond the end of the file.
Result<std::uint64_t> KdTree::end_of(std::uint64_t at) const {
  const std::uint64_t fixed = kFixed + 8 * std::uint64_t{dimensions_};
  if (at + fixed > end_) return at + fixed;
  WHORL_ASSIGN_OR_RETURN(const std::string size, read_bytes(path_, file_.get(), at + kLinks, 2));
  return at + fixed + stored_number<std::uint16_t>(size, 0);
}

// Removes what a killed process left at the end: a part of a node, or a node without a link to it.
// One link leads to each node except the first, and links lead only to nodes.
Result<void> KdTree::check() {
  std::vector<std::uint64_t> nodes, links;
  for (std::uint64_t at = kHeader; at < end_;) {
    WHORL_ASSIGN_OR_RETURN(const std::uint64_t after, end_of(at));
    if (after > end_) {
      end_ = at;
      break;
    }
    WHORL_ASSIGN_OR_RETURN(const Node node, read(at));
    for (const std::uint64_t link : {node.links.below, node.links.above, node.links.without}) {
      if (link != 0) links.push_back(link);
    }
    nodes.push_back(at);
    at = after;
  }
  std::ranges::sort(links);
  if (nodes.size() > 1 && !std::ranges::binary_search(links, nodes.back())) {
    end_ = nodes.back();
    nodes.pop_back();
  }
  if (nodes.empty() || std::ranges::equal(links, std::span(nodes).subspan(1))) return {};
  return refused(path_, "the links of the k-d tree do not reach each vector exactly once",
                 ErrorCode::corrupt);
}

Result<void> KdTree::write(std::uint64_t at, std::string_view bytes) {
  const ssize_t written = ::pwrite(file_.get(), bytes.data(), bytes.size(), static_cast<off_t>(at));
  if (written == static_cast<ssize_t>(bytes.size())) return {};
  if (written >= 0 || errno == ENOSPC) {
    return refused(path_, "the disk is full; free some space and try again", ErrorCode::disk_full);
  }
  return refused(path_, std::strerror(errno), ErrorCode::io);
}

// Links lead forward in the file, so that a search ends for any bytes.
Result<KdTree::Node> KdTree::read(std::uint64_t at) const {
  WHORL_ASSIGN_OR_RETURN(const std::string fixed,
                         read_bytes(path_, file_.get(), at, kFixed + 8 * dimensions_));
  Node node;
  node.at = at;
  node.links = {stored_number<std::uint64_t>(fixed, 0), stored_number<std::uint64_t>(fixed, 8),
                stored_number<std::uint64_t>(fixed, 16)};
  const std::size_t name = stored_number<std::uint16_t>(fixed, kLinks);
  node.end = at + fixed.size() + name;
  for (const std::uint64_t link : {node.links.below, node.links.above, node.links.without}) {
    if (link != 0 && (link < node.end || link >= end_)) {
      return refused(path_, "a link of the k-d tree is invalid", ErrorCode::corrupt);
    }
  }
  for (std::size_t i = 0; i < dimensions_; ++i) {
    node.entry.vector.push_back(stored_number<double>(fixed, kFixed + 8 * i));
  }
  WHORL_ASSIGN_OR_RETURN(node.entry.name, read_bytes(path_, file_.get(), at + fixed.size(), name));
  return node;
}

std::pair<std::uint64_t, std::uint64_t> KdTree::branch(const Node& node, std::uint64_t depth,
                                                       std::span<const double> vector) const {
  const std::size_t dimension = depth % dimensions_;
  const double here = node.entry.vector[dimension], there = vector[dimension];
  if (std::isnan(here) || std::isnan(there)) return {node.links.without, node.at + 16};
  if (there < here) return {node.links.below, node.at};
  return {node.links.above, node.at + 8};
}

Result<void> KdTree::add(std::string_view name, std::span<const double> vector) {
  if (vector.size() != dimensions_ || name.size() > kMaxName) {
    return refused(path_, "a vector of " + std::to_string(dimensions_) +
                              " numbers and a name of up to 65535 bytes are needed");
  }
  std::string bytes(kLinks, '\0');
  bytes += bytes_of(static_cast<std::uint16_t>(name.size()));
  for (const double number : vector) bytes += bytes_of(number);
  bytes += name;
  std::uint64_t link_at = 0;  // none: the first node
  std::uint64_t next = end_ == kHeader ? 0 : kHeader;
  for (std::uint64_t depth = 0; next != 0; ++depth) {
    WHORL_ASSIGN_OR_RETURN(const Node node, read(next));
    std::tie(next, link_at) = branch(node, depth, vector);
  }
  WHORL_RETURN_IF_ERROR(write(end_, bytes));
  if (link_at != 0) WHORL_RETURN_IF_ERROR(write(link_at, bytes_of(end_)));
  end_ += bytes.size();
  return {};
}

struct KdTree::Search {
  std::string_view name;
  std::span<const double> vector;
  std::uint64_t left;  // nodes that may still be examined
  std::optional<Neighbour> best = {};

  void see(const Entry& entry) {
    const auto far = methods::distance(vector, entry.vector);
    if (!far || entry.name == name) return;
    const bool nearer =
        !best || *far < best->distance || (*far == best->distance && entry.name < best->name);
    if (nearer) best = Neighbour{entry.name, *far};
  }
};

namespace {

// A branch that is still to be examined, and the least distance of its vectors.
struct Branch {
  std::uint64_t at;
  std::uint64_t depth;
  double least;
};

}  // namespace

Result<void> KdTree::look(Search& search) const {
  std::vector<Branch> branches = {{kHeader, 0, 0}};
  while (!branches.empty()) {
    const auto [at, depth, least] = branches.back();
    branches.pop_back();
    if (at == 0 || (search.best && least > search.best->distance)) continue;
    if (search.left-- == 0) {
      return refused(path_, "two branches of the k-d tree lead to the same vector",
                     ErrorCode::corrupt);
    }
    ++visited_;
    WHORL_ASSIGN_OR_RETURN(const Node node, read(at));
    search.see(node.entry);
    const std::size_t dimension = depth % dimensions_;
    const double aside = search.vector[dimension] - node.entry.vector[dimension];
    const auto& [below, above, without] = node.links;
    const double beyond = std::isnan(aside) ? 0 : std::abs(aside);
    branches.push_back({aside < 0 ? above : below, depth + 1, beyond});
    branches.push_back({without, depth + 1, 0});
    branches.push_back({aside < 0 ? below : above, depth + 1, 0});
  }
  return {};
}

Result<std::optional<Neighbour>> KdTree::nearest(std::string_view name,
                                                 std::span<const double> vector) const {
  if (vector.size() != dimensions_) {
    return refused(path_, "a vector of " + std::to_string(dimensions_) + " numbers is needed");
  }
  const std::uint64_t most = (end_ - kHeader) / (kFixed + 8 * dimensions_);
  Search search{name, vector, most};
  if (most > 0) WHORL_RETURN_IF_ERROR(look(search));
  return search.best;
}

Result<std::vector<KdTree::Entry>> KdTree::entries() const {
  std::vector<Entry> out;
  for (std::uint64_t at = kHeader; at < end_;) {
    WHORL_ASSIGN_OR_RETURN(Node node, read(at));
    out.push_back(std::move(node.entry));
    at = node.end;
  }
  return out;
}

}  // namespace whorl::internal::methods
