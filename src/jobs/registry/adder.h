// Adder: documents on their way into a registry, a batch of them at a time.
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
  // `index` was opened to write and outlives this.
  explicit Adder(Index& index) : index_(index) {}

  // A document with what is stored of it. False where another one of this run has its name: the
  // first holds.
  Result<bool> take(DocumentCodes codes, std::uint64_t bytes, const Features& features);
  // Whether a document of this name is registered with just this.
  Result<bool> has(const DocumentCodes& codes, std::uint64_t bytes, const Features& features) const;
  // What was taken is on the disk when it returns.
  Result<void> commit();

  // Ends a great many documents: what was committed is in sorted files when it returns. The summary
  // lists those that were left out.
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
