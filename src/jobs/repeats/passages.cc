#include "jobs/repeats/passages.h"

#include <algorithm>
#include <deque>
#include <optional>
#include <utility>

#include "base/try.h"

namespace whorl::internal::repeats {
namespace {

// The beginning of a symbol; for the one after the last, the end of the text.
std::size_t byte_of(const NumberedText& text, std::uint64_t symbol) {
  const std::uint64_t local = symbol - text.first_symbol;
  if (local == text.canon.size()) return text.text.size();
  return text.canon.origin.bytes(local, local + 1).begin;
}

// Appends a piece, or extends the last one if it touches that.
void add_piece(Piece piece, std::vector<Piece>& pieces) {
  if (pieces.empty() || pieces.back().end != piece.begin) {
    pieces.push_back(piece);
    return;
  }
  Piece& last = pieces.back();
  const Passage* begin = last.passages.data();
  last.end = piece.end;
  last.symbols += piece.symbols;
  last.passages = {begin, piece.passages.data() + piece.passages.size()};
}

// True if the symbol belongs to the same character as the one before it, like the 2 of ½.
bool goes_on(const NumberedText& text, std::uint64_t symbol) {
  return symbol > text.first_symbol && symbol < text.first_symbol + text.canon.size() &&
         byte_of(text, symbol) == byte_of(text, symbol - 1);
}

// From the first symbol of passages that touch each other to the next symbol that stays: text
// between two removed words is removed too. A character stays if one of its symbols stays.
std::vector<Piece> runs(const NumberedText& text, std::span<const Passage> passages) {
  std::vector<Piece> pieces;
  for (std::size_t i = 0; i < passages.size();) {
    const std::size_t first = i;
    while (++i < passages.size() && passages[i].at == passages[i - 1].end()) {
    }
    std::uint64_t begin = passages[first].at, end = passages[i - 1].end();
    while (begin < end && goes_on(text, begin)) ++begin;
    while (begin < end && goes_on(text, end)) --end;
    if (begin == end) continue;
    pieces.push_back({byte_of(text, begin), byte_of(text, end), end - begin,
                      passages.subspan(first, i - first)});
  }
  return pieces;
}

bool is_blank(std::string_view line) {
  return line.find_first_not_of(" \t\r\n\v\f") == std::string_view::npos;
}

std::size_t line_end(std::string_view text, std::size_t begin) {
  const std::size_t end = text.find('\n', begin);
  return end == std::string_view::npos ? text.size() : end + 1;
}

// The end of the paragraph that begins there, including the blank lines after it.
std::size_t paragraph_end(std::string_view text, std::size_t begin) {
  bool blank = false;
  for (std::size_t at = begin; at < text.size();) {
    const std::size_t end = line_end(text, at);
    const bool is_blank_line = is_blank(text.substr(at, end - at));
    if (blank && !is_blank_line) return at;
    blank = is_blank_line;
    at = end;
  }
  return text.size();
}

// Walks over the units of a text and its passages.
class UnitWalk {
 public:
  UnitWalk(const NumberedText& text, std::span<const Passage> passages,
           const std::optional<RunShare>& share)
      : text_(text), passages_(passages), share_(share), symbol_(text.first_symbol) {}

  // Adds the unit [begin, end), which follows the last one, as a piece if it has symbols and enough
  // of it is repeated.
  void take(std::size_t begin, std::size_t end, std::vector<Piece>& pieces) {
    const std::uint64_t first = symbol_;
    const std::uint64_t all = text_.first_symbol + text_.canon.size();
    while (symbol_ < all && byte_of(text_, symbol_) < end) ++symbol_;
    while (at_ < passages_.size() && passages_[at_].end() <= first) ++at_;
    std::size_t i = at_;
    while (i < passages_.size() && passages_[i].at < symbol_) ++i;
    const auto inside = passages_.subspan(at_, i - at_);
    if (symbol_ == first || !is_cut(first, inside)) return;
    add_piece({begin, end, symbol_ - first, inside}, pieces);
  }

 private:
  // For the unit from the symbol `first` to before symbol_, which has these passages.
  bool is_cut(std::uint64_t first, std::span<const Passage> inside) const {
    if (!share_ || symbol_ - first < share_->run) return are_all_covered(first, inside);
    const std::uint64_t runs = symbol_ - first - share_->run + 1;
    std::uint64_t earlier = 0;
    for (const Passage& passage : inside) {
      const std::uint64_t begin = std::max(passage.runs_at, first);
      const std::uint64_t end = std::min(passage.end(), symbol_) + 1;  // of the symbols, plus a run
      if (end > begin + share_->run) earlier += end - begin - share_->run;
    }
    return static_cast<double>(earlier) / static_cast<double>(runs) >= share_->least;
  }

  bool are_all_covered(std::uint64_t first, std::span<const Passage> inside) const {
    std::uint64_t covered = first;
    for (const Passage& passage : inside) {
      if (passage.at > covered) return false;
      covered = passage.end();
    }
    return covered >= symbol_;
  }

  const NumberedText& text_;
  std::span<const Passage> passages_;
  const std::optional<RunShare>& share_;
  std::uint64_t symbol_;
  std::size_t at_ = 0;  // the first passage that may reach into the next unit
};

// A sorted run, and the first occurrence of the same run, which is earlier.
struct LaterRun {
  std::uint64_t at = 0;
  std::uint64_t first = 0;
  auto operator<=>(const LaterRun&) const = default;
  std::array<std::uint64_t, 2> sort_key() const { return {at, first}; }
};

// Decides which of the runs that occur again are repeats.
struct RepeatRule {
  std::uint32_t run;
  std::optional<std::uint64_t> input;  // its beginning, after the texts that it is compared with

  // True if a run that occurs first at `first` can be repeated.
  bool may_be_repeated(std::uint64_t first) const { return !input || first < *input; }
  bool is_repeat(const Repeat& repeat) const {
    return input ? repeat.first < *input && repeat.at >= *input : repeat.first + run <= repeat.at;
  }
};

// Of equal runs, which are adjacent, all but the first.
Result<base::SortedStream<LaterRun>> later_runs(SortedRuns& sorted, const RepeatRule& rule,
                                                const Workplace& place) {
  place.progress.phase("marking repeats", sorted.count);
  base::ExternalSorter<LaterRun> later(place.file_system, place.sort("later", 4));
  std::optional<RunAt> first;
  while (true) {
    WHORL_ASSIGN_OR_RETURN(auto runs, sorted.runs.next_some());
    if (runs.empty()) break;
    for (const RunAt& run : runs) {
      if (!first || !first->has_hash_of(run)) {
        first = run;
      } else if (rule.may_be_repeated(first->at())) {
        WHORL_RETURN_IF_ERROR(later.add({run.at(), first->at()}));
      }
    }
    place.progress.advance(runs.size());
  }
  return later.finish();
}

// Reads ascending later runs as repeats; consecutive ones are joined.
class RepeatReader {
 public:
  explicit RepeatReader(base::SortedStream<LaterRun> later) : later_(std::move(later)) {}

  // Nothing at the end.
  Result<std::optional<Repeat>> next() {
    while (true) {
      WHORL_ASSIGN_OR_RETURN(const LaterRun* run, later_.next());
      if (run == nullptr) return std::exchange(open_, std::nullopt);
      if (open_ && run->at == open_->end() && run->first == open_->first + open_->runs) {
        ++open_->runs;
      } else if (auto ended = std::exchange(open_, Repeat{run->at, run->first, 1})) {
        return ended;
      }
    }
  }

 private:
  base::SortedStream<LaterRun> later_;
  std::optional<Repeat> open_;
};

// Collects the repeats of sorted runs and of copies. A run of a copy occurs first where the same
// run of the copied block does, which may be before that block.
class RepeatGatherer {
 public:
  RepeatGatherer(base::SortedStream<LaterRun> later, const RepeatRule& rule, const Workplace& place)
      : later_(std::move(later)), rule_(rule), all_(place.file_system, place.sort("repeats", 4)) {}

  // Copies come in ascending order of the copied blocks, which do not overlap each other.
  Result<void> add(const BlockCopy& copy) {
    const std::uint64_t end = copy.first + copy.runs;
    while (!near_.empty() && near_.front().end() <= copy.first) near_.pop_front();
    WHORL_RETURN_IF_ERROR(read_up_to(end, copy.first));
    std::uint64_t next = copy.first;
    for (const Repeat& known : near_) {
      const std::uint64_t begin = std::max(known.at, copy.first);
      const std::uint64_t known_end = std::min(known.end(), end);
      WHORL_RETURN_IF_ERROR(add(copy, next, begin, next));
      WHORL_RETURN_IF_ERROR(add(copy, begin, known_end, known.first + (begin - known.at)));
      next = known_end;
    }
    return add(copy, next, end, next);
  }

  Result<base::SortedStream<Repeat>> finish() {
    WHORL_RETURN_IF_ERROR(read_up_to(RunAt::kMostSymbols, RunAt::kMostSymbols));
    return all_.finish();
  }

 private:
  // Takes those that begin before `end`, and keeps those that extend beyond `begin`.
  Result<void> read_up_to(std::uint64_t end, std::uint64_t begin) {
    while (true) {
      if (!ahead_) {
        WHORL_ASSIGN_OR_RETURN(ahead_, later_.next());
      }
      if (!ahead_ || ahead_->at >= end) return {};
      WHORL_RETURN_IF_ERROR(take(*ahead_));
      if (ahead_->end() > begin) near_.push_back(*ahead_);
      ahead_.reset();
    }
  }

  // The runs of a copy that are copied from [begin, end), and occur first from `first` on.
  Result<void> add(const BlockCopy& copy, std::uint64_t begin, std::uint64_t end,
                   std::uint64_t first) {
    if (begin >= end) return {};
    return take({copy.at + (begin - copy.first), first, end - begin});
  }

  Result<void> take(const Repeat& repeat) {
    return rule_.is_repeat(repeat) ? all_.add(repeat) : Result<void>{};
  }

  RepeatReader later_;
  RepeatRule rule_;
  base::ExternalSorter<Repeat> all_;
  std::optional<Repeat> ahead_;
  std::deque<Repeat> near_;  // those that may extend into the copied block, ascending
};

bool is_commoner(const CountedPassage& a, const CountedPassage& b) {
  if (a.times != b.times) return a.times > b.times;
  if (a.example.symbols != b.example.symbols) return a.example.symbols > b.example.symbols;
  return a.example.at < b.example.at;
}

// Keeps the most frequent passages of all.
class Commonest {
 public:
  void add(const CountedPassage& counted) {
    if (counted.times == 0) return;
    kept_.push_back(counted);
    if (kept_.size() == 2 * kCommonest) cut();
  }
  std::vector<CountedPassage> take() && {
    cut();
    return std::move(kept_);
  }

 private:
  void cut() {
    std::ranges::sort(kept_, is_commoner);
    kept_.resize(std::min(kept_.size(), kCommonest));
  }

  std::vector<CountedPassage> kept_;
};

}  // namespace

std::vector<Piece> pieces_of(const NumberedText& text, std::span<const Passage> passages,
                             CutUnit unit, const std::optional<RunShare>& share) {
  if (passages.empty()) return {};
  if (unit == CutUnit::run) return runs(text, passages);
  std::vector<Piece> pieces;
  UnitWalk walk(text, passages, share);
  for (std::size_t begin = 0; begin < text.text.size();) {
    const std::size_t end =
        unit == CutUnit::line ? line_end(text.text, begin) : paragraph_end(text.text, begin);
    walk.take(begin, end, pieces);
    begin = end;
  }
  return pieces;
}

Result<FoundRepeats> find_repeats(const Sources& sources, const Workplace& place) {
  WHORL_ASSIGN_OR_RETURN(auto sorted, sort_runs(sources, place));
  RepeatRule rule{place.grid.run, {}};
  if (sources.has_against()) rule.input = sorted.documents.first_symbol(sorted.against.documents);
  WHORL_ASSIGN_OR_RETURN(auto later, later_runs(sorted, rule, place));
  RepeatGatherer gatherer(std::move(later), rule, place);
  while (true) {
    WHORL_ASSIGN_OR_RETURN(auto copies, sorted.copies.next_some());
    if (copies.empty()) break;
    for (const BlockCopy& copy : copies) WHORL_RETURN_IF_ERROR(gatherer.add(copy));
  }
  WHORL_ASSIGN_OR_RETURN(auto repeats, gatherer.finish());
  return FoundRepeats{std::move(sorted.documents), std::move(sorted.against), sorted.bytes,
                      std::move(repeats)};
}

std::optional<Passage> PassageBuilder::take(const Repeat& repeat) {
  const std::uint64_t symbols = repeat.runs + run_ - 1;
  if (!open_ || repeat.at >= open_->end()) {
    return std::exchange(
        open_,
        Passage{.at = repeat.at, .first = repeat.first, .symbols = symbols, .runs_at = repeat.at});
  }
  const std::uint64_t end = repeat.at + symbols;
  if (repeat.at - repeat.first == open_->at - open_->first) {
    open_->symbols = end - open_->at;
    return std::nullopt;
  }
  // Symbols that both have belong to the one that began earlier.
  const std::uint64_t left = end - open_->end();
  return std::exchange(open_, Passage{.at = open_->end(),
                                      .first = repeat.first + symbols - left,
                                      .symbols = left,
                                      .runs_at = repeat.at});
}

std::optional<Passage> PassageBuilder::finish() { return std::exchange(open_, std::nullopt); }

Result<void> PassageCollector::add(const Passage& passage) {
  ++count_;
  symbols_ += passage.symbols;
  WHORL_RETURN_IF_ERROR(passages_.add(passage));
  return places_.add({passage.first, passage.symbols, passage.at, passage.equal});
}

Result<FoundPassages> PassageCollector::finish() {
  WHORL_ASSIGN_OR_RETURN(auto commonest, count_equal());
  WHORL_ASSIGN_OR_RETURN(auto sorted, passages_.finish());
  return FoundPassages{std::move(sorted), std::move(commonest), count_, symbols_};
}

Result<std::vector<CountedPassage>> PassageCollector::count_equal() {
  WHORL_ASSIGN_OR_RETURN(auto sorted, places_.finish());
  Commonest commonest;
  CountedPassage open;
  while (true) {
    WHORL_ASSIGN_OR_RETURN(auto some, sorted.next_some());
    if (some.empty()) break;
    for (const Place& place : some) {
      if (open.example.first != place.first || open.example.symbols != place.symbols) {
        const Passage example{place.at, place.first, place.symbols, place.equal};
        commonest.add(std::exchange(open, {example, 0}));
      }
      ++open.times;
    }
  }
  commonest.add(open);
  return std::move(commonest).take();
}

Result<FoundPassages> find_passages(base::SortedStream<Repeat> repeats, const Workplace& place) {
  PassageCollector passages(place);
  PassageBuilder builder(place.grid.run);
  while (true) {
    WHORL_ASSIGN_OR_RETURN(auto some, repeats.next_some());
    if (some.empty()) break;
    for (const Repeat& repeat : some) {
      if (const auto passage = builder.take(repeat)) {
        WHORL_RETURN_IF_ERROR(passages.add(*passage));
      }
    }
  }
  if (const auto last = builder.finish()) WHORL_RETURN_IF_ERROR(passages.add(*last));
  return passages.finish();
}

Result<std::vector<Passage>> PassageReader::before(std::uint64_t end) {
  std::vector<Passage> found;
  while (true) {
    if (ahead_.empty()) {
      WHORL_ASSIGN_OR_RETURN(ahead_, passages_.next_some());
      if (ahead_.empty()) return found;
    }
    const auto after = std::ranges::lower_bound(ahead_, end, {}, &Passage::at);
    found.insert(found.end(), ahead_.begin(), after);
    ahead_ = ahead_.subspan(static_cast<std::size_t>(after - ahead_.begin()));
    if (!ahead_.empty()) return found;
  }
}

}  // namespace whorl::internal::repeats
