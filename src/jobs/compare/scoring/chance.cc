#include "jobs/compare/scoring/chance.h"

#include <algorithm>
#include <cmath>
#include <memory>
#include <span>
#include <utility>

namespace whorl::internal::compare::scoring {
namespace {

// A part of a tile in the text of its class.
struct Piece {
  std::uint32_t position = 0;
  std::uint32_t length = 0;
};

// The parts of a tile of `submission` that count.
std::vector<Piece> pieces_of(const ClassText& text, std::uint32_t submission,
                             const match::Match& tile) {
  std::vector<Piece> pieces;
  const auto& stretches = text.stretches(submission);
  const std::uint32_t tile_end = tile.a + tile.length;
  auto stretch = std::ranges::upper_bound(stretches, tile.a, {}, &ClassText::Stretch::end);
  for (; stretch != stretches.end() && stretch->begin < tile_end; ++stretch) {
    const std::uint32_t begin = std::max(tile.a, stretch->begin);
    const std::uint32_t end = std::min(tile_end, stretch->end);
    pieces.push_back({stretch->position + (begin - stretch->begin), end - begin});
  }
  return pieces;
}

std::vector<Piece> pieces_of(const ClassText& text, std::uint32_t submission,
                             const match::Chain& chain) {
  std::vector<Piece> pieces;
  for (const match::Match& tile : chain.tiles) {
    const auto parts = pieces_of(text, submission, tile);
    pieces.insert(pieces.end(), parts.begin(), parts.end());
  }
  return pieces;
}

// If more than this part of a class shares a long part, it is idiom and no copying.
constexpr std::uint32_t kIdiom = 5;

// Adds the submissions that share kDepth consecutive symbols with `piece`, tested at every kStep-th
// symbol: they have copies of the passage, which would explain it. Symbols that occur many times in
// each submission are ignored. Asks `progress` once in kUnasked symbols whether to go on.
void add_copies(const ClassText& text, const Piece& piece, std::uint32_t most,
                const Progress& progress, std::vector<std::uint32_t>& copies) {
  constexpr std::uint32_t kStep = 16, kMostPlaces = 16, kUnasked = 1 << 12;
  std::vector<std::uint32_t> owners;
  for (std::uint32_t i = 0; i + SuffixOrder::kDepth <= piece.length; i += kStep) {
    if (i % kUnasked == 0 && progress.cancelled()) return;
    const auto ranks =
        text.order().widened(text.order().only(piece.position + i), SuffixOrder::kDepth);
    if (ranks.size() > most * kMostPlaces) continue;
    owners.clear();
    for (std::uint32_t rank = ranks.begin; rank < ranks.end; ++rank) {
      owners.push_back(text.owner_of(text.order().position_at(rank)));
    }
    std::ranges::sort(owners);
    owners.erase(std::unique(owners.begin(), owners.end()), owners.end());
    if (owners.size() <= most) copies.insert(copies.end(), owners.begin(), owners.end());
  }
}

std::uint64_t salt_of(const corpus::Corpus& corpus, const PairMatch& match,
                      const match::Chain& chain) {
  return corpus.files[corpus.locate(match.pair.a, chain.a_begin()).file].class_salt;
}

std::string cause(NoEstimate reason) {
  switch (reason) {
    case NoEstimate::few_submissions:
      return "at least " + std::to_string(ChanceModel::kFewestSubmissions) +
             " other submissions with " + std::to_string(ChanceModel::kFewestSymbols) +
             " tokens in total are needed";
    case NoEstimate::too_large:
      return "the counts need more --memory";
    case NoEstimate::not_validated:
      return "it was measured only for programs in C, C++, Java and Python, at the default "
             "settings";
    case NoEstimate::scraps:
      break;
  }
  return "the parts without base code are too short";
}

}  // namespace

std::string sentence_on(NoEstimate reason) {
  return "How often independent pairs agree as closely is not known for some pairs: " +
         cause(reason) + ".";
}

double bits_of_gap(std::uint32_t gap_a, std::uint32_t gap_b) {
  const double gap = static_cast<double>(gap_a) + static_cast<double>(gap_b);
  return 1 + 2 * std::log2(gap + 1) + std::log2(gap + 2);
}

const NgramModel& ChanceModel::LastModel::of(const ClassText& text,
                                             const std::vector<std::uint32_t>& left_out) {
  if (text_ != &text || left_out_ != left_out) {
    text_ = nullptr;  // stays null if memory ends before the model is built
    model_.emplace(text, left_out);
    left_out_ = left_out;
    text_ = &text;
  }
  return *model_;
}

// Computes the chances of the passages of one pair.
class ChanceModel::PairChance {
 public:
  PairChance(const ChanceModel& chance, const PairMatch& match, LastModels& models)
      : chance_(chance), match_(match), models_(models) {
    const auto& student = chance.rules_.student();
    for (std::uint32_t i = 0; i < student.size(); ++i) {
      if (student[i] == student[match.pair.a] || student[i] == student[match.pair.b]) {
        pair_.push_back(i);
      }
    }
  }

  Chance of(const match::Chain& chain) {
    const auto& text = chance_.classes_.at(salt_of(chance_.corpus_, match_, chain));
    if (!text) return {tl::unexpected(text.error())};
    const std::vector<Piece> pieces = pieces_of(*text, match_.pair.a, chain);
    if (pieces.empty()) return {tl::unexpected(NoEstimate::scraps)};
    const NgramModel& model = model_without(*text, pieces);
    if (model.submissions() < kFewestSubmissions || model.symbols() < kFewestSymbols) {
      return {tl::unexpected(NoEstimate::few_submissions)};
    }
    const double positions = std::log2(static_cast<double>(text->symbols_of(match_.pair.a))) +
                             std::log2(static_cast<double>(text->symbols_of(match_.pair.b)));
    const double all = bits(model, *text, chain, positions + kMostBits + kBitsOfEnd);
    const double bits = std::clamp(all - positions, 0.0, kMostBits);
    return {std::floor(bits * 10) / 10, model.submissions()};
  }

 private:
  // The model of the class without the pair and the other copies of the passage.
  const NgramModel& model_without(const ClassText& text, std::span<const Piece> pieces) {
    std::vector<std::uint32_t> left_out = pair_;
    for (const Piece& piece : pieces) {
      add_copies(text, piece, text.submissions() / kIdiom + 2, chance_.progress_, left_out);
    }
    std::ranges::sort(left_out);
    left_out.erase(std::unique(left_out.begin(), left_out.end()), left_out.end());
    return (left_out == pair_ ? models_.pair : models_.copies).of(text, left_out);
  }

  // Bits of the consecutive tiles with the most information; stops at `enough`.
  double bits(const NgramModel& model, const ClassText& text, const match::Chain& chain,
              double enough) const {
    double row = 0, most = 0;
    const match::Match* before = nullptr;
    for (const match::Match& tile : chain.tiles) {
      if (before != nullptr) {
        row -=
            bits_of_gap(tile.a - before->a - before->length, tile.b - before->b - before->length);
      }
      row = std::max(row, 0.0);
      for (const Piece& piece : pieces_of(text, match_.pair.a, tile)) {
        row += model.bits(piece.position, piece.length, enough);
      }
      most = std::max(most, row);
      if (most >= enough) break;
      before = &tile;
    }
    return most - kBitsOfEnd;
  }

  static constexpr double kBitsOfEnd = 1;

  const ChanceModel& chance_;
  const PairMatch& match_;
  std::vector<std::uint32_t> pair_;  // submissions of the two students
  LastModels& models_;
};

ChanceModel::ChanceModel(const corpus::Corpus& corpus, const corpus::Comparability& rules,
                         const std::vector<PairMatch>& matches, std::uint64_t memory,
                         unsigned threads, const Progress& progress)
    : corpus_(corpus), rules_(rules), progress_(progress) {
  for (const PairMatch& match : matches) {
    for (const match::Chain& chain : match.chains) {
      classes_.try_emplace(salt_of(corpus, match, chain), tl::unexpect, NoEstimate{});
    }
  }
  for (auto& [salt, text] : classes_) {
    if (progress.cancelled()) return;
    const ClassText::Size size = ClassText::size_of(corpus, salt);
    if (size.submissions < kFewestSubmissions + 2) {
      text = tl::unexpected(NoEstimate::few_submissions);
    } else if (size.bytes > memory) {
      text = tl::unexpected(NoEstimate::too_large);
    } else {
      memory -= size.bytes;
      text.emplace(corpus, salt, threads, progress);
    }
  }
}

std::vector<Chance> ChanceModel::of(const PairMatch& match) const {
  std::vector<Chance> chances;
  models_.with([] { return std::make_unique<LastModels>(); },
               [&](LastModels& models) {
                 PairChance pair(*this, match, models);
                 for (const match::Chain& chain : match.chains) {
                   if (progress_.cancelled()) break;
                   chances.push_back(pair.of(chain));
                 }
               });
  return chances;
}

}  // namespace whorl::internal::compare::scoring
