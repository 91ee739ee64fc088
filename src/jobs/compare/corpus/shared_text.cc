#include "jobs/compare/corpus/shared_text.h"

#include <algorithm>
#include <functional>
#include <span>
#include <tuple>
#include <utility>

#include "base/go_on.h"
#include "base/parallel_sort.h"
#include "passages/match/side.h"

namespace whorl::internal::compare::corpus {
namespace {

// Counts the students of groups of postings.
class StudentCount {
 public:
  explicit StudentCount(const std::vector<std::uint32_t>& student)
      : student_(student),
        seen_(student.empty() ? 0 : 1 + std::size_t{*std::ranges::max_element(student)}) {}

  std::uint32_t of(std::span<const index::Posting> group) {
    ++round_;
    std::uint32_t count = 0;
    for (const index::Posting& posting : group) {
      std::uint64_t& last = seen_[student_[posting.owner]];
      count += last != round_;
      last = round_;
    }
    return count;
  }

 private:
  const std::vector<std::uint32_t>& student_;
  std::vector<std::uint64_t> seen_;  // by student: the last round it was counted in
  std::uint64_t round_ = 0;
};

// A posting, and the type of its group.
struct MarkedKgram {
  std::uint32_t owner = 0;
  std::uint32_t position = 0;
  std::uint32_t group = 0;
  bool common = false;
};

// By owner and position.
std::vector<MarkedKgram> mark_common(std::vector<index::Posting> postings,
                                     const std::vector<std::uint32_t>& student, std::uint32_t most,
                                     unsigned threads, const base::Cancellation& watch) {
  base::parallel_sort(postings, threads, std::less(), &watch);
  StudentCount students(student);
  std::vector<MarkedKgram> selected;
  selected.reserve(postings.size());
  std::uint32_t group = 0;
  index::for_groups(postings, watch, [&](std::span<const index::Posting> same) {
    const bool common = students.of(same) > most;
    for (const auto& [hash, owner, position] : same) {
      selected.push_back({owner, position, group, common});
    }
    ++group;
  });
  const auto before = [](const MarkedKgram& x, const MarkedKgram& y) {
    return std::tie(x.owner, x.position) < std::tie(y.owner, y.position);
  };
  base::parallel_sort(selected, threads, before, &watch);
  return selected;
}

// True if a match with both selected k-grams, of which `later` is the next one, is common between
// them. That is so if they are as near as selected k-grams in a match are, including thinned ones.
bool adjoin(const MarkedKgram& earlier, const MarkedKgram& later, std::uint32_t window) {
  const std::uint32_t apart = later.position - earlier.position;
  const bool repeats = later.group == earlier.group && apart <= match::kRepeatSpacing + window;
  return later.common && (apart <= window || repeats);
}

// The common parts of `file`. `selected` are those of the file; `begin` is its position in the
// submission.
std::vector<SymbolRange> common_ranges(const PreparedFile& file,
                                       std::span<const MarkedKgram> selected, std::uint32_t begin) {
  const std::uint32_t k = file.recipe.k;
  const std::uint32_t window = window_of(file.recipe) != 0 ? window_of(file.recipe) : k;
  std::vector<SymbolRange> ranges;
  for (std::size_t first = 0, last = 0; first < selected.size(); first = ++last) {
    if (!selected[first].common) continue;
    while (last + 1 < selected.size() && adjoin(selected[last], selected[last + 1], window)) ++last;
    const SymbolRange range{selected[first].position - begin, selected[last].position - begin + k};
    if (range.length() < least_stretch(file)) continue;
    if (!ranges.empty() && range.begin <= ranges.back().end) {
      ranges.back().end = range.end;
    } else {
      ranges.push_back(range);
    }
  }
  return ranges;
}

}  // namespace

void mask_common_text(Corpus& corpus, std::vector<index::Posting> postings,
                      const std::vector<std::uint32_t>& student, std::uint32_t max_students,
                      unsigned threads, const Progress& progress) {
  const base::Cancellation watch(&progress);
  const auto selected = mark_common(std::move(postings), student, max_students, threads, watch);
  if (!watch.goes_on()) return;
  auto next = selected.begin();
  for (std::uint32_t owner = 0; owner < corpus.submissions.size(); ++owner) {
    const auto& files = corpus.submissions[owner].files;
    for (std::size_t i = 0; i < files.size(); ++i) {
      PreparedFile& file = corpus.files[files[i]];
      const std::uint32_t begin = corpus.texts[owner].begins[i];
      const auto first = next;
      next = std::find_if(first, selected.end(), [&](const MarkedKgram& kgram) {
        return kgram.owner != owner || kgram.position >= begin + file.canon.size();
      });
      file.unmasked = without(file.unmasked, common_ranges(file, {first, next}, begin));
    }
    corpus.lay_runs(owner);
  }
}

}  // namespace whorl::internal::compare::corpus
