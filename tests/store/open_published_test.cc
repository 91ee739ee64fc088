// A reader opens a store again if a writer published it in the meantime. A store that is bad stays
// bad.
#include "store/open_published.h"

#include <gtest/gtest.h>

namespace whorl::internal::store {
namespace {

// How often a store is opened that fails this often with the code; negative if opening never
// succeeds.
int times_opened(int failures, ErrorCode code) {
  int times = 0;
  const auto opened = open_published([&]() -> Result<int> {
    return ++times > failures ? Result<int>(times) : fail(code, "pairs.1.bin: is gone");
  });
  return opened ? times : -times;
}

TEST(PublishedStores, AreOpenedAgainWhereAFileIsNotAsTheManifestSays) {
  EXPECT_EQ(times_opened(0, ErrorCode::corrupt), 1);
  EXPECT_EQ(times_opened(1, ErrorCode::corrupt), 2);
  EXPECT_EQ(times_opened(2, ErrorCode::corrupt), 3);
  EXPECT_EQ(times_opened(9, ErrorCode::corrupt), -3);
}

TEST(PublishedStores, AreNotWhereThereIsNoneOrAnotherFormat) {
  EXPECT_EQ(times_opened(1, ErrorCode::not_found), -1);
  EXPECT_EQ(times_opened(1, ErrorCode::unsupported), -1);
}

}  // namespace
}  // namespace whorl::internal::store
