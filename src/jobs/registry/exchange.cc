// Import and export of fingerprints of a registry.

#include <algorithm>
#include <string>
#include <unordered_set>

#include "base/external_sort.h"
#include "base/guard.h"
#include "base/ownership/output.h"
#include "base/spill_folder.h"
#include "base/try.h"
#include "fingerprints/sketch/sketch.h"
#include "jobs/registry/adder.h"
#include "jobs/registry/opened_registry.h"
#include "jobs/registry/posting_run.h"
#include "passages/index/segment.h"
#include "store/document_table.h"
#include "store/manifest.h"
#include "store/set_reader.h"

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
                "fingerprints of a registry with a key cannot be exported: with them, others could "
                "test texts");
  }
  if (!method.scheme->info.positions) {
    return fail(ErrorCode::invalid_argument,
                "a segment contains winnowed fingerprints with positions; they need the scheme "
                "passages, not " +
                    std::string(method.scheme->info.name));
  }
  return {};
}

bool agrees(const std::string& asked, const std::string& has) {
  return asked.empty() || asked == has;
}

// Calls visit(row) for each wanted document, in the order of numbers.
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

// The wanted documents, by number. A segment only has the names of documents.
Result<std::vector<bool>> wanted_documents(const registry::Index& index,
                                           const DocumentCodes& codes) {
  std::vector<bool> wanted(index.facts().next);
  std::unordered_set<std::string> names;
  const auto take = [&](const RegisteredDocument& document) -> Result<void> {
    if (document.number >= wanted.size()) {
      return fail(ErrorCode::corrupt, "a document has an impossible number");
    }
    wanted[document.number] = true;
    if (names.insert(registry::name_key({.name = document.codes.name})).second) return {};
    return fail(ErrorCode::invalid_argument,
                "several documents have the name " + document.codes.name +
                    ", and a segment stores names only: choose documents with --owner or --group");
  };
  WHORL_RETURN_IF_ERROR(for_each_wanted(index, codes, take));
  if (names.empty()) {
    return fail(ErrorCode::not_found, "no document has these codes; nothing was written");
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
    if (progress.cancelled()) return fail(ErrorCode::cancelled, "stopped: nothing was written");
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

// Takes the fingerprints of a document; those of the one before must have been taken.
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

constexpr std::string_view kTakesSets = "sets";

std::string front_end_of(const Recipe& recipe) {
  return recipe.argument.empty() ? recipe.front_end : recipe.front_end + ":" + recipe.argument;
}

// Imports sets of shingles into a registry.
class StoreImport {
 public:
  StoreImport(registry::Index& index, const std::string& store)
      : method_(index.method()), modulus_(method_.recipe.selector.args.front()), store_(store) {}

  Result<void> check_registry() const {
    if (method_.scheme->info.name != kTakesSets) {
      return refuse(
          "a store contains sets of shingles without positions; they need the scheme sets, not " +
          std::string(method_.scheme->info.name));
    }
    if (method_.key)
      return refuse("was built without a key: add the texts with whorl registry add");
    return {};
  }

  Result<void> check_store(const store::StoreSettings& settings,
                           const store::IngestState& read) const {
    const Recipe& recipe = method_.recipe;
    if (!settings.features_field.empty()) return refuse("contains features instead of shingles");
    if (settings.common > 0) {
      return refuse("skips common shingles (--common); a registry needs all of them");
    }
    if (read.by_letters > 0) {
      return refuse("has shingles of letters of " + std::to_string(read.by_letters) +
                    " short documents: build it with --letters-below 0");
    }
    if (read.weighed > 0) {
      return refuse("has weighed characters of " + std::to_string(read.weighed) +
                    " documents instead of shingles: add the texts with whorl registry add");
    }
    const std::string front_end = settings.front_end.empty() ? "words" : settings.front_end;
    if (front_end == front_end_of(recipe) && settings.shingle == recipe.k && recipe.seed == 0) {
      return {};
    }
    return refuse("has shingles of " + front_end + "/k=" + std::to_string(settings.shingle) +
                  ", not of the registry's " + print(recipe));
  }

  // The shingles of a set that the recipe selects.
  Result<registry::Features> features(const sketch::Sketch& set) const {
    if (modulus_ % set.modulus != 0 || (set.modulus == 1 && !set.complete())) {
      return refuse(
          "has only sketches, some with fewer shingles than modp:p=" + std::to_string(modulus_) +
          " selects: create the registry with a greater p, or build the store without --no-verify");
    }
    registry::Features out;
    const registry::PostingLayout layout = method_.scheme->layout(0);
    for (const std::uint64_t hash : set.hashes) {
      if (hash % modulus_ == 0) out.list.push_back({layout.kept(hash), 0, method_.recipe.k});
    }
    return out;
  }

 private:
  tl::unexpected<Error> refuse(const std::string& why) const {
    return fail(ErrorCode::invalid_argument, store_ + ": " + why);
  }

  const registry::Method& method_;
  std::uint64_t modulus_;
  const std::string& store_;
};

DocumentCodes codes_of(const DocumentCodes& given, const store::DocumentNames& names) {
  DocumentCodes codes = given;
  codes.name = names.id;
  if (!names.url.empty()) codes.url = names.url;
  if (!names.date.empty()) codes.date = names.date;
  return codes;
}

Result<void> check_takes(const registry::Method& method, const index::Segment& segment,
                         const std::string& path) {
  const auto refuse = [&](const std::string& why) {
    return fail(ErrorCode::invalid_argument, path + ": " + why);
  };
  if (!method.scheme->info.positions) {
    return refuse("a segment contains winnowed fingerprints; they need the scheme passages, not " +
                  std::string(method.scheme->info.name));
  }
  if (method.key) {
    return refuse("was built without a key: add the texts with whorl registry add");
  }
  if (const std::string own = id(method.recipe); segment.recipe != own) {
    return refuse("was made by " + segment.recipe + ", not by the registry's " + own);
  }
  return {};
}

}  // namespace

Result<AddedToRegistry> Registry::import_segment(const std::string& segment,
                                                 const DocumentCodes& codes) try {
  WHORL_ASSIGN_OR_RETURN(auto read, index::read_segment(segment));
  WHORL_RETURN_IF_ERROR(opened_->recover());
  registry::Index& index = opened_->index;
  WHORL_RETURN_IF_ERROR(check_takes(index.method(), read, segment));
  registry::Adder adder(index);
  std::vector<Skipped> twice;
  for (index::SegmentDocument& document : read.documents) {
    DocumentCodes named = codes;
    named.name = std::move(document.name);
    const auto features = registry::features_of(document.fingerprints, index.method());
    WHORL_ASSIGN_OR_RETURN(const bool taken, adder.take(named, 0, features));
    if (!taken) {
      twice.push_back(
          {named.name, "an earlier document of the segment has this name", SkipKind::skipped});
    }
  }
  return adder.finish(std::move(twice));
} catch (...) {
  return base::caught();
}

Result<AddedToRegistry> Registry::import_store(const std::string& folder,
                                               const DocumentCodes& codes) try {
  WHORL_RETURN_IF_ERROR(opened_->recover());
  registry::Index& index = opened_->index;
  const StoreImport import(index, folder);
  WHORL_RETURN_IF_ERROR(import.check_registry());
  base::FileSystem& file_system = base::FileSystem::real();
  WHORL_ASSIGN_OR_RETURN(const auto manifest, store::load_finished(file_system, folder));
  WHORL_RETURN_IF_ERROR(import.check_store(manifest.settings, manifest.ingest));
  const store::StoreFiles files(file_system, folder, manifest.files);
  WHORL_ASSIGN_OR_RETURN(auto sketching, sketch::Sampler::parse(manifest.settings.sketch));
  WHORL_ASSIGN_OR_RETURN(const auto sets, store::SetReader::open(files, std::move(sketching),
                                                                 manifest.settings.verify));
  WHORL_ASSIGN_OR_RETURN(const auto documents,
                         store::DocumentTable::open(files, manifest.ingest.documents));
  registry::Adder adder(index);
  std::vector<Skipped> twice;
  const auto take = [&](store::DocId, const store::DocumentRecord& record,
                        const store::DocumentNames& names) -> Result<void> {
    sketch::Sketch set;
    WHORL_RETURN_IF_ERROR(sets.full_set(record.set, set));
    WHORL_ASSIGN_OR_RETURN(const auto features, import.features(set));
    WHORL_ASSIGN_OR_RETURN(const bool taken,
                           adder.take(codes_of(codes, names), record.bytes, features));
    if (!taken) {
      twice.push_back(
          {names.id, "an earlier document of the store has this id", SkipKind::skipped});
    }
    return {};
  };
  WHORL_RETURN_IF_ERROR(documents.for_each_named(take));
  return adder.finish(std::move(twice));
} catch (...) {
  return base::caught();
}

using namespace internal;

Result<ExportedFromRegistry> Registry::export_segment(const ExportRegistryOptions& options,
                                                      Progress& progress) const try {
  const registry::Index& index = opened_->index;
  WHORL_RETURN_IF_ERROR(check_gives(index.method()));
  const base::ownership::OutputRules rules{{opened_->folder.string()}, options.overwrite};
  WHORL_RETURN_IF_ERROR(base::ownership::check_output(
      options.output, rules, base::ownership::with_head(index::kSegmentHead)));
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
