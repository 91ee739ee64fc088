// The public class: an open registry.

#include "whorl/registry.h"

#include <fmt/format.h>
#include <algorithm>
#include <functional>
#include <random>
#include <string>
#include <vector>

#include "base/file_system.h"
#include "base/guard.h"
#include "base/parallel.h"
#include "base/try.h"
#include "jobs/registry/adder.h"
#include "jobs/registry/compact.h"
#include "jobs/registry/each_text.h"
#include "jobs/registry/index.h"
#include "jobs/registry/manifest.h"
#include "jobs/registry/new_registry.h"
#include "jobs/registry/opened_registry.h"
#include "jobs/registry/posting_run.h"
#include "jobs/registry/search.h"
#include "jobs/registry/search_log.h"
#include "whorl/progress.h"

namespace whorl::internal::registry {
namespace {

// Check: reads all of a registry, and compares its tables with each other.

constexpr std::size_t kMostFaults = 100;

class Check {
 public:
  Check(const Index& index, Progress& progress) : index_(index), progress_(progress) {}

  Result<RegistryCheck> run() {
    const auto sums = index_.database().verify();
    if (!sums && sums.error().code == ErrorCode::corrupt) {
      fault(sums.error().message);
      return std::move(check_);
    }
    WHORL_RETURN_IF_ERROR(sums);
    WHORL_RETURN_IF_ERROR(documents());
    WHORL_RETURN_IF_ERROR(names());
    WHORL_RETURN_IF_ERROR(owners());
    WHORL_RETURN_IF_ERROR(postings());
    totals();
    return std::move(check_);
  }

 private:
  void fault(std::string sentence) {
    if (check_.faults.size() < kMostFaults) check_.faults.push_back(std::move(sentence));
  }

  Result<void> go_on() const {
    if (progress_.cancelled())
      return fail(ErrorCode::cancelled, "stopped before everything was checked");
    return {};
  }

  Result<void> documents() {
    progress_.phase("documents", index_.facts().documents);
    postings_of_.assign(index_.facts().next, -1);
    Walk walk = index_.database().walk(Table::documents);
    while (true) {
      WHORL_RETURN_IF_ERROR(go_on());
      WHORL_ASSIGN_OR_RETURN(const bool more, walk.next());
      if (!more) return {};
      progress_.advance(1);
      ++check_.documents;
      const auto number = number_of_key(walk.key());
      const auto row = unpack_row(walk.value());
      if (!number || *number >= index_.facts().next || !row) {
        fault("the row of a document is damaged");
        continue;
      }
      postings_of_[*number] = static_cast<std::int64_t>(row->postings);
      WHORL_ASSIGN_OR_RETURN(const auto named, index_.number_of(row->document.codes));
      const std::string owned = owner_key(row->document.codes.owner, *number);
      WHORL_ASSIGN_OR_RETURN(const auto owner_row, index_.database().get(Table::facts, owned));
      owned_ += owner_row ? 1 : 0;
      if (named != *number) fault("document " + std::to_string(*number) + " is not in the names");
    }
  }

  Result<void> names() {
    Walk walk = index_.database().walk(Table::names);
    for (std::uint64_t names = 0;; ++names) {
      WHORL_ASSIGN_OR_RETURN(const bool more, walk.next());
      if (more) continue;
      if (names != check_.documents) fault("there are more names than documents");
      return {};
    }
  }

  Result<void> owners() {
    std::uint64_t rows = 0;
    WHORL_RETURN_IF_ERROR(for_each_owner_row(index_.database(), [&](std::string_view) { ++rows; }));
    const bool all = rows == check_.documents && owned_ == rows;
    if (index_.facts().owners && !all) fault("the owners of some documents are missing");
    return {};
  }

  Result<void> postings() {
    progress_.phase("postings", index_.facts().postings);
    std::vector<Posting> postings;
    Walk walk = index_.database().walk(Table::postings);
    while (true) {
      WHORL_RETURN_IF_ERROR(go_on());
      WHORL_ASSIGN_OR_RETURN(const bool more, walk.next());
      if (!more) return {};
      const auto bucket = number_of_key(walk.key());
      postings.clear();
      if (!bucket || !read_runs(walk.value(), *bucket, index_.layout(), postings)) {
        fault("a bucket of postings is damaged");
      }
      progress_.advance(postings.size());
      for (const Posting& posting : postings) count(posting);
    }
  }

  void count(const Posting& posting) {
    ++check_.postings;
    if (posting.document < postings_of_.size() && postings_of_[posting.document] >= 0) {
      --postings_of_[posting.document];
      if (postings_of_[posting.document] < 0) fault("a document has more postings than it should");
    } else if (!index_.is_removed(posting.document)) {
      fault("a posting is of document " + std::to_string(posting.document) +
            ", which does not exist");
    }
  }

  void totals() {
    const Facts& facts = index_.facts();
    if (check_.documents != facts.documents) fault("documents are missing");
    if (check_.postings != facts.postings) fault("postings are missing");
    for (std::size_t i = 0; i < postings_of_.size(); ++i) {
      if (postings_of_[i] > 0) fault("postings of document " + std::to_string(i) + " are missing");
    }
  }

  const Index& index_;
  Progress& progress_;
  RegistryCheck check_;
  std::uint64_t owned_ = 0;                // documents with a row of their owner
  std::vector<std::int64_t> postings_of_;  // still to be found, by document; -1: not registered
};

Result<RegistryCheck> check(const Index& index, Progress& progress) {
  return Check(index, progress).run();
}

}  // namespace

}  // namespace whorl::internal::registry

namespace whorl {

using namespace internal;

namespace {

std::string drawn_identity() {
  std::random_device random;
  std::string digits;
  for (int i = 0; i < 4; ++i) digits += fmt::format("{:08x}", random());
  return digits;
}

struct Prepared {
  DocumentCodes codes;
  std::uint64_t bytes = 0;
  registry::Features features;
};

constexpr const char* kTwice =
    "the same command already added a document with this name; add each folder with its own "
    "--group";

Result<void> check_codes(const DocumentCodes& codes) {
  for (const std::string* const code :
       {&codes.owner, &codes.group, &codes.name, &codes.date, &codes.url, &codes.contact}) {
    if (code->find('\0') != code->npos || code->size() > 4096) {
      return fail(ErrorCode::invalid_argument,
                  "a code of a document has at most 4,096 bytes and no NUL");
    }
  }
  return {};
}

RegistryInput without(RegistryInput input, const std::filesystem::path& folder) {
  input.leave_out.push_back(folder.string());
  return input;
}

Result<void> compact_when_due(registry::Index& index, Progress& progress) {
  if (registry::is_due(index.facts())) return registry::compact(index, progress);
  return index.database().settle();
}

}  // namespace

Registry::Registry(std::unique_ptr<Opened> opened) : opened_(std::move(opened)) {}
Registry::Registry(Registry&&) noexcept = default;
Registry& Registry::operator=(Registry&&) noexcept = default;
Registry::~Registry() = default;

Result<void> create_registry(const CreateRegistryOptions& options) try {
  const registry::Scheme* const scheme = registry::find_scheme(options.scheme);
  if (scheme == nullptr) {
    return fail(ErrorCode::invalid_argument,
                "there is no scheme '" + options.scheme + "': use passages, koala, se or sets");
  }
  WHORL_ASSIGN_OR_RETURN(const auto key, registry::key_in(options.key));
  WHORL_ASSIGN_OR_RETURN(const auto method, registry::make_method(*scheme, options.recipe, key));
  WHORL_ASSIGN_OR_RETURN(auto made, registry::NewRegistry::begin(options.folder));
  const std::string identity = drawn_identity();
  WHORL_RETURN_IF_ERROR(registry::Database::create(made.database(), identity));
  return made.finish({options.scheme, print(method.recipe), id(method.recipe),
                      key ? key->check_value() : std::string(), identity});
} catch (...) {
  return base::caught();
}

Result<std::unique_ptr<Registry::Opened>> Registry::Opened::open(const std::string& folder,
                                                                 registry::Access access,
                                                                 registry::KeyFiles keys) {
  std::string state = registry::Database::state_of(registry::database_of(folder));
  WHORL_ASSIGN_OR_RETURN(auto index, registry::Index::open(folder, access, keys));
  return std::make_unique<Opened>(
      Opened{folder, std::move(keys), std::move(index), access, std::move(state)});
}

Result<void> Registry::Opened::recover() {
  using registry::Access, registry::Index;
  if (access == Access::read || index.database().takes_writes()) return {};
  WHORL_RETURN_IF_ERROR(registry::Database::check_room(registry::database_of(folder)));
  // First for reading: this closes the failed database, which releases its lock. Searches then work
  // even if opening it for writing fails.
  for (const Access next : {Access::read, Access::write}) {
    WHORL_ASSIGN_OR_RETURN(index, Index::open(folder, next, keys));
  }
  return {};
}

Result<Registry> Registry::read(const std::string& folder, const std::string& key,
                                const std::string& new_key) try {
  WHORL_ASSIGN_OR_RETURN(auto opened, Opened::open(folder, registry::Access::read, {key, new_key}));
  return Registry(std::move(opened));
} catch (...) {
  return base::caught();
}

Result<Registry> Registry::write(const std::string& folder, const std::string& key,
                                 const std::string& new_key) try {
  WHORL_ASSIGN_OR_RETURN(auto opened,
                         Opened::open(folder, registry::Access::write, {key, new_key}));
  return Registry(std::move(opened));
} catch (...) {
  return base::caught();
}

Result<bool> Registry::catch_up() try {
  if (opened_->access == registry::Access::write) return false;  // a writer knows its own writes
  const auto database = registry::database_of(opened_->folder);
  if (registry::Database::state_of(database) == opened_->state) return false;
  WHORL_ASSIGN_OR_RETURN(opened_,
                         Opened::open(opened_->folder.string(), opened_->access, opened_->keys));
  return true;
} catch (...) {
  return base::caught();
}

Result<AddedToRegistry> Registry::add(const AddToRegistryOptions& options, Progress& progress) try {
  WHORL_RETURN_IF_ERROR(opened_->recover());
  WHORL_RETURN_IF_ERROR(check_codes(options.codes));
  registry::Index& index = opened_->index;
  registry::Adder adder(index);
  const auto prepare = [&](const registry::FoundDocument& found,
                           std::string_view text) -> Result<Prepared> {
    Prepared out{options.codes, text.size(), {}};
    out.codes.name = found.document.name;
    if (!found.url.empty()) out.codes.url = found.url;
    if (!found.date.empty()) out.codes.date = found.date;
    WHORL_RETURN_IF_ERROR(check_codes(out.codes));
    WHORL_ASSIGN_OR_RETURN(out.features, registry::stored(text, index.method()));
    return out;
  };
  std::vector<Skipped> twice;
  const auto take = [&](Prepared document) -> Result<void> {
    const std::string name = document.codes.name;
    WHORL_ASSIGN_OR_RETURN(
        const bool taken, adder.take(std::move(document.codes), document.bytes, document.features));
    if (!taken) twice.push_back({name, kTwice, SkipKind::skipped});
    return {};
  };
  WHORL_ASSIGN_OR_RETURN(auto skipped,
                         registry::for_each_text<Prepared>(without(options.input, opened_->folder),
                                                           progress, prepare, take));
  WHORL_RETURN_IF_ERROR(adder.commit());
  WHORL_RETURN_IF_ERROR(compact_when_due(index, progress));
  AddedToRegistry summary = std::move(adder.summary());
  summary.skipped = std::move(skipped);
  summary.skipped.insert(summary.skipped.end(), twice.begin(), twice.end());
  return summary;
} catch (...) {
  return base::caught();
}

Result<AddedToRegistry> Registry::add(const DocumentCodes& codes, std::string_view text) try {
  WHORL_RETURN_IF_ERROR(opened_->recover());
  WHORL_RETURN_IF_ERROR(check_codes(codes));
  registry::Index& index = opened_->index;
  registry::Adder adder(index);
  WHORL_ASSIGN_OR_RETURN(const auto features, registry::stored(text, index.method()));
  WHORL_RETURN_IF_ERROR(adder.take(codes, text.size(), features));
  WHORL_RETURN_IF_ERROR(adder.commit());
  WHORL_RETURN_IF_ERROR(registry::compact_when_short(index));
  return std::move(adder.summary());
} catch (...) {
  return base::caught();
}

Result<AddedToRegistry> Registry::add(std::span<const RegistryText> documents) try {
  WHORL_RETURN_IF_ERROR(opened_->recover());
  registry::Index& index = opened_->index;
  registry::Adder adder(index);
  std::vector<Skipped> skipped;
  for (const RegistryText& document : documents) {
    if (const auto fit = check_codes(document.codes); !fit) {
      skipped.push_back({document.codes.name, fit.error().message, SkipKind::skipped});
      continue;
    }
    WHORL_ASSIGN_OR_RETURN(const auto features, registry::stored(document.text, index.method()));
    WHORL_ASSIGN_OR_RETURN(const bool taken,
                           adder.take(document.codes, document.text.size(), features));
    if (!taken) skipped.push_back({document.codes.name, kTwice, SkipKind::skipped});
  }
  WHORL_RETURN_IF_ERROR(adder.commit());
  WHORL_RETURN_IF_ERROR(registry::compact_when_short(index));
  AddedToRegistry summary = std::move(adder.summary());
  summary.skipped = std::move(skipped);
  return summary;
} catch (...) {
  return base::caught();
}

Result<bool> Registry::has(const DocumentCodes& codes, std::string_view text) const try {
  registry::Index& index = opened_->index;
  WHORL_ASSIGN_OR_RETURN(const auto features, registry::stored(text, index.method()));
  return registry::Adder(index).has(codes, text.size(), features);
} catch (...) {
  return base::caught();
}

Result<RegistryAnswer> Registry::search(std::string_view text,
                                        const RegistrySearchOptions& options) const try {
  WHORL_ASSIGN_OR_RETURN(auto answer, registry::search(opened_->index, text, options));
  registry::note_search(opened_->folder, answer);
  return answer;
} catch (...) {
  return base::caught();
}

Result<std::vector<RegistryAnswer>> Registry::search(std::span<const std::string_view> texts,
                                                     const RegistrySearchOptions& options,
                                                     unsigned threads, Progress& progress) const
    try {
  std::vector<Result<RegistryAnswer>> found(texts.size(), fail(ErrorCode::cancelled, "stopped"));
  base::parallel_for(texts.size(), threads, [&](std::size_t i) {
    if (progress.cancelled()) return;
    found[i] = search(texts[i], options);
    progress.advance(1);
  });
  std::vector<RegistryAnswer> answers;
  answers.reserve(found.size());
  for (Result<RegistryAnswer>& one : found) {
    WHORL_ASSIGN_OR_RETURN(RegistryAnswer answer, std::move(one));
    answers.push_back(std::move(answer));
  }
  return answers;
} catch (...) {
  return base::caught();
}

Result<std::vector<Skipped>> Registry::search(const RegistryInput& input,
                                              const RegistrySearchOptions& options,
                                              const Answered& take, Progress& progress) const try {
  const auto work = [&](const registry::FoundDocument& found,
                        std::string_view text) -> Result<RegistryAnswer> {
    WHORL_ASSIGN_OR_RETURN(auto answer, registry::search(opened_->index, text, options));
    answer.name = found.document.name;
    registry::note_search(opened_->folder, answer);
    return answer;
  };
  return registry::for_each_text<RegistryAnswer>(without(input, opened_->folder), progress, work,
                                                 take);
} catch (...) {
  return base::caught();
}

Result<std::vector<std::uint64_t>> Registry::base_of(const RegistryInput& input,
                                                     Progress& progress) const try {
  std::vector<std::uint64_t> base;
  const auto work = [&](const registry::FoundDocument&, std::string_view text) {
    return registry::searched_by_all(text, opened_->index);
  };
  const auto take = [&](const registry::Features& features) -> Result<void> {
    const auto hashes = features.distinct();
    base.insert(base.end(), hashes.begin(), hashes.end());
    return {};
  };
  WHORL_RETURN_IF_ERROR(registry::for_each_text<registry::Features>(input, progress, work, take));
  std::ranges::sort(base);
  base.erase(std::ranges::unique(base).begin(), base.end());
  return base;
} catch (...) {
  return base::caught();
}

Result<void> Registry::for_each_document(const Visit& visit, std::uint32_t from) const try {
  registry::Walk walk = opened_->index.database().walk(registry::Table::documents,
                                                       from == 0 ? "" : registry::number_key(from));
  while (true) {
    WHORL_ASSIGN_OR_RETURN(bool more, walk.next());
    if (!more) return {};
    WHORL_ASSIGN_OR_RETURN(auto row, registry::unpack_row(walk.value()));
    row.document.number = registry::number_of_key(walk.key()).value_or(0);
    WHORL_ASSIGN_OR_RETURN(more, visit(row.document));
    if (!more) return {};
  }
} catch (...) {
  return base::caught();
}

Result<std::optional<RegisteredDocument>> Registry::find(const DocumentCodes& codes) const try {
  WHORL_ASSIGN_OR_RETURN(const auto number, opened_->index.number_of(codes));
  if (!number) return std::nullopt;
  WHORL_ASSIGN_OR_RETURN(auto row, opened_->index.row(*number));
  if (!row) return std::nullopt;
  return std::move(row->document);
} catch (...) {
  return base::caught();
}

Result<std::uint64_t> Registry::remove(const DocumentCodes& codes) try {
  if (codes.owner.empty() && codes.group.empty() && codes.name.empty()) {
    return fail(
        ErrorCode::invalid_argument,
        "name the documents to remove by owner, group or name; whorl never removes all at once");
  }
  WHORL_RETURN_IF_ERROR(opened_->recover());
  registry::Index& index = opened_->index;
  registry::IndexChanges changes;
  registry::Facts facts = index.facts();
  std::uint64_t removed = 0;
  const auto agrees = [](const std::string& asked, const std::string& has) {
    return asked.empty() || asked == has;
  };
  registry::Walk walk = index.database().walk(registry::Table::documents);
  while (true) {
    WHORL_ASSIGN_OR_RETURN(const bool more, walk.next());
    if (!more) break;
    const auto number = registry::number_of_key(walk.key());
    WHORL_ASSIGN_OR_RETURN(const auto row, registry::unpack_row(walk.value()));
    const DocumentCodes& has = row.document.codes;
    if (!number || !agrees(codes.owner, has.owner) || !agrees(codes.group, has.group) ||
        !agrees(codes.name, has.name)) {
      continue;
    }
    index.remove(changes, *number, has, facts);
    ++removed;
  }
  if (removed > 0) {
    WHORL_RETURN_IF_ERROR(index.commit(std::move(changes), facts));
    WHORL_RETURN_IF_ERROR(index.database().settle());
  }
  return removed;
} catch (...) {
  return base::caught();
}

Result<bool> Registry::remove_one(const DocumentCodes& codes) try {
  WHORL_RETURN_IF_ERROR(opened_->recover());
  registry::Index& index = opened_->index;
  WHORL_ASSIGN_OR_RETURN(const auto number, index.number_of(codes));
  if (!number) return false;
  registry::IndexChanges changes;
  registry::Facts facts = index.facts();
  index.remove(changes, *number, codes, facts);
  WHORL_RETURN_IF_ERROR(index.commit(std::move(changes), facts));
  return true;
} catch (...) {
  return base::caught();
}

Result<bool> Registry::set_aside(const DocumentCodes& codes) try {
  WHORL_RETURN_IF_ERROR(opened_->recover());
  registry::Index& index = opened_->index;
  WHORL_ASSIGN_OR_RETURN(const auto number, index.number_of(codes));
  if (!number) return false;
  WHORL_ASSIGN_OR_RETURN(auto row, index.row(*number));
  if (!row) return false;
  registry::IndexChanges changes;
  registry::Facts facts = index.facts();
  index.set_aside(changes, {*std::move(row), registry::seconds_now()}, facts);
  WHORL_RETURN_IF_ERROR(index.commit(std::move(changes), facts));
  return true;
} catch (...) {
  return base::caught();
}

Result<bool> Registry::restore(const DocumentCodes& codes) try {
  WHORL_RETURN_IF_ERROR(opened_->recover());
  registry::Index& index = opened_->index;
  WHORL_ASSIGN_OR_RETURN(const auto documents, index.set_aside_documents());
  const registry::SetAside* newest = nullptr;
  for (const auto& document : documents) {
    const DocumentCodes& has = document.row.document.codes;
    if (registry::name_key(has) == registry::name_key(codes)) newest = &document;
  }
  if (newest == nullptr) return false;
  WHORL_ASSIGN_OR_RETURN(const auto present, index.number_of(codes));
  if (present) {
    return fail(ErrorCode::invalid_argument,
                "another document with this owner, group and name was registered in the meantime; "
                "remove that one first");
  }
  registry::IndexChanges changes;
  registry::Facts facts = index.facts();
  index.restore(changes, *newest, facts);
  WHORL_RETURN_IF_ERROR(index.commit(std::move(changes), facts));
  return true;
} catch (...) {
  return base::caught();
}

Result<std::uint64_t> Registry::forget(std::int64_t before) try {
  WHORL_RETURN_IF_ERROR(opened_->recover());
  registry::Index& index = opened_->index;
  WHORL_ASSIGN_OR_RETURN(const auto documents, index.set_aside_documents());
  registry::IndexChanges changes;
  for (const auto& document : documents) {
    if (document.since < before) index.forget(changes, document.row.document.number);
  }
  const std::uint64_t forgotten = changes.forgotten.size();
  if (forgotten > 0) WHORL_RETURN_IF_ERROR(index.commit(std::move(changes), index.facts()));
  return forgotten;
} catch (...) {
  return base::caught();
}

Result<std::vector<DocumentSetAside>> Registry::documents_set_aside() const try {
  WHORL_ASSIGN_OR_RETURN(auto documents, opened_->index.set_aside_documents());
  std::vector<DocumentSetAside> out;
  for (auto& document : documents) {
    out.push_back({std::move(document.row.document), document.since});
  }
  return out;
} catch (...) {
  return base::caught();
}

Result<void> Registry::compact(Progress& progress) try {
  WHORL_RETURN_IF_ERROR(opened_->recover());
  return registry::compact(opened_->index, progress);
} catch (...) {
  return base::caught();
}

Result<RegistryStats> Registry::stats() const try {
  const registry::Index& index = opened_->index;
  RegistryStats stats;
  stats.scheme = index.method().scheme->info.name;
  stats.recipe = id(index.method().recipe);
  stats.keyed = index.method().key != nullptr;
  stats.changes_key = index.former() != nullptr;
  stats.documents = index.facts().documents;
  stats.postings = index.facts().postings;
  stats.removed = index.removed();
  stats.bytes = index.database().bytes_on_disk();
  const auto each = [&](std::uint64_t count) {
    return count == 0 ? 0 : static_cast<double>(stats.bytes) / static_cast<double>(count);
  };
  stats.bytes_a_document = each(stats.documents);
  stats.bytes_a_posting = each(stats.postings);
  return stats;
} catch (...) {
  return base::caught();
}

Result<RegistryCheck> Registry::check(Progress& progress) const try {
  return registry::check(opened_->index, progress);
} catch (...) {
  return base::caught();
}

}  // namespace whorl
