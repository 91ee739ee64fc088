// query: what a store of `whorl cluster` knows of a document, a cluster or a list of names.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "whorl/result.h"

namespace whorl {

struct StoredDocument {
  std::string id;
  std::string url;  // empty: none
  std::string date;
  std::uint64_t bytes = 0;
};

// A document beside another, counted on the full sets of shingles.
struct ComparedDocument {
  StoredDocument document;
  std::string kind;  // "identical", "lexical", "sketch" or "similar"
  double resemblance = 0;
  double contained = 0;  // share of this document that is in the other
  double contains = 0;   // share of the other that is in this document
  std::optional<std::uint64_t> cluster = {};
  std::uint64_t cluster_size = 1;
};

struct StoredCluster {
  std::optional<std::uint64_t> number;  // none: a document that stands alone
  std::string survivor;
  std::vector<ComparedDocument> members;  // beside the survivor, in the order read
};

struct MatchOptions {
  double resemblance = 0;  // reaching either is enough; both 0: whatever shares a shingle
  double containment = 0;  // of one in the other, whichever side
  std::uint64_t limit = 10;
};

// A name of a ranked list that is grouped.
struct RankedName {
  std::string name;
  std::uint64_t rank = 0;  // from 1
  bool known = true;       // the store has it
};

struct NameGroup {
  std::optional<std::uint64_t> cluster;  // none: alone, or unknown
  std::vector<RankedName> names;         // by rank
};

// A finished store, opened to be read: nothing is loaded but directories, so opening takes
// milliseconds. Callable from one thread at a time.
class StoreReader {
 public:
  static Result<StoreReader> open(const std::string& store);
  StoreReader(StoreReader&&) noexcept;
  StoreReader& operator=(StoreReader&&) noexcept;
  ~StoreReader();

  std::uint64_t documents() const;
  std::uint64_t clusters() const;

  // A cluster by its number, as in clusters.jsonl.
  Result<StoredCluster> cluster(std::uint64_t number) const;
  // The clusters of the documents whose id or URL is `name`; an error where there is none.
  Result<std::vector<StoredCluster>> clusters_of(const std::string& name) const;

  // The stored documents most like a file, or, with "-", standard input; read as the store's
  // were. Best first: by resemblance or by how much of the file is there, whichever is more.
  // Looks up each shingle of the file, so time grows with it and not with the store. Of stored
  // documents that equal each other the first stands for all; a file too short for a shingle
  // is like none.
  Result<std::vector<ComparedDocument>> matches(const std::string& file,
                                                const MatchOptions& options) const;

  // Names in order of rank, grouped by cluster; groups stand where their best name stood
  // (Broder 1997, "compact search results").
  Result<std::vector<NameGroup>> group(const std::vector<std::string>& ranked) const;

 private:
  struct Opened;
  explicit StoreReader(std::unique_ptr<Opened> opened);
  std::unique_ptr<Opened> opened_;
};

}  // namespace whorl
