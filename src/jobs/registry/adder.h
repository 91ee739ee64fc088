// Adder: adds documents to a registry, a batch at a time.
#pragma once

#include <cstdint>
#include <string>
#include <unordered_set>
#include <vector>

#include "jobs/registry/index.h"
#include "whorl/registry.h"

namespace whorl::internal::registry {

class Adder {
 public:
  // `index` must be open for writing and outlive this.
  explicit Adder(Index& index) : index_(index) {}

  // Adds a document with its features. False if another document of this run has its name: the
  // first one counts.
  Result<bool> take(DocumentCodes codes, std::uint64_t bytes, const Features& features);
  // True if a document of this name is registered with exactly these features.
  Result<bool> has(const DocumentCodes& codes, std::uint64_t bytes, const Features& features) const;
  // When it returns, the documents taken are on the disk.
  Result<void> commit();

  // Ends a large addition: when it returns, committed data are in sorted files. The summary lists
  // the documents left out.
  Result<AddedToRegistry> finish(std::vector<Skipped> left_out);

  AddedToRegistry& summary() { return summary_; }

 private:
  Result<bool> is_known(const DocumentRow& row);
  void append_postings();

  Index& index_;
  AddedToRegistry summary_;
  std::unordered_set<std::string> names_;  // of this run
  IndexChanges changes_;
  std::size_t waiting_ = 0;  // documents in them
  std::vector<Posting> postings_;
  Facts facts_ = index_.facts();
};

}  // namespace whorl::internal::registry
