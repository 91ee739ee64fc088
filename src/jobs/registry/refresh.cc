// Registry::refresh: stores documents with another sample or another key.

#include <algorithm>
#include <limits>
#include <unordered_set>
#include <vector>

#include "base/guard.h"
#include "base/try.h"
#include "jobs/registry/adder.h"
#include "jobs/registry/compact.h"
#include "jobs/registry/each_text.h"
#include "jobs/registry/index.h"
#include "jobs/registry/opened_registry.h"
#include "jobs/registry/search_log.h"
#include "whorl/registry.h"

namespace whorl::internal::registry {
namespace {

// Documents that unusually many searches hit.

constexpr std::uint64_t kFewSearches = 20;
constexpr std::uint64_t kTimesTheUsual = 10;

// Counts for the registered documents, one a document.
Result<std::vector<std::uint32_t>> counts_of(const Index& index, const SearchCounts& counts) {
  std::vector<std::uint32_t> there;
  Walk walk = index.database().walk(Table::documents);
  while (true) {
    WHORL_ASSIGN_OR_RETURN(const bool more, walk.next());
    if (!more) return there;
    const auto number = number_of_key(walk.key());
    if (number && *number < counts.of.size()) there.push_back(counts.of[*number]);
  }
}

std::uint64_t median_of(std::vector<std::uint32_t> counts) {
  if (counts.empty()) return 0;
  const auto middle = counts.begin() + static_cast<std::ptrdiff_t>(counts.size() / 2);
  std::ranges::nth_element(counts, middle);
  return *middle;
}

// Reads the log of searches in `folder`. The median is over all registered documents.
Result<SearchSuspicions> suspicions(const Index& index, const std::filesystem::path& folder) {
  WHORL_ASSIGN_OR_RETURN(const auto counts, count_searches(folder, index.facts().next));
  WHORL_ASSIGN_OR_RETURN(auto there, counts_of(index, counts));
  SearchSuspicions out{counts.searches, median_of(std::move(there)), {}};
  const std::uint64_t least = std::max(kFewSearches, kTimesTheUsual * out.usual);
  for (std::uint32_t number = 0; number < counts.of.size(); ++number) {
    if (counts.of[number] < least) continue;
    WHORL_ASSIGN_OR_RETURN(auto row, index.row(number));
    if (row) out.documents.push_back({std::move(row->document), counts.of[number]});
  }
  std::ranges::stable_sort(out.documents, std::ranges::greater(), &SearchedDocument::searches);
  return out;
}

}  // namespace

}  // namespace whorl::internal::registry

namespace whorl {

using namespace internal;

namespace {

struct Redrawn {
  DocumentCodes codes;
  std::uint64_t bytes = 0;
  registry::Features features;
};

Result<void> check_draws(const registry::Method& method) {
  if (method.scheme->info.stored == 0) {
    return fail(ErrorCode::invalid_argument,
                "the scheme " + std::string(method.scheme->info.name) +
                    " stores all fingerprints, so there is no new sample; only koala stores a "
                    "sample; --new-key changes the fingerprints of every scheme");
  }
  if (!method.key) {
    return fail(ErrorCode::invalid_argument,
                "without a key everyone can compute what is stored, so a new sample hides nothing: "
                "add a key with --new-key");
  }
  return {};
}

// The requested documents.
class Wanted {
 public:
  Wanted() = default;
  explicit Wanted(const SearchSuspicions& suspicions) : all_(false) {
    for (const SearchedDocument& one : suspicions.documents) numbers_.insert(one.document.number);
  }
  bool contains(std::uint32_t number) const { return all_ || numbers_.contains(number); }
  bool are_all() const { return all_; }

 private:
  bool all_ = true;
  std::unordered_set<std::uint32_t> numbers_;
};

// Visits each requested document with its row.
template <class Visit>
Result<void> for_each_row(const registry::Index& index, const Wanted& wanted, Visit visit) {
  registry::Walk walk = index.database().walk(registry::Table::documents);
  while (true) {
    WHORL_ASSIGN_OR_RETURN(const bool more, walk.next());
    if (!more) return {};
    WHORL_ASSIGN_OR_RETURN(auto row, registry::unpack_row(walk.value()));
    row.document.number = registry::number_of_key(walk.key()).value_or(0);
    if (wanted.contains(row.document.number)) visit(row);
  }
}

// Reports each requested document that is stored with an earlier sample than the current; returns
// their number.
Result<std::uint64_t> count_waiting(const registry::Index& index, const Wanted& wanted,
                                    const Registry::Waits& wait) {
  std::uint64_t waiting = 0;
  const auto visit = [&](const registry::DocumentRow& row) {
    if (row.draw >= index.facts().draw) return;
    ++waiting;
    if (wait) wait(row.document);
  };
  WHORL_RETURN_IF_ERROR(for_each_row(index, wanted, visit));
  return waiting;
}

// Continues a sample that documents wait for, else begins the next. A suspicious document that was
// refreshed has new fingerprints and is no longer suspicious. So if one already has the current
// sample, its next turn has come.
Result<void> begin_draw(registry::Index& index, const Wanted& wanted) {
  std::uint64_t waiting = 0, drawn = 0;
  const auto visit = [&](const registry::DocumentRow& row) {
    ++(row.draw < index.facts().draw ? waiting : drawn);
  };
  WHORL_RETURN_IF_ERROR(for_each_row(index, wanted, visit));
  const bool goes_on = waiting > 0 && (wanted.are_all() || drawn == 0);
  const bool is_idle = waiting + drawn == 0 && !wanted.are_all();
  if (goes_on || is_idle) return {};
  index.set_draw(index.facts().draw + 1);
  return index.commit({}, index.facts());
}

// Continues the change to a new key, or begins it.
Result<void> begin_key(registry::Index& index, const std::string& file) {
  WHORL_ASSIGN_OR_RETURN(auto key, registry::key_in(file));
  const std::string check = key->check_value();
  if (index.former() != nullptr) return {};  // opened with both keys
  if (index.method().key && index.method().key->matches(check)) {
    return fail(ErrorCode::invalid_argument, file + ": is already the key of the registry");
  }
  WHORL_RETURN_IF_ERROR(index.begin_key(std::move(key)));
  return index.commit({}, index.facts());
}

class Refresh {
 public:
  Refresh(registry::Index& index, const RefreshRegistryOptions& options, const Wanted& wanted)
      : index_(index), options_(options), wanted_(wanted), adder_(index) {}

  Result<std::vector<Skipped>> run(Progress& progress) {
    using Made = std::optional<Redrawn>;  // nothing for documents that are not requested
    const auto work = [&](const registry::FoundDocument& found,
                          std::string_view text) -> Result<Made> {
      WHORL_ASSIGN_OR_RETURN(auto row, registered(found.document.name));
      if (!wanted_.contains(row.document.number)) return std::nullopt;
      Redrawn out{std::move(row.document.codes), text.size(), {}};
      WHORL_ASSIGN_OR_RETURN(out.features, registry::stored(text, index_.method()));
      return out;
    };
    const auto take = [&](Made one) { return one ? take_in(std::move(*one)) : Result<void>(); };
    WHORL_ASSIGN_OR_RETURN(auto skipped,
                           registry::for_each_text<Made>(options_.input, progress, work, take));
    WHORL_RETURN_IF_ERROR(adder_.commit());
    return skipped;
  }

  // Reads the texts of documents that still wait, if possible; returns those that could not be
  // read.
  Result<std::vector<Skipped>> fetch(Progress& progress) {
    WHORL_ASSIGN_OR_RETURN(const auto waiting, waiting_documents());
    std::vector<Skipped> missing;
    progress.phase("fetching texts", waiting.size());
    for (const std::uint32_t number : waiting) {
      if (progress.cancelled()) break;
      WHORL_ASSIGN_OR_RETURN(const auto row, index_.row(number));
      if (!row) continue;
      progress.advance(1);
      auto one = fetched(*row);
      if (!one) {
        missing.push_back({row->document.codes.name, one.error().message, SkipKind::skipped});
        continue;
      }
      WHORL_RETURN_IF_ERROR(take_in(std::move(*one)));
    }
    WHORL_RETURN_IF_ERROR(adder_.commit());
    return missing;
  }

  std::uint64_t taken() const { return taken_; }

 private:
  Result<void> take_in(Redrawn one) {
    WHORL_RETURN_IF_ERROR(adder_.take(std::move(one.codes), one.bytes, one.features));
    ++taken_;
    return {};
  }

  // By now, an address may lead to another text or to an error page; the stored features reveal
  // that.
  Result<Redrawn> fetched(const registry::DocumentRow& row) const {
    WHORL_ASSIGN_OR_RETURN(const std::string text, options_.fetch(row.document));
    WHORL_ASSIGN_OR_RETURN(const auto known, registry::stored(text, index_.method_of(row)));
    const DocumentCodes& codes = row.document.codes;
    WHORL_ASSIGN_OR_RETURN(const bool same, adder_.has(codes, text.size(), known));
    if (!same) return fail(ErrorCode::unreadable, "the fetched text is not the registered one");
    Redrawn out{codes, text.size(), {}};
    WHORL_ASSIGN_OR_RETURN(out.features, registry::stored(text, index_.method()));
    return out;
  }

  Result<std::vector<std::uint32_t>> waiting_documents() const {
    std::vector<std::uint32_t> numbers;
    const auto take = [&](const RegisteredDocument& one) { numbers.push_back(one.number); };
    WHORL_RETURN_IF_ERROR(count_waiting(index_, wanted_, take));
    return numbers;
  }

  // The document of this name, with its codes as given.
  Result<registry::DocumentRow> registered(const std::string& name) const {
    const DocumentCodes asked{options_.codes.owner, options_.codes.group, name};
    WHORL_ASSIGN_OR_RETURN(const auto number, index_.number_of(asked));
    if (!number) {
      return fail(ErrorCode::not_found,
                  "is not registered with this name, owner and group; it was not refreshed");
    }
    WHORL_ASSIGN_OR_RETURN(auto row, index_.row(*number));
    if (!row)
      return fail(ErrorCode::corrupt, "its row is missing; whorl registry check reports details");
    return std::move(*row);
  }

  registry::Index& index_;
  const RefreshRegistryOptions& options_;
  const Wanted& wanted_;
  registry::Adder adder_;
  std::uint64_t taken_ = 0;
};

Result<RefreshedRegistry> refreshed(registry::Index& index, const RefreshRegistryOptions& options,
                                    const Wanted& wanted, const Registry::Waits& wait,
                                    Progress& progress) {
  Refresh refresh(index, options, wanted);
  RefreshedRegistry summary;
  WHORL_ASSIGN_OR_RETURN(summary.skipped, refresh.run(progress));
  if (options.fetch) {
    WHORL_ASSIGN_OR_RETURN(const auto missing, refresh.fetch(progress));
    summary.skipped.insert(summary.skipped.end(), missing.begin(), missing.end());
  }
  summary.refreshed = refresh.taken();
  if (summary.refreshed > 0) WHORL_RETURN_IF_ERROR(registry::compact(index, progress));
  summary.draw = index.facts().draw;
  WHORL_ASSIGN_OR_RETURN(summary.waiting, count_waiting(index, wanted, wait));
  if (index.former() == nullptr) return summary;
  WHORL_ASSIGN_OR_RETURN(const auto under_former, count_waiting(index, Wanted(), nullptr));
  if (under_former > 0) return summary;
  index.end_key();
  WHORL_RETURN_IF_ERROR(index.commit({}, index.facts()));
  return summary;
}

}  // namespace

Result<RefreshedRegistry> Registry::refresh(const RefreshRegistryOptions& options,
                                            const Waits& wait, Progress& progress) try {
  WHORL_RETURN_IF_ERROR(opened_->recover());
  registry::Index& index = opened_->index;
  if (options.suspicious && !options.new_key.empty()) {
    return fail(ErrorCode::invalid_argument,
                "a new key applies to all documents, not only to suspicious ones");
  }
  // One that came back would still be stored under the former key.
  WHORL_RETURN_IF_ERROR(forget(std::numeric_limits<std::int64_t>::max()));
  Wanted wanted;
  if (options.suspicious) {
    WHORL_ASSIGN_OR_RETURN(const auto found, registry::suspicions(index, opened_->folder));
    wanted = Wanted(found);
  }
  if (options.new_key.empty() && index.former() == nullptr) {
    WHORL_RETURN_IF_ERROR(check_draws(index.method()));
    WHORL_RETURN_IF_ERROR(begin_draw(index, wanted));
  } else if (!options.new_key.empty()) {
    WHORL_RETURN_IF_ERROR(begin_key(index, options.new_key));
  }
  RefreshRegistryOptions asked = options;
  asked.input.leave_out.push_back(opened_->folder.string());
  return refreshed(index, asked, wanted, wait, progress);
} catch (...) {
  return base::caught();
}

Result<SearchSuspicions> Registry::suspicions() const try {
  return registry::suspicions(opened_->index, opened_->folder);
} catch (...) {
  return base::caught();
}

}  // namespace whorl
