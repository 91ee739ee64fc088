// From sketches to blocks of lists.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "blocks.h"
#include "whorl/pair_rule.h"

namespace whorl::python::phases {

// A column of blocks. No block is null.
struct Blocks {
  std::size_t size = 0;
  std::function<std::string_view(std::size_t)> at;
};

// A block for the task of one range of shingles or of ranks.
struct RangeBlock {
  std::uint64_t range;
  std::string block;
};

// Returns a block of the hot shingles of the sketches (whorl/shingle_order.h).
Result<std::string> find_hot(const Blocks& sketches, std::uint32_t least);

struct PrefixOptions {
  std::string_view hot;               // a block
  std::vector<std::uint64_t> moduli;  // of all sketches, ascending
  std::uint32_t ranges;               // of shingles
};

// The prefixes of documents, as blocks of postings.
Result<std::vector<RangeBlock>> take_prefixes(const std::vector<std::uint64_t>& ranks,
                                              const Blocks& sketches,
                                              const whorl::phases::PairRule& rule,
                                              const PrefixOptions& options);

// The lists of a range from all its blocks of postings.
Result<std::vector<std::string>> make_lists(const Blocks& postings,
                                            const std::vector<std::uint64_t>& moduli);

}  // namespace whorl::python::phases
