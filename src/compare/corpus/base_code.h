// Base code: what students were given, and must neither match nor count
// (docs/methods.md, "Base code").
#pragma once

#include <cstdint>
#include <vector>

#include "compare/corpus/prepared_file.h"

namespace whorl::internal::compare::corpus {

// Every k-gram of the base files, by comparison class.
class BaseCode {
 public:
  explicit BaseCode(const std::vector<PreparedFile>& base);

  bool empty() const { return kgrams_.empty() && texts_.empty(); }

  // Masks the symbols of `file` that lie in a match of at least k symbols with a base file,
  // which are just those in a k-gram that base code has too; the whole file when its
  // canonical text is one of base. What that leaves is the file's own. Of it, stretches under k
  // symbols are masked as well: they could not match anything, so they must not count
  // either. Linear in the symbols, log(base) each.
  void mask(PreparedFile& file) const;

 private:
  std::vector<std::uint64_t> kgrams_;  // salted by class, sorted
  std::vector<TextId> texts_;          // whole files, sorted
};

}  // namespace whorl::internal::compare::corpus
