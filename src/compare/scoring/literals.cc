#include "compare/scoring/literals.h"

#include <algorithm>
#include <string_view>
#include <variant>

#include "base/parallel.h"
#include "canon/front_ends.h"
#include "canon/symbol.h"
#include "measures/share.h"

#define XXH_INLINE_ALL
#include <xxhash.h>

namespace whorl::internal::compare::scoring {
namespace {

void add_literals(const corpus::PreparedFile& file, corpus::SymbolRange range,
                  std::vector<std::uint64_t>& bag) {
  const auto& tokens = std::get<canon::Tokens>(file.canon.symbols);
  for (std::uint32_t i = range.begin; i < range.end; ++i) {
    if (!canon::is_literal(tokens[i])) continue;
    const ByteRange bytes = file.canon.origin.bytes(i, i + 1);
    bag.push_back(XXH3_64bits(file.entry.text.data() + bytes.begin, bytes.end - bytes.begin));
  }
}

std::vector<std::uint64_t> bag_of(const corpus::Corpus& corpus, std::uint32_t submission) {
  std::vector<std::uint64_t> bag;
  for (std::uint32_t number : corpus.submissions[submission].files) {
    const corpus::PreparedFile& file = corpus.files[number];
    if (!corpus::front_end_of(file).drops_spelling) continue;
    for (const corpus::SymbolRange& range : file.own) {
      if (corpus::counts(file, range) || corpus.only_scraps(submission)) {
        add_literals(file, range, bag);
      }
    }
  }
  std::ranges::sort(bag);
  bag.shrink_to_fit();
  return bag;
}

}  // namespace

double SharedLiterals::share() const { return measures::share(common, all); }

LiteralBags::LiteralBags(const corpus::Corpus& corpus, unsigned threads)
    : bags_(corpus.submissions.size()) {
  base::parallel_for(bags_.size(), threads, [&](std::size_t i) { bags_[i] = bag_of(corpus, i); });
}

SharedLiterals LiteralBags::shared(std::uint32_t a, std::uint32_t b) const {
  const auto &x = bags_[a], &y = bags_[b];
  std::uint64_t common = 0;
  for (std::size_t i = 0, j = 0; i < x.size() && j < y.size();) {
    common += x[i] == y[j];
    const std::uint64_t least = std::min(x[i], y[j]);
    i += x[i] == least;
    j += y[j] == least;
  }
  return {common, x.size() + y.size() - common};
}

}  // namespace whorl::internal::compare::scoring
