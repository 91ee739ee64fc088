// Requests per minute of each client.
#include "serve/limits.h"

#include <gtest/gtest.h>

namespace whorl::serve {
namespace {

using namespace std::chrono_literals;

TEST(Rates, EachClientHasSoManyAMinute) {
  Rates rates(3);
  const auto now = Rates::Clock::now();
  for (int i = 0; i < 3; ++i) EXPECT_TRUE(rates.take("ann", now));
  EXPECT_FALSE(rates.take("ann", now));
  EXPECT_TRUE(rates.take("ben", now));
  EXPECT_FALSE(rates.take("ann", now + 19s));
  EXPECT_TRUE(rates.take("ann", now + 40s));
  EXPECT_FALSE(rates.take("ann", now + 40s));
  for (int i = 0; i < 3; ++i) EXPECT_TRUE(rates.take("ann", now + 1h));
  EXPECT_FALSE(rates.take("ann", now + 1h));
}

TEST(Rates, RememberNoMoreThanSoManyClients) {
  Rates rates(1);
  const auto now = Rates::Clock::now();
  for (int i = 0; i < 100'000; ++i) EXPECT_TRUE(rates.take(std::to_string(i), now));
}

}  // namespace
}  // namespace whorl::serve
