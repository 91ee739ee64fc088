#include "base/guard.h"

#include <gtest/gtest.h>

#include <new>
#include <stdexcept>
#include <system_error>

namespace whorl::internal::base {
namespace {

template <class Exception>
Error error_of(Exception exception) {
  const Result<int> result = guarded([&]() -> Result<int> { throw exception; });
  return result ? Error{ErrorCode::cancelled, "none"} : result.error();
}

TEST(Guarded, PassesOnWhatTheBodyReturns) {
  EXPECT_EQ(guarded([]() -> Result<int> { return 7; }), 7);
  EXPECT_TRUE(guarded([]() -> Result<void> { return {}; }));
  const auto failed = guarded([]() -> Result<int> { return fail(ErrorCode::corrupt, "bent"); });
  EXPECT_EQ(failed.error().code, ErrorCode::corrupt);
  EXPECT_EQ(failed.error().message, "bent");
}

TEST(Guarded, NamesAnExceptionByWhatItMeans) {
  EXPECT_EQ(error_of(std::bad_alloc()).code, ErrorCode::out_of_memory);
  EXPECT_EQ(error_of(std::bad_array_new_length()).code, ErrorCode::out_of_memory);
  EXPECT_EQ(error_of(std::length_error("vector::reserve")).code, ErrorCode::out_of_memory);
  EXPECT_EQ(error_of(std::logic_error("odd")).code, ErrorCode::internal);
  EXPECT_EQ(error_of(3).code, ErrorCode::internal);
  const Error refused =
      error_of(std::system_error(std::make_error_code(std::errc::no_space_on_device)));
  EXPECT_EQ(refused.code, ErrorCode::disk_full);
}

TEST(Guarded, SaysWhatWasThrown) {
  EXPECT_NE(error_of(std::logic_error("odd")).message.find("odd"), std::string::npos);
  const std::system_error refused(std::make_error_code(std::errc::no_space_on_device), "draft");
  EXPECT_NE(error_of(refused).message.find("draft"), std::string::npos);
}

}  // namespace
}  // namespace whorl::internal::base
