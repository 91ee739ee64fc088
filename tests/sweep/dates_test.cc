#include "jobs/collection/sweep/dates.h"

#include <gtest/gtest.h>

#include "jobs/collection/sweep/store.h"

namespace whorl::internal::sweep {
namespace {

TEST(Dates, AreDaysSince1970) {
  EXPECT_EQ(parse_date("1970-01-01"), 0);
  EXPECT_EQ(parse_date("1970-03-01"), 59);
  EXPECT_EQ(parse_date("1972-03-01"), 2 * 365 + 60);
  EXPECT_EQ(parse_date("1969-12-31"), -1);
}

TEST(Dates, AreTenCharactersOfACalendar) {
  for (const char* wrong : {"2026-05-011", "2026-05-1", "2026-05-1x", "20x6-05-01", "2026-x5-01",
                            "2026-13-01", "2026-00-01", "2026-02-29", "2026-04-31", "2026/05/01",
                            "2026-05-00", " 2026-05-01", "-026-05-01"}) {
    EXPECT_FALSE(parse_date(wrong)) << wrong;
  }
  EXPECT_TRUE(parse_date("2028-02-29"));
}

TEST(Hosts, StandBetweenTheSchemeAndThePath) {
  EXPECT_EQ(host_of("http://a.org/b"), "a.org");
  EXPECT_EQ(host_of("http://a.org"), "a.org");
  EXPECT_EQ(host_of("https://A.Org:81/b"), "a.org:81");
  EXPECT_EQ(host_of("http://a.org?b=/c"), "a.org");
  EXPECT_EQ(host_of("http://a.org#b/c"), "a.org");
  EXPECT_EQ(host_of("http://user@a.org/b@c"), "a.org");
  EXPECT_EQ(host_of("http://user:word@a.org"), "a.org");
  EXPECT_EQ(host_of("pages/one.html"), "");
  EXPECT_EQ(host_of("a long text that is no URL://a.org"), "");
}

}  // namespace
}  // namespace whorl::internal::sweep
