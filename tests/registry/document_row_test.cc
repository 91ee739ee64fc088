// Rows of documents are read as they were written; a cut row is refused.
#include "jobs/registry/document_row.h"

#include <gtest/gtest.h>

namespace whorl::internal::registry {
namespace {

DocumentRow row() {
  return {{{"cs101", "2026", "ann/main.c\n", "2026-05-01", "http://example.org/?a=b", "ø@x"},
           1'234'567,
           890,
           1'795'000'000},
          891,
          ~std::uint64_t{0},
          3};
}

TEST(DocumentRow, ComesBackAsItWas) {
  const auto read = unpack_row(pack(row()));
  ASSERT_TRUE(read);
  EXPECT_EQ(read->document.codes, row().document.codes);
  EXPECT_EQ(read->document.bytes, row().document.bytes);
  EXPECT_EQ(read->document.fingerprints, row().document.fingerprints);
  EXPECT_EQ(read->document.added, row().document.added);
  EXPECT_EQ(read->postings, row().postings);
  EXPECT_EQ(read->digest, row().digest);
  EXPECT_EQ(read->draw, row().draw);
}

TEST(DocumentRow, CutOrLongerOnesAreRefused) {
  const std::string packed = pack(row());
  for (std::size_t size = 0; size < packed.size(); ++size) {
    EXPECT_FALSE(unpack_row(packed.substr(0, size))) << size;
  }
  EXPECT_FALSE(unpack_row(packed + "x"));
}

TEST(NameKey, TellsWhereOneCodeEnds) {
  EXPECT_NE(name_key({.owner = "ab", .group = "c"}), name_key({.owner = "a", .group = "bc"}));
  EXPECT_EQ(name_key({.name = "x", .date = "2026"}), name_key({.name = "x", .date = "2027"}));
}

}  // namespace
}  // namespace whorl::internal::registry
