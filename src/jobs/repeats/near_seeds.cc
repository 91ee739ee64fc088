#include "jobs/repeats/near_seeds.h"

#include <bit>
#include <string>
#include <utility>

#include "base/parallel.h"
#include "base/try.h"
#include "jobs/repeats/all_texts.h"
#include "jobs/repeats/runs.h"
#include "jobs/repeats/word_file.h"

namespace whorl::internal::repeats {
namespace {

constexpr unsigned kTableShare = 16;  // part of the memory for the k-grams of other texts

// The k-grams of a text that are not inside one of its exact passages.
std::vector<Gram> grams_of(const Text& text, const Grid& grid, std::uint64_t first_symbol,
                           std::span<const Passage> exact) {
  const Fingerprints selected = selected_of(text, grid);
  const std::uint32_t k = grid.run - grid.window + 1;
  std::vector<Gram> grams;
  auto passage = exact.begin();
  for (std::size_t i = 0; i < selected.size(); ++i) {
    const std::uint32_t begin = selected.position[i];
    const std::uint64_t at = first_symbol + begin;
    while (passage != exact.end() && passage->end() < at + k) ++passage;
    if (passage != exact.end() && passage->at <= at) continue;
    grams.push_back({selected.hash[i], GramContext::of(text.word_hashes, begin, begin + k), at});
  }
  return grams;
}

// Collects k-grams and words, document by document.
class GramSorter {
 public:
  GramSorter(const NearSearch& search, base::SortedStream<Passage> exact, WordWriter words)
      : place_(search.place),
        documents_(search.documents),
        exact_(std::move(exact)),
        words_(std::move(words)),
        has_against_(search.sources.has_against()),
        against_(has_against_ ? place_.limits.memory / kTableShare : 0),
        grams_(place_.file_system, place_.sort("grams", 8)) {}

  // Calls visit() with each exact passage of the texts.
  template <class Visit>
  Result<void> add(const std::vector<Text>& texts, bool of_input, Visit visit) {
    std::vector<std::vector<Passage>> exact(texts.size());
    for (std::size_t i = 0; i < texts.size(); ++i) {
      if (next_ + i >= documents_.size() || !documents_.has_content(next_ + i, texts[i].content)) {
        return inputs_changed();
      }
      WHORL_ASSIGN_OR_RETURN(exact[i], exact_.before(documents_.first_symbol(next_ + i + 1)));
    }
    std::vector<std::vector<Gram>> found(texts.size());
    base::parallel_for(texts.size(), place_.limits.threads, [&](std::size_t i) {
      found[i] = grams_of(texts[i], place_.grid, documents_.first_symbol(next_ + i), exact[i]);
    });
    for (std::size_t i = 0; i < texts.size(); ++i) {
      WHORL_RETURN_IF_ERROR(words_.append(texts[i].word_hashes));
      for (const Passage& passage : exact[i]) WHORL_RETURN_IF_ERROR(visit(passage));
      WHORL_RETURN_IF_ERROR(sort(found[i], of_input));
    }
    next_ += texts.size();
    return {};
  }

  Result<base::SortedStream<Gram>> finish() {
    if (next_ != documents_.size()) return inputs_changed();
    WHORL_RETURN_IF_ERROR(words_.finish());
    return grams_.finish();
  }

 private:
  // If the input is compared with other texts, keeps only its k-grams that these may have.
  Result<void> sort(std::vector<Gram>& grams, bool of_input) {
    if (has_against_) {
      if (!of_input) {
        for (const Gram& gram : grams) against_.add(gram.hash);
      } else {
        std::erase_if(grams, [&](const Gram& gram) { return !against_.met(gram.hash); });
      }
    }
    return grams_.add_all(grams);
  }

  const Workplace& place_;
  const DocumentList& documents_;
  PassageReader exact_;
  WordWriter words_;
  bool has_against_;
  SeenTable against_;  // k-grams of the other texts
  base::ExternalSorter<Gram> grams_;
  std::uint64_t next_ = 0;  // document
};

Result<void> pair_equal(base::SortedStream<Gram> grams, GramPairs& pairs) {
  while (true) {
    WHORL_ASSIGN_OR_RETURN(auto some, grams.next_some());
    if (some.empty()) return {};
    for (const Gram& gram : some) WHORL_RETURN_IF_ERROR(pairs.add(gram));
  }
}

}  // namespace

std::uint64_t GramContext::of(std::span<const std::uint64_t> words, std::size_t begin,
                              std::size_t end) {
  std::uint64_t context = 0;
  // 0 means beyond the text.
  const auto add = [&](bool is_there, std::size_t i) {
    context = context << 8 | (is_there ? 1 + words[i] % 255 : 0);
  };
  for (std::size_t i = 0; i < kAfter; ++i) add(end + i < words.size(), end + i);
  for (std::size_t i = 1; i <= kBefore; ++i) add(begin >= i, begin - i);
  return context;
}

unsigned GramContext::in_common(std::uint64_t a, std::uint64_t b) {
  const std::uint64_t differ = a ^ b;
  const auto equal_bytes = [](std::uint64_t bytes, unsigned most) {
    return std::min(static_cast<unsigned>(std::countl_zero(bytes)) / 8, most);
  };
  return equal_bytes(differ, kAfter) + equal_bytes(differ << 8 * kAfter, kBefore);
}

Result<void> GramPairs::add(const Gram& gram) {
  if (gram.hash != hash_) {
    hash_ = gram.hash;
    met_ = 0;
    for (std::vector<Gram>& grams : before_) grams.clear();
  }
  const bool of_input = gram.at >= input_;
  const bool with_input = input_ == 0 || !of_input;
  const std::vector<Gram>& others = before_[with_input ? 1 : 0];
  const std::size_t most = ++met_ <= all_ ? all_ : kNearest;
  for (std::size_t i = others.size() - std::min(others.size(), most); i < others.size(); ++i) {
    WHORL_RETURN_IF_ERROR(pair(others[i], gram));
  }
  std::vector<Gram>& own = before_[of_input ? 1 : 0];
  if (own.size() >= 2 * all_) own.erase(own.begin(), own.end() - static_cast<std::ptrdiff_t>(all_));
  own.push_back(gram);
  return {};
}

Result<void> GramPairs::pair(const Gram& a, const Gram& b) {
  const auto [earlier, later] = std::minmax(a.at, b.at);
  if (earlier + k_ > later || GramContext::in_common(a.around, b.around) < around_) return {};
  ++count_;
  return seeds_.add({later, earlier});
}

Result<NearSeeds> find_seeds(const NearSearch& search, base::SortedStream<Passage> exact,
                             base::ExternalSorter<Passage>& passages,
                             const base::FileSystem::Path& words) {
  const Workplace& place = search.place;
  WHORL_ASSIGN_OR_RETURN(auto writer, WordWriter::create(place.file_system, words));
  WHORL_ASSIGN_OR_RETURN(auto texts, AllTexts::open(search.sources, Want::runs, place));
  WHORL_ASSIGN_OR_RETURN(auto bytes, texts.bytes());
  place.progress.phase("finding near passages", bytes);
  base::ExternalSorter<SortedSeed> seeds(place.file_system, place.sort("seeds", 8));
  GramSorter sorter(search, std::move(exact), std::move(writer));
  std::uint64_t of_exact = 0;
  const auto take = [&](const Passage& passage) -> Result<void> {
    ++of_exact;
    WHORL_RETURN_IF_ERROR(passages.add(passage));
    return seeds.add({passage.at, passage.first});
  };
  WHORL_RETURN_IF_ERROR(texts.for_each_batch([&](const std::vector<Text>& batch, bool of_input) {
    return sorter.add(batch, of_input, take);
  }));
  WHORL_ASSIGN_OR_RETURN(auto grams, sorter.finish());
  GramPairs pairs(search.rule, place.grid.run - place.grid.window + 1,
                  search.documents.first_symbol(search.against),
                  most_all_paired(search.documents.symbols()), seeds);
  WHORL_RETURN_IF_ERROR(pair_equal(std::move(grams), pairs));
  WHORL_ASSIGN_OR_RETURN(auto sorted, seeds.finish());
  return NearSeeds{std::move(sorted), of_exact + pairs.count()};
}

}  // namespace whorl::internal::repeats
