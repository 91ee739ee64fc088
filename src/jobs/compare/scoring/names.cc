#include "jobs/compare/scoring/names.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <functional>
#include <string_view>
#include <tuple>
#include <variant>

#include "base/go_on.h"
#include "base/parallel.h"
#include "base/parallel_sort.h"
#include "tokens/front_ends.h"
#include "tokens/symbol.h"

#define XXH_INLINE_ALL
#include <xxhash.h>

namespace whorl::internal::compare::scoring {
namespace {

using index::Posting;

// Adds the names in a part of `file`, which begins at `offset` in its submission.
void add_names(const corpus::PreparedFile& file, corpus::SymbolRange range, std::uint32_t offset,
               std::vector<Posting>& names) {
  const auto& tokens = std::get<tokens::Tokens>(file.canon.symbols);
  for (std::uint32_t i = range.begin; i < range.end; ++i) {
    if (!tokens::is_name(tokens[i])) continue;
    const ByteRange bytes = file.canon.origin.bytes(i, i + 1);
    names.push_back({XXH3_64bits(file.entry.text.data() + bytes.begin, bytes.end - bytes.begin), 0,
                     offset + i});
  }
}

// The names of a submission, each once, with its first position.
std::vector<Posting> names_of(const corpus::Corpus& corpus, std::uint32_t submission) {
  std::vector<Posting> names;
  const auto& files = corpus.submissions[submission].files;
  for (std::size_t i = 0; i < files.size(); ++i) {
    const corpus::PreparedFile& file = corpus.files[files[i]];
    if (!corpus::front_end_of(file).drops_spelling) continue;
    for (const corpus::SymbolRange& range : file.own) {
      if (!corpus::counts(file, range) && !corpus.only_scraps(submission)) continue;
      add_names(file, range, corpus.texts[submission].begins[i], names);
    }
  }
  std::ranges::sort(names);
  const auto repeated = std::ranges::unique(names, {}, &Posting::hash);
  names.erase(repeated.begin(), repeated.end());
  for (Posting& name : names) name.owner = submission;
  return names;
}

std::vector<Posting> all_names(const corpus::Corpus& corpus, unsigned threads,
                               const base::Cancellation& watch) {
  std::vector<std::vector<Posting>> names(corpus.submissions.size());
  base::parallel_for(names.size(), threads, [&](std::size_t i) {
    if (!watch.goes_on()) return;
    names[i] = names_of(corpus, static_cast<std::uint32_t>(i));
  });
  std::size_t count = 0;
  for (const auto& of_one : names) count += of_one.size();
  std::vector<Posting> all;
  all.reserve(count);
  for (auto& of_one : names) {
    all.insert(all.end(), of_one.begin(), of_one.end());
    of_one = {};
  }
  base::parallel_sort(all, threads, std::less(), &watch);
  return all;
}

}  // namespace

double weight_of_name(std::uint32_t having, std::uint32_t students) {
  if (having > kNameIsAnybodys) return 0;
  return std::max(0.0, std::log2(static_cast<double>(students) / (2.0 * having)));
}

NameSets::NameSets(const corpus::Corpus& corpus, const corpus::Comparability& rules,
                   unsigned threads, const Progress& progress)
    : all_(corpus.submissions.size()), shared_(corpus.submissions.size()) {
  for (std::uint32_t having = 1; having < weight_of_having_.size(); ++having) {
    weight_of_having_[having] = weight_of_name(having, rules.students());
  }
  const base::Cancellation watch(&progress);
  std::vector<Posting> names = all_names(corpus, threads, watch);
  index::for_groups(names, watch, [&](std::span<const Posting> group) { add(group, rules); });
}

void NameSets::add(std::span<const Posting> group, const corpus::Comparability& rules) {
  std::vector<std::uint32_t> students;
  for (const Posting& posting : group) students.push_back(rules.student()[posting.owner]);
  std::ranges::sort(students);
  const auto repeated = std::ranges::unique(students);
  const auto having = static_cast<std::uint32_t>(students.size() - repeated.size());
  const double weight = having > kNameIsAnybodys ? 0 : weight_of_having_[having];
  if (weight == 0) return;
  for (const Posting& posting : group) all_[posting.owner] += weight;
  if (having == 1) return;
  for (const Posting& posting : group) {
    shared_[posting.owner].push_back({names(), posting.position});
    holders_.push_back(posting.owner);
  }
  holders_begin_.push_back(holders_.size());
  having_.push_back(having);
}

SharedNames NameSets::shared(std::uint32_t a, std::uint32_t b) const {
  SharedNames shared{.fewer = std::min(all_[a], all_[b])};
  for_common(a, b, [&](const Shared& one) {
    shared.common += weight(one.name);
    ++shared.count;
  });
  return shared;
}

std::vector<NameSets::Shared> NameSets::in_common(std::uint32_t a, std::uint32_t b) const {
  std::vector<Shared> common;
  for_common(a, b, [&](const Shared& one) { common.push_back(one); });
  return common;
}

template <class Visit>
void NameSets::for_common(std::uint32_t a, std::uint32_t b, Visit visit) const {
  const auto &x = shared_[a], &y = shared_[b];
  for (std::size_t i = 0, j = 0; i < x.size() && j < y.size();) {
    if (x[i].name == y[j].name) visit(x[i]);
    const std::uint32_t least = std::min(x[i].name, y[j].name);
    i += x[i].name == least;
    j += y[j].name == least;
  }
}

std::vector<RareName> rare_names(const Pair& pair, const corpus::Corpus& corpus,
                                 const NameSets& names) {
  std::vector<RareName> rare;
  for (const auto& [name, position] : names.in_common(pair.a, pair.b)) {
    const corpus::FilePosition at = corpus.locate(pair.a, position);
    const corpus::PreparedFile& file = corpus.files[at.file];
    const ByteRange bytes = file.canon.origin.bytes(at.symbol, at.symbol + 1);
    rare.push_back(
        {file.entry.text.substr(bytes.begin, bytes.end - bytes.begin), names.having(name)});
  }
  std::ranges::sort(rare, {}, [](const RareName& one) {
    return std::tuple(one.shared_by, -static_cast<std::ptrdiff_t>(one.name.size()),
                      std::string_view(one.name));
  });
  rare.resize(std::min(rare.size(), kNamesTold));
  return rare;
}

}  // namespace whorl::internal::compare::scoring
