// Registry::export_segment: the fingerprints of documents, as a segment for other registries.
#include <string>
#include <unordered_set>

#include "base/external_sort.h"
#include "base/guard.h"
#include "base/spill_folder.h"
#include "base/try.h"
#include "claim/output.h"
#include "index/segment.h"
#include "registry/opened_registry.h"
#include "registry/posting_run.h"

namespace whorl {

using namespace internal;

namespace {

// A posting in the order of segments.
struct Placed {
  std::uint32_t document = 0;
  std::uint32_t position = 0;
  std::uint64_t hash = 0;

  std::array<std::uint64_t, 2> sort_key() const {
    return {std::uint64_t{document} << 32 | position, hash};
  }
  auto operator<=>(const Placed&) const = default;
};

using Sorted = base::SortedStream<Placed>;

Result<void> check_gives(const registry::Method& method) {
  if (method.key) {
    return fail(ErrorCode::invalid_argument,
                "fingerprints under a key are not handed out: who has them can test texts");
  }
  if (!method.scheme->info.positions) {
    return fail(ErrorCode::invalid_argument,
                "a segment holds winnowed fingerprints with positions, which the scheme passages "
                "keeps, not " +
                    std::string(method.scheme->info.name));
  }
  return {};
}

bool agrees(const std::string& asked, const std::string& has) {
  return asked.empty() || asked == has;
}

// Calls visit(row) for each document that is wanted, in the order of numbers.
template <class Visit>
Result<void> for_each_wanted(const registry::Index& index, const DocumentCodes& codes,
                             Visit visit) {
  registry::Walk walk = index.database().walk(registry::Table::documents);
  while (true) {
    WHORL_ASSIGN_OR_RETURN(const bool more, walk.next());
    if (!more) return {};
    const auto number = registry::number_of_key(walk.key());
    WHORL_ASSIGN_OR_RETURN(auto row, registry::unpack_row(walk.value()));
    if (!number) return fail(ErrorCode::corrupt, "the number of a document is damaged");
    const DocumentCodes& has = row.document.codes;
    if (!agrees(codes.owner, has.owner) || !agrees(codes.group, has.group) ||
        !agrees(codes.name, has.name)) {
      continue;
    }
    row.document.number = *number;
    WHORL_RETURN_IF_ERROR(visit(row.document));
  }
}

// Which documents are wanted, by number. A segment knows documents by their names alone.
Result<std::vector<bool>> wanted_documents(const registry::Index& index,
                                           const DocumentCodes& codes) {
  std::vector<bool> wanted(index.facts().next);
  std::unordered_set<std::string> names;
  const auto take = [&](const RegisteredDocument& document) -> Result<void> {
    if (document.number >= wanted.size()) {
      return fail(ErrorCode::corrupt, "a document has a number that none can have");
    }
    wanted[document.number] = true;
    if (names.insert(registry::name_key({.name = document.codes.name})).second) return {};
    return fail(ErrorCode::invalid_argument,
                "several documents have the name " + document.codes.name +
                    ", and a segment knows documents by their names alone: say whose are exported "
                    "with --owner or --group");
  };
  WHORL_RETURN_IF_ERROR(for_each_wanted(index, codes, take));
  if (names.empty()) {
    return fail(ErrorCode::not_found, "no document has these codes: nothing is written");
  }
  return wanted;
}

Result<Sorted> by_document(const registry::Index& index, const std::vector<bool>& wanted,
                           const base::SortBudget& budget, Progress& progress) {
  progress.phase("sorting postings", index.facts().postings);
  base::ExternalSorter<Placed> sorter(base::FileSystem::real(), budget);
  const registry::PostingLayout layout = index.layout();
  std::vector<registry::Posting> postings;
  registry::Walk walk = index.database().walk(registry::Table::postings);
  while (true) {
    if (progress.cancelled()) return fail(ErrorCode::cancelled, "stopped: nothing is written");
    WHORL_ASSIGN_OR_RETURN(const bool more, walk.next());
    if (!more) return sorter.finish();
    const auto bucket = registry::number_of_key(walk.key());
    if (!bucket) return fail(ErrorCode::corrupt, "the key of a bucket is damaged");
    postings.clear();
    WHORL_RETURN_IF_ERROR(registry::read_runs(walk.value(), *bucket, layout, postings));
    progress.advance(postings.size());
    for (const registry::Posting& p : postings) {
      if (p.document >= wanted.size() || !wanted[p.document]) continue;
      WHORL_RETURN_IF_ERROR(
          sorter.add({p.document, p.position, p.hash << (64 - layout.hash_bits)}));
    }
  }
}

// Takes the fingerprints of a document, those of the one before having been taken.
Result<Fingerprints> next_document(Sorted& sorted, const Placed*& ahead, std::uint32_t document) {
  Fingerprints out;
  while (ahead != nullptr && ahead->document == document) {
    out.hash.push_back(ahead->hash);
    out.position.push_back(ahead->position);
    WHORL_ASSIGN_OR_RETURN(ahead, sorted.next());
  }
  return out;
}

Result<ExportedFromRegistry> write_segment(const registry::Index& index, Sorted sorted,
                                           const ExportRegistryOptions& options) {
  const Recipe& recipe = index.method().recipe;
  WHORL_ASSIGN_OR_RETURN(auto writer, index::SegmentWriter::create(options.output, id(recipe)));
  ExportedFromRegistry done;
  WHORL_ASSIGN_OR_RETURN(const Placed* ahead, sorted.next());
  const auto write = [&](const RegisteredDocument& document) -> Result<void> {
    WHORL_ASSIGN_OR_RETURN(const auto found, next_document(sorted, ahead, document.number));
    const std::uint64_t symbols =
        found.size() == 0 ? 0 : std::uint64_t{found.position.back()} + recipe.k;
    writer.add(document.codes.name, symbols, found);
    ++done.documents;
    done.fingerprints += found.size();
    return {};
  };
  WHORL_RETURN_IF_ERROR(for_each_wanted(index, options.codes, write));
  WHORL_RETURN_IF_ERROR(writer.finish());
  return done;
}

}  // namespace

Result<ExportedFromRegistry> Registry::export_segment(const ExportRegistryOptions& options,
                                                      Progress& progress) const try {
  const registry::Index& index = opened_->index;
  WHORL_RETURN_IF_ERROR(check_gives(index.method()));
  const claim::OutputRules rules{{opened_->folder.string()}, options.overwrite};
  WHORL_RETURN_IF_ERROR(
      claim::check_output(options.output, rules, claim::with_head(index::kSegmentHead)));
  WHORL_ASSIGN_OR_RETURN(const auto wanted, wanted_documents(index, options.codes));
  base::SpillFolder spill(base::FileSystem::Path(options.output + ".spill"));
  WHORL_RETURN_IF_ERROR(spill.create());
  const base::SortBudget budget{.memory = options.memory / 2,
                                .directory = spill.path(),
                                .name = "export",
                                .progress = &progress};
  WHORL_ASSIGN_OR_RETURN(auto sorted, by_document(index, wanted, budget, progress));
  return write_segment(index, std::move(sorted), options);
} catch (...) {
  return base::caught();
}

}  // namespace whorl
