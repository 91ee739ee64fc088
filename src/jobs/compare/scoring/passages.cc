#include "jobs/compare/scoring/passages.h"

#include <algorithm>
#include <string_view>

#include "jobs/compare/corpus/spelling.h"
#include "jobs/compare/scoring/rarity.h"
#include "passages/match/spelling.h"

namespace whorl::internal::compare::scoring {
namespace {

class PassageMaker {
 public:
  PassageMaker(const Pair& pair, const corpus::Corpus& corpus, const index::SharedIndex& index,
               const LinesOfFiles& lines)
      : pair_(pair), corpus_(corpus), index_(index), lines_(lines) {}

  Passage make(const match::Chain& chain) const {
    Passage passage;
    passage.a = location(pair_.a, chain.a_begin(), chain.a_end());
    passage.b = location(pair_.b, chain.b_begin(), chain.b_end());
    passage.symbols = chain.symbols;
    passage.identity = chain.identity();
    passage.kind = kind(chain);
    passage.shared_by = shared_by(index_, pair_.a, chain.a_begin(), chain.a_end());
    return passage;
  }

 private:
  Location location(std::uint32_t submission, std::uint32_t begin, std::uint32_t end) const {
    const corpus::FilePosition at = corpus_.locate(submission, begin);
    const tokens::Lines& lines = lines_.at(at.file);
    const corpus::PreparedFile& file = corpus_.files[at.file];
    Location found;
    found.file = at.file;
    found.view = match::trimmed(file.entry.text,
                                file.canon.origin.bytes(at.symbol, at.symbol + (end - begin)));
    found.first_line = lines.line_of(found.view.begin);
    found.last_line = lines.line_of(std::max(found.view.begin + 1, found.view.end) - 1);
    return found;
  }

  PassageKind kind(const match::Chain& chain) const {
    if (chain.tiles.size() > 1) return PassageKind::edited;
    const corpus::FilePosition a = corpus_.locate(pair_.a, chain.a_begin());
    const corpus::FilePosition b = corpus_.locate(pair_.b, chain.b_begin());
    const corpus::SpellingDifference difference = corpus::compare_spellings(
        corpus_.files[a.file], a.symbol, corpus_.files[b.file], b.symbol, chain.symbols);
    const bool same = difference.literals + difference.names == 0;
    return same ? PassageKind::verbatim : PassageKind::renamed;
  }

  const Pair& pair_;
  const corpus::Corpus& corpus_;
  const index::SharedIndex& index_;
  const LinesOfFiles& lines_;
};

}  // namespace

std::vector<Passage> passages_of(const PairMatch& match, const corpus::Corpus& corpus,
                                 const index::SharedIndex& index, const LinesOfFiles& lines) {
  const PassageMaker maker(match.pair, corpus, index, lines);
  std::vector<Passage> passages;
  for (const match::Chain& chain : match.chains) passages.push_back(maker.make(chain));
  return passages;
}

LinesOfFiles index_lines(const std::vector<PairMatch>& matches, const corpus::Corpus& corpus) {
  LinesOfFiles lines;
  for (const PairMatch& match : matches) {
    for (std::uint32_t submission : {match.pair.a, match.pair.b}) {
      for (std::uint32_t file : corpus.submissions[submission].files) {
        if (!lines.contains(file))
          lines.emplace(file, tokens::Lines(corpus.files[file].entry.text));
      }
    }
  }
  return lines;
}

}  // namespace whorl::internal::compare::scoring
