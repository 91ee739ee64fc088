#include "pairs.h"

namespace whorl::python::phases {
namespace {

using whorl::phases::PairCounts;
using whorl::phases::PairRule;

// Calls visit(a, b) with the blocks of each pair. A column often repeats a block in neighboring
// rows, so the last one of each column is kept.
template <class Visit>
Result<void> for_each_pair(const PairBlocks& pairs, const Visit& visit) {
  if (pairs.a.size != pairs.b.size) {
    return fail(ErrorCode::invalid_argument, "give two columns of equal length");
  }
  std::string_view blocks[2];
  SketchBlock sketches[2];
  for (std::size_t row = 0; row < pairs.a.size; ++row) {
    for (int side = 0; side < 2; ++side) {
      const std::string_view block = (side == 0 ? pairs.a : pairs.b).at(row);
      if (row > 0 && block == blocks[side]) continue;
      auto sketch = read_sketch(block);
      if (!sketch) return tl::unexpected(std::move(sketch.error()));
      sketches[side] = std::move(*sketch);
      blocks[side] = block;
    }
    visit(sketches[0], sketches[1]);
  }
  return {};
}

PairCounts count(const SketchBlock& a, const SketchBlock& b) {
  return whorl::phases::count_pair(a.hashes, a.modulus, b.hashes, b.modulus);
}

template <class Value, class Judge>
Result<std::vector<Value>> for_pairs(const PairBlocks& pairs, const Judge& judge) {
  std::vector<Value> values;
  auto done = for_each_pair(
      pairs, [&](const SketchBlock& a, const SketchBlock& b) { values.push_back(judge(a, b)); });
  if (!done) return tl::unexpected(std::move(done.error()));
  return values;
}

}  // namespace

Result<std::vector<bool>> are_candidates(const PairBlocks& sketches, const PairRule& rule) {
  return for_pairs<bool>(sketches, [&](const SketchBlock& a, const SketchBlock& b) {
    return rule.is_candidate(count(a, b), a.full_size, b.full_size);
  });
}

Result<std::vector<bool>> are_similar(const PairBlocks& sets, const PairRule& rule) {
  return for_pairs<bool>(
      sets, [&](const SketchBlock& a, const SketchBlock& b) { return rule.finds(count(a, b)); });
}

Result<std::vector<whorl::phases::PairMeasures>> measured(const PairBlocks& sets) {
  return for_pairs<whorl::phases::PairMeasures>(
      sets, [&](const SketchBlock& a, const SketchBlock& b) {
        return whorl::phases::measures(count(a, b), a.full_size, b.full_size);
      });
}

}  // namespace whorl::python::phases
