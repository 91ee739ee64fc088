// The contents of a public StoreReader.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "base/file_system.h"
#include "input/collection.h"
#include "jobs/collection/cluster/passage_cover.h"
#include "jobs/collection/cluster/store_view.h"
#include "passages/near/near_rule.h"
#include "store/shingle_index.h"
#include "whorl/progress.h"
#include "whorl/store.h"

namespace whorl {

struct StoreReader::Opened {
  internal::base::FileSystem::Path path;
  internal::cluster::StoreView view;
  internal::store::ShingleIndex index;

  // The document for which similar ones are searched.
  struct Asked {
    internal::base::Hash128 content;
    internal::base::Hash128 canonical;
    internal::sketch::Sketch set;  // as the store keeps its own
  };

  static Result<std::unique_ptr<Opened>> open(const std::string& store);
  std::uint64_t documents() const { return view.documents.size(); }
  // The documents whose id or URL is `name`, at least one.
  Result<std::vector<internal::store::DocId>> named(const std::string& name) const;
  Result<StoredDocument> document(const internal::store::DocumentRecord& record) const;
  Result<StoredCluster> members(const std::vector<internal::store::DocId>& docs) const;

  // Documents similar to a record, or to one of the store; best first. `progress` may be nullptr.
  Result<std::vector<ComparedDocument>> matches(internal::input::CollectionRecord record,
                                                const MatchOptions& options,
                                                const Progress* progress) const;
  Result<std::vector<ComparedDocument>> matches_of(internal::store::DocId asked,
                                                   const MatchOptions& options) const;
  // Parts of a record's text that occur in the store.
  Result<std::vector<StoredPassage>> passages(internal::input::CollectionRecord record,
                                              const StoredPassageOptions& options) const;

 private:
  Result<void> check_passages(const StoredPassageOptions& options) const;
  // The passages to find in the documents.
  struct PassageRule {
    std::uint32_t least = 0;  // shingles of a run
    std::uint64_t limit = 0;  // passages, and positions of each
    std::optional<internal::near::NearRule> near = {};
  };
  Result<PassageRule> passage_rule(const StoredPassageOptions& options) const;
  // A document and all its shingles.
  struct Holder {
    internal::store::DocId doc = 0;
    internal::sketch::ShingleSet set;
  };
  // The runs that documents contain: by their sets, or, if the store keeps positions, as they occur
  // there.
  Result<std::vector<internal::cluster::HeldRun>> held_runs(
      const internal::cluster::PlacedShingles& placed, const PassageRule& rule) const;
  // Appends the runs of one document.
  Result<void> append_equal(const internal::cluster::PlacedShingles& placed, const Holder& holder,
                            std::uint32_t least,
                            std::vector<internal::cluster::HeldRun>& runs) const;
  Result<void> append_near(const internal::cluster::PlacedShingles& placed, const Holder& holder,
                           const PassageRule& rule,
                           std::vector<internal::cluster::HeldRun>& runs) const;
  // A document of a store with positions, compared with the text of the query.
  struct PlacedDocument {
    internal::store::DocId doc = 0;
    std::vector<std::uint32_t> ranks;  // of the text's shingles in the document's set
    internal::store::Positions there;
    std::vector<internal::near::NearSpan> near_parts;  // none if only equal parts are requested
  };
  Result<PlacedDocument> placed_document(const internal::cluster::PlacedShingles& placed,
                                         internal::store::DocId doc, const PassageRule& rule) const;
  // Adds the positions of `run` in `document`.
  void add_places(const PlacedDocument& document, const internal::cluster::HeldRun& run,
                  std::uint64_t limit, StoredPassage& passage) const;
  std::size_t counted(const MatchOptions& options) const;
  Result<void> place(internal::store::DocId doc, ComparedDocument& out) const;
  // A stored document compared with the one of the query.
  Result<ComparedDocument> beside(internal::store::DocId doc, const Asked& asked) const;
  // The documents that share most by their sketches, best first.
  Result<std::vector<internal::store::DocId>> candidates(internal::sketch::ShingleSpan set,
                                                         std::size_t most) const;
  Result<std::vector<ComparedDocument>> best_of(std::span<const internal::store::DocId> docs,
                                                const Asked& asked,
                                                const MatchOptions& options) const;
};

}  // namespace whorl
