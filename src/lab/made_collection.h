// A collection of any size that is made as it is read: pages of about 5,000 bytes, of which as many
// are copies and revisions of each other as Broder 1997 found in the web of 1996.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "whorl/record_source.h"

namespace whorl::internal::lab {

class MadeCollection final : public RecordSource {
 public:
  // The same of a seed everywhere. Of each hundred pages 59 are like no other, 18 are in 7 groups
  // of identical ones, and 23 in 5 groups of revisions.
  MadeCollection(std::uint64_t pages, std::uint64_t seed);

  Result<bool> next(Record& record) override;
  std::string name() const override { return "made pages"; }
  Result<void> rewind() override;

  // Page `number` by itself.
  std::string text(std::uint64_t number) const;

 private:
  std::uint64_t pages_;
  std::uint64_t blocks_;  // of a hundred pages, one after the other but for their texts
  std::uint64_t seed_;
  std::uint64_t next_ = 0;
  std::vector<std::string> words_;
};

}  // namespace whorl::internal::lab
